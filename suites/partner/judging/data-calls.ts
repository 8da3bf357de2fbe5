import { type LinkState, linkEnds, stopsWithin } from "../requests/links.ts";
import { isDataCall, type PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { againIfLittle, type History, type HistoryCheck, type Judge } from "./history-check.ts";

/** The words in findings for a link that is not active. */
const whileNotActive: Record<Exclude<LinkState, "active">, string> = {
  unlinked: "that is not linked",
  pending: "while its link is pending",
  freezed: "while its link is freezed",
  uninstalled: "after it was uninstalled",
};

/** The time that what was begun before a link ended may go on arriving, in milliseconds: what was sent in time may come a little later. */
export const stopsAfter = ({ network }: History["context"]): number =>
  stopsWithin * 1000 + network.roundTrip + network.jitter;

/** Milliseconds between two moments in which this process could see what arrived. */
export const seenBetween = ({ context }: History, from: number, to: number): number =>
  to - from - context.clock.lostWithin(from, to);

/** Reports a call for a Location that came too late after its link had ended. */
function judgeStopped(history: History, call: PartnerRequest, what: { name: string; requirement?: string }): void {
  const { links, recorder, context } = history;
  const { location = 0, at } = call;
  const { state, at: since } = links.at(location, at);
  if (state !== "freezed" && state !== "uninstalled") return;
  const { stopped, event } = linkEnds[state];
  const elapsed = seenBetween(history, since, at);
  const isSeen = elapsed >= stopsAfter(context);
  const deadline = since + stopsAfter(context);
  if (isSeen || goesOn(history, deadline, at) || isSentAgain(history, deadline, call))
    recorder.finding(what.requirement ?? stopped, {
      found: `${what.name} ${((isSeen ? elapsed : at - since) / 1000).toFixed(1)} seconds after the acknowledged ${event}`,
      expected: `no ${what.name.replace(/^an? /, "")} for Location ${location} ${whileNotActive[state]}`,
      by: call,
      again: againIfLittle(elapsed, stopsAfter(context)),
    });
}

/** True if this process has run for a while since an application should have stopped: how slow the machine was before does not explain that it goes on. */
const goesOn = ({ context: { clock } }: History, deadline: number, at: number): boolean =>
  at - deadline - clock.lostWithin(deadline, at) > milliseconds(times.goesOn);

/** True if an application sent a call although it had sent another of its kind too late before, and that was read: a slow machine does not explain two decisions. */
const isSentAgain = ({ requests }: History, deadline: number, call: PartnerRequest): boolean =>
  requests.some(
    (other) =>
      other !== call &&
      other.operation === call.operation &&
      other.location === call.location &&
      other.earliest > deadline &&
      other.at <= call.earliest,
  );

/** True if a call may end what was begun before the link of its Location ended, although access was granted anew meanwhile. */
function mayBeLeftOver({ links, requests, context }: History, { location = 0, at }: PartnerRequest): boolean {
  if (!links.wasActive(location, at - stopsAfter(context), at)) return false;
  const granted = links.at(location, at).at;
  const from = granted - stopsAfter(context) - milliseconds(times.begins);
  return requests.some(
    (request) => isDataCall(request) && request.location === location && request.at > from && request.at <= granted,
  );
}

/** Data calls need an active link: none comes before it is confirmed, and none after it has ended. */
const dataCalls: Judge = (history) => {
  const { requests, links, recorder, context } = history;
  for (const call of requests.filter(isDataCall)) {
    const { location } = call;
    // A request without an operation may be of a Location that is not known here.
    const isKnown = location !== undefined && (context.locations.includes(location) || call.operation !== undefined);
    if (!isKnown || Number.isNaN(location)) continue;
    const state = links.state(location, call.at);
    if (state === "freezed" || state === "uninstalled") judgeStopped(history, call, { name: "a data call" });
    else if (state !== "active" && !mayBeLeftOver(history, call))
      recorder.finding("INST-36", {
        found: "a data call before the link is active",
        expected: `no data call for Location ${location} ${whileNotActive[state]}`,
        by: call,
      });
  }
};

/** v3 reads stop where data calls do. */
const v3Reads: Judge = (history) => {
  const { requests, recorder } = history;
  const reads = requests.filter(({ surface, location }) => surface === "v3" && location !== undefined);
  if (reads.length === 0)
    return recorder.untestable(["LIFE-11"], "the application reads nothing by v3", { applies: false });
  recorder.judged("LIFE-11");
  for (const read of reads) judgeStopped(history, read, { name: "a v3 read", requirement: "LIFE-11" });
};

/** The checks of all calls for data. */
export const dataCallChecks: readonly HistoryCheck[] = [
  { judges: ["INST-36", ...Object.values(linkEnds).map(({ stopped }) => stopped)], judge: dataCalls },
  { judges: ["LIFE-11"], judge: v3Reads },
];
