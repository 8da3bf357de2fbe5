import { idOf } from "../../../base/foreign-json.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Clause } from "../clause.ts";
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

const countryReads = readOf(
  ({ countries }) => countries,
  () => "",
  ({ items }) => items,
);

/** A country keeps its id: its code was never shown with another one. */
function renumberedClauses({ countries }: Knowledge, { view: { status, items = [] } }: Seen): Clause[] {
  const idsByCode = new Map(countries.records.map((record) => [record.iso_code, idOf(record)]));
  const known = status === 200 ? items.filter(({ iso_code }) => idsByCode.has(iso_code)) : [];
  if (known.length === 0) return [];
  const renumbered = known.find((record) => idOf(record) !== idsByCode.get(record.iso_code));
  return [
    {
      cell: "DICT-6",
      holds: renumbered === undefined,
      found: `the id ${String(renumbered && idOf(renumbered))} for ${String(renumbered?.iso_code)}`,
      expected: `${String(idsByCode.get(renumbered?.iso_code))}, as another read showed it`,
      pointer: renumbered ? `/data/${items.indexOf(renumbered)}/id` : "/data",
      reads: [countries.shownBy].flatMap((request) => request ?? []),
    },
  ];
}

export const listCountries: OperationModel = {
  ...countryReads,
  judge: (model, seen) => [...countryReads.judge(model, seen), ...renumberedClauses(model, seen)],
};

/** The effect of `staff_id` and `category_id` is open, so each address stands for itself. */
export const readService = readOf(
  ({ services }) => services,
  ({ request }) => request.url,
  ({ record }) => record && [record],
);
