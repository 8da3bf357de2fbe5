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

/** Countries are reference data: a list shows each country that another one showed. */
function missingClauses({ countries }: Knowledge, { view: { status, items } }: Seen): Clause[] {
  const known = countries.records;
  if (status !== 200 || !items || known.length === 0) return [];
  const shown = new Set(items.map((item) => String(idOf(item))));
  const missing = known.find((record) => !shown.has(String(idOf(record))));
  return [
    {
      cell: "DICT-1",
      holds: missing === undefined,
      found: `${items.length} countries without the id ${String(missing && idOf(missing))}`,
      expected: `the ${known.length} countries that another read showed`,
      pointer: "/data",
      reads: [countries.shownBy].flatMap((request) => request ?? []),
      forget: () => countries.forget(),
    },
  ];
}

export const listCountries: OperationModel = {
  ...countryReads,
  judge: (model, seen) => [
    ...countryReads.judge(model, seen),
    ...renumberedClauses(model, seen),
    ...missingClauses(model, seen),
  ],
};

/** The effect of `staff_id` and `category_id` is open, so each address stands for itself. */
export const readService = readOf(
  ({ services }) => services,
  ({ request }) => request.url,
  ({ record }) => record && [record],
);
