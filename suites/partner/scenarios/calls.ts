import { NotApplicable, Untestable } from "../../../base/errors.ts";
import { ControlRefusal } from "../../../harness/control-calls.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import { callFields } from "../requests/call-fields.ts";
import { isCallsRead, type PartnerRequest } from "../requests/partner-request.ts";
import { callFor, isWanted, type SeededCall } from "./matching-calls.ts";
import type { Scenario } from "./scenario.ts";

/** The largest page that is filled: a provider may well give no more. */
const largestPage = 100;

/** Has the application read the call history; its requests for it. */
const askForCalls = async (certifier: Certifier, location: number): Promise<PartnerRequest[]> =>
  (await certifier.askToRead("calls", location)).filter(isCallsRead);

/** The application asks for the call history; how it asks tells which calls and pages to prepare for the next scenario. */
export const callsRequested: Scenario = {
  title: "the call history is requested",
  claim: "calls",
  judges: ["CALL-13"],
  async run(certifier) {
    const location = certifier.location("first");
    await certifier.activate(location);
    const reads = await askForCalls(certifier, location);
    certifier.judgeAnswer("calls", location, "CALL-13");
    if (reads.length === 0)
      certifier.recorder.finding("CALL-13", {
        found: `no request for the call history when the application was asked to read it${causeOf(certifier.prompted("calls", location))}`,
        expected: "GET /voip/integration/calls with salon_id, date_from and date_to",
      });
  },
};

/** The application reads every page of the range that it asks for. */
export const allCallPages: Scenario = {
  title: "the call history is read to the last page",
  claim: "calls",
  judges: ["CALL-16"],
  async run(certifier) {
    const location = certifier.location("first");
    const earlier = certifier.requests.findLast(isCallsRead);
    if (!earlier) throw new Untestable("the application did not ask for the call history");
    const wanted = callFields(earlier);
    if (wanted.page === undefined && wanted.limit === undefined)
      throw new NotApplicable("the application does not ask for pages, so it gets the whole range");
    const size = pageSize(wanted.limit);
    const count = 2 * size + 1;
    const call = callFor(wanted);
    if (!call || !(await seedCalls(certifier, location, call, count)))
      throw new NotApplicable("the application asks for too few calls to fill several pages");
    const reads = await askForCalls(certifier, location);
    if (reads.length === 0) throw new Untestable("the application read nothing when it was asked once more");
    // An application that reads what is new since last time asks for another range now.
    const matching = reads.filter((read) => isWanted(call, callFields(read)));
    const [first] = matching;
    if (!first) throw new NotApplicable("the application asks for another range each time");
    const needed = wanted.limit === undefined ? 2 : Math.ceil(count / Number(callFields(first).limit ?? size));
    const read = Math.max(...pagesRead(matching).map((pages) => leadingPages(pages, needed)));
    const isRefused = reads.some(({ status }) => status !== 200);
    certifier.recorder.judged("CALL-16");
    if (read < needed && !isRefused)
      certifier.recorder.finding("CALL-16", {
        found: `${read} of ${needed} pages read`,
        expected: "every page of the range asked for",
        by: reads.at(-1),
      });
  },
};

const pageSize = (limit: unknown): number =>
  Number.isInteger(limit) && Number(limit) > 0 ? Math.min(Number(limit), largestPage) : largestPage;

/** Puts calls into the history; false where no call can be as it is asked for. */
async function seedCalls({ control }: Certifier, location: number, call: SeededCall, count: number): Promise<boolean> {
  try {
    await control.seed(
      location,
      "calls",
      Array.from({ length: count }, () => call),
    );
    return true;
  } catch (error) {
    // No call can have an undocumented type or status.
    if (error instanceof ControlRefusal) return false;
    throw error;
  }
}

/** The pages that were read of each range; requests belong to one range if they differ in the page alone. */
function pagesRead(reads: readonly PartnerRequest[]): Set<number>[] {
  const ranges = new Map<string, Set<number>>();
  for (const read of reads) {
    const { page = 1, limit: _, ...range } = callFields(read);
    const key = JSON.stringify(range);
    const pages = ranges.get(key) ?? new Set();
    ranges.set(key, read.status === 200 ? pages.add(Number(page)) : pages);
  }
  return [...ranges.values()];
}

/** How many of the first pages were read; the specification does not say whether they begin with 0 or 1. */
function leadingPages(pages: ReadonlySet<number>, needed: number): number {
  const first = pages.has(0) ? 0 : 1;
  return Array.from({ length: needed }, (_, index) => first + index).filter((page) => pages.has(page)).length;
}
