import { headerOf } from "../requests/partner-request.ts";
import { callbackChecks } from "./callbacks.ts";
import { cursorChecks } from "./cursors.ts";
import { dataCallChecks } from "./data-calls.ts";
import type { HistoryCheck, Judge } from "./history-check.ts";
import { judgeRates, rateRequirements } from "./rates.ts";

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

/** The number of an application's names for itself that are kept. */
const maxAgents = 5;

/** The name that the application gives itself, which the specification does not ask for. */
const agents: Judge = ({ requests, recorder }) => {
  const names = new Set(requests.flatMap((request) => headerOf(request, "user-agent") ?? []));
  if (names.size > 0) recorder.observe("user agents", [...names].slice(0, maxAgents));
};

/** The checks of all requests together, once every scenario has run. */
export const historyChecks: readonly HistoryCheck[] = [
  { judges: rateRequirements, judge: judgeRates },
  ...dataCallChecks,
  ...callbackChecks,
  ...cursorChecks,
  { judges: ["VOIP-5"], judge: enabledFirst },
  { judges: [], judge: agents },
];
