import type { Item } from "../../../harness/control/control.ts";
import type { Knowledge } from "../knowledge.ts";
import type { OperationModel, Seen } from "../operation.ts";
import type { ShownRecords } from "../shown-records.ts";

/** A read of records that no call changes, by where they stand and what the read shows of them. */
const readOf = (
  shownIn: (model: Knowledge) => ShownRecords,
  placeOf: (seen: Seen) => string,
  recordsIn: (view: Seen["view"]) => readonly Item[] | undefined,
): OperationModel => {
  const recordsOf = ({ view }: Seen) => (view.status === 200 ? (recordsIn(view) ?? []) : []);
  return {
    judge: (model, seen) => shownIn(model).judge(placeOf(seen), recordsOf(seen), seen),
    learn: (model, seen) => shownIn(model).learn(placeOf(seen), recordsOf(seen), seen),
  };
};

export const listCountries = readOf(
  ({ countries }) => countries,
  () => "",
  ({ items }) => items,
);

/** The effect of `staff_id` and `category_id` is open, so each address stands for itself. */
export const readService = readOf(
  ({ services }) => services,
  ({ request }) => request.url,
  ({ record }) => record && [record],
);
