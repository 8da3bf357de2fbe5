import { limit } from "../../specs/limits.ts";
import { type Certifier } from "./certifier.ts";
import { header, isCallback, isDataCall, type Seen } from "./seen.ts";
import { transport } from "./transport.ts";

type Judge = (certifier: Certifier) => void | Promise<void>;

/** What must hold of all requests together. */
export interface Judgement {
  judges: readonly string[];
  judge: Judge;
}

/** Windows of the rate, widest tolerance first: what is a fault, and what only warns. */
const windows = {
  "RATE-12": [
    [1, limit("rate_fault_per_second")],
    [5, limit("rate_fault_per_five_seconds")],
    [60, limit("rate_fault_per_minute")],
  ],
  "RATE-13": [
    [1, limit("rate_per_second")],
    [60, limit("rate_per_minute")],
  ],
} as const;

/** How unevenly requests may arrive that were sent evenly, in milliseconds. */
const jitter = 50;

/** The request with which a sliding window held most, and too many; where this process was late, more can have come together. */
function fullest(
  seen: readonly Seen[],
  seconds: number,
  most: number,
  stalls: Certifier["stalls"],
): { last: Seen; count: number } | undefined {
  let from = 0;
  let worst: { last: Seen; count: number } | undefined;
  for (const [index, last] of seen.entries()) {
    const begin = last.at - seconds * 1000 + jitter;
    while ((seen[from]?.at ?? 0) <= begin) from++;
    const count = index - from + 1;
    if (count <= most || count <= (worst?.count ?? 0)) continue;
    const lost = stalls.within(begin, last.at) / 1000;
    if (count > (most * (seconds + lost)) / seconds) worst = { last, count };
  }
  return worst;
}

const rates: Judge = ({ seen, recorder, stalls }) => {
  const ordered = seen.toSorted((one, other) => one.at - other.at);
  for (const [id, rows] of Object.entries(windows)) {
    if (seen.length > 0) recorder.judged(id);
    for (const [seconds, most] of rows) {
      const above = fullest(ordered, seconds, most, stalls);
      if (above)
        recorder.flaw(id, {
          found: `${above.count} requests in ${seconds === 1 ? "a second" : `${seconds} seconds`}`,
          expected: `at most ${most}`,
          by: above.last,
        });
    }
  }
};

/** Data calls need an active link: not before it is confirmed, and not after it has ended. */
const dataCalls: Judge = ({ seen, links, recorder, context }) => {
  const grace = (limit("partner_stop") + limit("edge")) * 1000;
  for (const call of seen.filter(isDataCall)) {
    if (call.location === undefined || !context.locations.includes(call.location)) continue;
    const { state, at: since } = links.at(call.location, call.at);
    const late = `a data call ${((call.at - since) / 1000).toFixed(1)} seconds after the acknowledged`;
    const expected = `none for Location ${call.location} while its link is ${state === "unlinked" ? "not there" : state}`;
    // A link that has just ended may be pending anew before the application had to stop.
    const wasActive = links.wasActive(call.location, call.at - grace, call.at);
    if ((state === "unlinked" || state === "pending") && !wasActive)
      recorder.flaw("INST-36", { found: "a data call before the link is active", expected, by: call });
    if (call.at - since < grace) continue;
    if (state === "freezed") recorder.flaw("LIFE-6", { found: `${late} freeze`, expected, by: call });
    if (state === "uninstalled") recorder.flaw("LIFE-7", { found: `${late} uninstall`, expected, by: call });
  }
};

/** A callback that was accepted is not sent again, until the owner grants access anew. */
const confirmedOnce: Judge = ({ seen, links, recorder }) => {
  const callbacks = seen.filter((one) => isCallback(one) && one.surface === "app");
  // Where a callback was refused or got lost, a try that was still to come may cross the one that succeeds.
  const troubled = new Set(callbacks.filter(({ status }) => status !== 201).map(({ location }) => location));
  const accepted = callbacks.filter(({ status, location }) => status === 201 && !troubled.has(location));
  if (accepted.length > 0) recorder.judged("INST-41");
  for (const [index, one] of accepted.entries()) {
    const earlier = accepted.slice(0, index).findLast(({ location }) => location === one.location);
    const isGrantedAnew = links.grants(one.location ?? 0).some((at) => at > (earlier?.at ?? 0) && at <= one.at);
    if (earlier && !isGrantedAnew)
      recorder.flaw("INST-41", {
        found: `another callback for Location ${one.location}, ${one.at - earlier.at} ms after the one that was accepted`,
        expected: "one callback for each grant",
        by: one,
      });
  }
};

/** Payloads of telephony events are not shown; what is said is that notifications carry the call type, and one that enables may say so in any way. */
const enabling = /enabl|activat|connect|turn_?on|"on"/i;
const reporting = /\btype["']?\s*[:=]\s*["']?(incoming|outgoing|internal)\b/i;

/** Enabling comes before notifications and call data. */
const enabledFirst: Judge = ({ seen, recorder }) => {
  const events = seen.filter(({ operation }) => operation?.id === "sendVoipEvent");
  if (events.length === 0) return recorder.lacking(["VOIP-5"], "the application sent no telephony events", false);
  const told = events.find(({ body }) => enabling.test(body) || reporting.test(body));
  if (!told) return recorder.lacking(["VOIP-5"], "its telephony events do not tell what they are", false);
  recorder.judged("VOIP-5");
  if (!enabling.test(told.body))
    recorder.flaw("VOIP-5", {
      found: "a telephony event before any that enables the integration",
      expected: "enabling first",
      by: told,
    });
};

/** Who the application says it is, which nobody asks for. */
const agents: Judge = ({ seen, recorder }) => {
  const names = new Set(seen.flatMap((one) => header(one, "user-agent") ?? []));
  if (names.size > 0) recorder.observe("user agents", [...names].slice(0, 5));
};

/** What is judged over all requests, once the play is over. */
export const judgements: Judgement[] = [
  { judges: ["RATE-12", "RATE-13"], judge: rates },
  { judges: ["INST-36", "LIFE-6", "LIFE-7"], judge: dataCalls },
  { judges: ["INST-41"], judge: confirmedOnce },
  { judges: ["VOIP-5"], judge: enabledFirst },
  { judges: ["TLS-2"], judge: transport },
  { judges: [], judge: agents },
];
