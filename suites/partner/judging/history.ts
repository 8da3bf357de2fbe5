import type { Watcher } from "../certifier/watcher.ts";
import { type LinkState, linkEnds, stopsWithin } from "../requests/links.ts";
import { headerOf, isCallback, isDataCall, type PartnerRequest } from "../requests/partner-request.ts";
import { judgeRates, rateRequirements } from "./rates.ts";
import { judgeTransport } from "./transport.ts";

type Judge = (watcher: Watcher) => void | Promise<void>;

/** What must hold of all requests together. */
export interface HistoryCheck {
  judges: readonly string[];
  judge: Judge;
}

/** What findings say of a link that is not active. */
const whileNotActive: Record<Exclude<LinkState, "active">, string> = {
  unlinked: "that is not linked",
  pending: "while its link is pending",
  freezed: "while its link is freezed",
  uninstalled: "after it was uninstalled",
};

/** Data calls need an active link: none comes before it is confirmed, and none after it has ended. */
const dataCalls: Judge = ({ requests, links, recorder, context }) => {
  // What was sent in time may arrive a little later.
  const stops = stopsWithin * 1000 + context.network.roundTrip + context.network.jitter;
  for (const call of requests.filter(isDataCall)) {
    const { location } = call;
    // What an event tells of may be of a Location that is not known here.
    const isKnown = location !== undefined && (context.locations.includes(location) || !call.isEventRead);
    if (!isKnown || Number.isNaN(location)) continue;
    const { state, at: since } = links.at(location, call.at);
    if (state === "active") continue;
    const expected = `no data call for Location ${location} ${whileNotActive[state]}`;
    const elapsed = call.at - since;
    if (state === "freezed" || state === "uninstalled") {
      const { stopped, event } = linkEnds[state];
      if (elapsed >= stops)
        recorder.finding(stopped, {
          found: `a data call ${(elapsed / 1000).toFixed(1)} seconds after the acknowledged ${event}`,
          expected,
          by: call,
        });
    } else if (!links.wasActive(location, call.at - stops, call.at))
      // A link that has just ended may be pending anew before the application had to stop.
      recorder.finding("INST-36", { found: "a data call before the link is active", expected, by: call });
  }
};

/** An accepted callback for a grant of access, and those that repeat it. */
interface Confirmation {
  first: PartnerRequest;
  /** Whether the Location was confirmed before. */
  isBack: boolean;
  repeats: PartnerRequest[];
}

function confirmationsIn(accepted: readonly PartnerRequest[], links: Watcher["links"]): Confirmation[] {
  const confirmations: Confirmation[] = [];
  for (const callback of accepted) {
    const { location = 0, at } = callback;
    const last = confirmations.findLast(({ first }) => first.location === callback.location);
    const isGranted = links.grants(location).some((granted) => granted > (last?.first.at ?? 0) && granted <= at);
    if (last && !isGranted) last.repeats.push(callback);
    else confirmations.push({ first: callback, isBack: last !== undefined, repeats: [] });
  }
  return confirmations;
}

/** How many callbacks are repeated where answers are not just lost: at least so many, and those of so large a part of all confirmations. */
const manyRepeated = { count: 3, part: 0.4 };

/** How many Locations have to come back before it tells something that each is confirmed twice. */
const severalBack = 2;

/** Whether more callbacks are repeated than lost answers explain: many of all, or each one of Locations that come back. */
function areTooMany(confirmations: readonly Confirmation[]): boolean {
  const repeats = confirmations.flatMap((confirmation) => confirmation.repeats).length;
  const repeated = confirmations.filter((confirmation) => confirmation.repeats.length > 0).length;
  const back = confirmations.filter(({ isBack }) => isBack);
  return (
    (repeats >= manyRepeated.count && repeated >= manyRepeated.part * confirmations.length) ||
    (back.length >= severalBack && back.every((confirmation) => confirmation.repeats.length > 0))
  );
}

/** An accepted callback may be sent again, but not again and again, until the owner grants access anew. */
const confirmedOnce: Judge = ({ requests, links, recorder, context }) => {
  const callbacks = requests.filter((request) => isCallback(request) && request.surface === "app");
  // Where a callback was refused or lost, a retry that was already planned may cross the one that succeeds.
  const troubled = new Set(callbacks.filter(({ status }) => status !== 201).map(({ location }) => location));
  const accepted = callbacks.filter(({ status, location }) => status === 201 && !troubled.has(location));
  if (accepted.length > 0) recorder.judged("INST-41");
  const confirmations = confirmationsIn(accepted, links);
  // On the way to another machine an answer may be lost, and then its callback is rightly sent again.
  if (context.network.isRemote && !areTooMany(confirmations)) return;
  for (const { first, repeats } of confirmations)
    for (const callback of repeats.slice(1))
      recorder.finding("INST-41", {
        found: `${repeats.length + 1} callbacks for Location ${callback.location}, ${callback.at - first.at} ms after the accepted one`,
        expected: "one for each grant, or one more",
        by: callback,
      });
};

/**
 * The payloads of telephony events are not shown. All that is said is that notifications carry the call type, and an event that enables the
 * integration may say so in any way.
 */
const enables = /enabl|activat|connect|turn_?on|"on"/i;
const notifies = /\btype["']?\s*[:=]\s*["']?(incoming|outgoing|internal)\b/i;

/** The integration is enabled before notifications and call data are sent. */
const enabledFirst: Judge = ({ requests, recorder }) => {
  const notApplicable = (why: string) => recorder.untestable(["VOIP-5"], why, { applies: false });
  const first = requests.find(({ operation }) => operation?.id === "sendVoipEvent");
  if (!first) return notApplicable("the application sent no telephony events");
  if (!enables.test(first.body) && !notifies.test(first.body))
    return notApplicable("its first telephony event does not say whether it enables the integration");
  recorder.judged("VOIP-5");
  if (!enables.test(first.body))
    recorder.finding("VOIP-5", {
      found: "a telephony event before any that enables the integration",
      expected: "the integration to be enabled first",
      by: first,
    });
};

/** How many of an application's names for itself are kept. */
const mostAgents = 5;

/** What the application calls itself, which the specification does not ask for. */
const agents: Judge = ({ requests, recorder }) => {
  const names = new Set(requests.flatMap((request) => headerOf(request, "user-agent") ?? []));
  if (names.size > 0) recorder.observe("user agents", [...names].slice(0, mostAgents));
};

/** What is judged of all requests together, once every scenario has run. */
export const historyChecks: readonly HistoryCheck[] = [
  { judges: rateRequirements, judge: judgeRates },
  { judges: ["INST-36", ...Object.values(linkEnds).map(({ stopped }) => stopped)], judge: dataCalls },
  { judges: ["INST-41"], judge: confirmedOnce },
  { judges: ["VOIP-5"], judge: enabledFirst },
  { judges: ["TLS-2"], judge: (watcher) => judgeTransport(watcher, watcher.requests) },
  { judges: [], judge: agents },
];
