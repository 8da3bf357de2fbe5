import { NotApplicable, Untestable } from "../../../base/errors.ts";
import type { Certifier } from "../certifier/certifier.ts";
import type { ReadingOptions } from "../certifier/reading.ts";
import { callFields } from "../requests/call-fields.ts";
import { isCallsRead, type PartnerRequest } from "../requests/partner-request.ts";
import {
  askForCalls,
  type CallPages,
  callPagesOf,
  callsRead,
  fillHistory,
  longHistoryFor,
  polledRanges,
  untilBegun,
} from "./call-reads.ts";
import { hasGivenUp } from "./given-up.ts";
import { isWanted } from "./matching-calls.ts";
import type { Scenario } from "./scenario.ts";

/** The application asks for the call history; how it asks reports which calls and pages to prepare for the next scenario. */
export const callsRequested: Scenario = {
  title: "the call history is requested",
  claim: "calls",
  judges: ["CALL-13"],
  async run(certifier) {
    const location = certifier.location("first");
    await certifier.activate(location);
    await askForCalls(certifier, location, untilBegun);
    certifier.prompter.judgeAnswer("calls", location, "CALL-13");
  },
};

/** The application reads every page of the range that it asks for. */
export const allCallPages: Scenario = {
  title: "the call history is read to the last page, hundreds of calls",
  claim: "calls",
  judges: ["CALL-16"],
  async run(certifier) {
    const location = certifier.location("first");
    await certifier.activate(location);
    await readHistory(certifier, location, (pages) => longHistoryFor(certifier, pages));
  },
};

/** Another Location, which may have been uninstalled meanwhile and have come back, is read at once with the first. */
export const callPagesAgain: Scenario = {
  title: "the call histories of two Locations are read at once",
  claim: "calls",
  judges: ["CALL-13", "CALL-16"],
  async run(certifier) {
    // A person can ask for one thing at a time.
    const isByHand = certifier.profile.actions.calls === undefined;
    const locations = (isByHand ? (["second"] as const) : (["first", "second"] as const)).map((name) =>
      certifier.location(name),
    );
    for (const location of locations) await certifier.activate(location);
    const read = await certifier.readings.alone(() =>
      Promise.allSettled(
        locations.map((location) => readHistory(certifier, location, () => 2, { isBeside: true, isFirst: true })),
      ),
    );
    const obstacle = read.find(({ status }) => status === "rejected");
    if (obstacle?.status === "rejected") throw obstacle.reason;
  },
};

/** Has the application read a history of some pages at a Location whose link is active; one that asks for none only has to ask. */
export async function readHistory(
  certifier: Certifier,
  location: number,
  howMany: (pages: CallPages) => number,
  { isFirst = false, ...options }: ReadingOptions & { isFirst?: boolean } = {},
): Promise<void> {
  if (!certifier.requests.some(isCallsRead)) throw new Untestable("the application did not ask for the call history");
  const pages = callPagesOf(certifier, { isFirst });
  const count = pages && (await fillHistory(certifier, location, pages, howMany(pages)));
  const usual = Number(certifier.dialect["size of a page without limit"]);
  const needed = count && pages ? neededOf(pages, count, usual) : 1;
  const matching = (reads: readonly PartnerRequest[]) =>
    pages ? reads.filter((read) => isWanted(pages.call, callFields(read))) : [...reads];
  const readOf = (reads: readonly PartnerRequest[]) => callsRead(matching(reads), usual, polledRanges(certifier));
  const {
    requests: reads,
    readLater,
    endless,
    isUnfinished,
  } = await askForCalls(certifier, location, {
    ...options,
    isDone: (sent) => readOf(sent.filter(isCallsRead)) >= needed,
  });
  if (reads.length === 0) return;
  if (!pages) throw new NotApplicable("the application does not ask for pages, so it gets the whole range");
  if (pages.isCut) throw new NotApplicable("the application asks for more calls than the platform puts on a page");
  if (!count) throw new NotApplicable("the application asks for too few calls to fill several pages");
  // An application that reads what is new since last time asks for another range now.
  if (matching(reads).length === 0) throw new NotApplicable("the application asks for another range each time");
  const read = readOf(reads);
  const isGivenUp = hasGivenUp(reads, (request) => JSON.stringify(callFields(request)));
  certifier.recorder.judged("CALL-16");
  if (read < needed && isUnfinished) certifier.recorder.unsure("CALL-16");
  if (!endless && read < needed && !isGivenUp && !isUnfinished)
    certifier.undone.unlessLater(
      () => readOf(readLater().filter(isCallsRead)) >= needed,
      () =>
        certifier.recorder.finding("CALL-16", {
          found: `${read} of ${needed} calls of Location ${location} read, and no more for ${certifier.profile.patience.quiet_s} seconds (patience.quiet_s)`,
          expected: "every page of the range asked for",
          by: reads.at(-1),
          again: "the scenario",
        }),
    );
}

/** The number of calls that have to be read; who names no size cannot know how many pages there are, and reads a second one at least. */
const neededOf = ({ isSized }: CallPages, count: number, usual: number): number => (isSized ? count : 2 * usual);
