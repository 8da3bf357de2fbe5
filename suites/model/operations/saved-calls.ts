import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import type { Knowledge } from "../knowledge.ts";
import type { OperationModel, Seen } from "../operation.ts";
import type { Telephony } from "../telephony.ts";

/** The calls of the days around now at a Location, where a history shows all of them. */
function historyNow(
  model: Knowledge,
  { view: { input, items }, moment }: Seen,
): Parameters<Telephony["judge"]>[0] | undefined {
  const { salon_id, date_from, date_to, ...others } = input;
  const isNow =
    String(date_from) <= dayOf(moment.earliest - days(1)) && String(date_to) >= dayOf(moment.latest + days(1));
  if (!isNow || !items || Object.keys(others).length > 0) return undefined;
  const clients = [...model.collections.of("clients", salon_id).items.values()].map(({ item }) => item);
  return { location: String(salon_id), calls: items, isOurs: model.isFresh, clients };
}

/** A call that a telephony system saves stands in the call histories of its chain. */
export const savedCalls: OperationModel = {
  judge(model, seen) {
    const history = historyNow(model, seen);
    return history ? model.telephony.judge(history) : [];
  },

  learn(model, seen) {
    const history = historyNow(model, seen);
    if (history && model.telephony.learn(history)) model.facts.add("saved call");
  },
};
