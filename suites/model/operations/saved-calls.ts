import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats.ts";
import type { Knowledge } from "../knowledge.ts";
import type { OperationModel, Seen } from "../operation.ts";

/** The calls of the days around now, where a history shows all of them. */
function callsNow(
  { target }: Knowledge,
  { view: { input, items }, moment }: Seen,
): Record<string, unknown>[] | undefined {
  const { salon_id, date_from, date_to, ...others } = input;
  const isNow =
    String(date_from) <= dayOf(moment.earliest - days(1)) && String(date_to) >= dayOf(moment.latest + days(1));
  const isOwn = String(salon_id) === String(target.fixtures.location_id);
  return isNow && isOwn && Object.keys(others).length === 0 ? items : undefined;
}

/** What a telephony system saves stands in the call history. */
export const savedCalls: OperationModel = {
  judge(model, seen) {
    const calls = callsNow(model, seen);
    return calls ? model.telephony.judge(calls, model.isFresh) : [];
  },

  learn(model, seen) {
    const calls = callsNow(model, seen);
    if (calls && model.telephony.learn(calls)) model.facts.add("saved call");
  },
};
