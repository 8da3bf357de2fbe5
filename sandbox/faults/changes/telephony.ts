import { fieldsOf } from "../../../base/json.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { placeOf } from "../../world/data/locations.ts";
import type { BehaviourChange } from "./fault.ts";
import { handling } from "./routes.ts";

/** Routes each saved call to the history of the second Location too, where it may read otherwise. */
export const savingElsewhere = (
  change: (saved: CollectionItem) => CollectionItem = (saved) => saved,
): BehaviourChange =>
  handling("sendVoipEvent", (handle) => (call) => {
    const { world } = call;
    const { salon_id, command } = fieldsOf(call.body);
    const before = world.collection("calls", Number(salon_id)).length;
    const answer = handle(call);
    const saved = command === "save" ? world.collection("calls", Number(salon_id))[before] : undefined;
    if (saved) world.replace("calls", placeOf.second, [...world.collection("calls", placeOf.second), change(saved)]);
    return answer;
  });

/** Routes each saved call to the history of the second Location alone. */
export const savingAtSecond: BehaviourChange = handling("sendVoipEvent", (handle) => (call) => {
  const { world } = call;
  const place = Number(fieldsOf(call.body).salon_id);
  const before = world.collection("calls", place);
  const answer = handle(call);
  const saved = world.collection("calls", place).slice(before.length);
  world.replace("calls", place, before);
  if (place !== placeOf.second)
    world.replace("calls", placeOf.second, [...world.collection("calls", placeOf.second), ...saved]);
  return answer;
});
