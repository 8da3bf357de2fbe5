import { fieldsOf } from "../../../base/json.ts";
import type { CellId } from "../../../specs/cells.ts";
import { contains, forms, hasDigits, isInNumber, isOneOf } from "../../rules/filters.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import { unfiltered } from "../lists/collection.ts";
import { listModel } from "../lists/judge-list.ts";
import type { ListFilter, ListKind, ReadPage } from "../lists/list-kind.ts";
import { afterMoment, anyZone, beforeMoment, type Match } from "../lists/possible-times.ts";
import { hasSameText, isSameMoment } from "../lists/values.ts";

const matchIf = (holds: boolean): Match => (holds ? "yes" : "no");

/** True if a value contains a part as it stands; `open` where it may be compared in another way. */
const part = (field: string, form: ListFilter["form"], mayFit: typeof contains) => ({
  form,
  match: (item: Record<string, unknown>, asked: unknown): Match => {
    if (String(item[field]).includes(String(asked))) return "yes";
    return mayFit(item[field], asked) ? "open" : "no";
  },
});

const filter = (cell: CellId, meaning: Pick<ListFilter, "form" | "match" | "span">): ListFilter => ({
  ...meaning,
  isRuled: true,
  cell,
});

/** The number of clients that match, at least and at most: those that were seeded or, where others may write, those that this walk gave. */
function matchingOf({ collection, expected: { must, may }, walked }: ReadPage): [min: number, max: number] {
  if (collection.isSeeded) return [must.length, must.length + may.length];
  return [walked.count, walked.isWhole ? walked.count : (collection.total ?? Number.POSITIVE_INFINITY)];
}

/** The meaning of `total_count` of a filtered list, where the two differ. */
function meaningOf(read: ReadPage): "matching" | "all" | undefined {
  const { total_count: total } = fieldsOf(fieldsOf(read.view.body).meta);
  const { total: all } = read.collection;
  if (typeof total !== "number" || all === undefined || matchingOf(read)[1] >= all) return undefined;
  return total === all ? "all" : "matching";
}

/** `page` is the page that was asked for; `total_count` is the number of clients that match, or of all: one of the two in a whole run. */
function metaClauses(read: ReadPage, { constants }: Knowledge): Clause[] {
  const { asked, collection, expected, items, view } = read;
  const { page, total_count: total } = fieldsOf(fieldsOf(view.body).meta);
  const { total: all } = collection;
  if (asked.isOpen) return [];
  const isFiltered = Object.keys(asked.filters).length > 0;
  const [min, max] = matchingOf(read);
  const first = constants.firstPage("listClients").value ?? 1;
  // The answer to a page beyond the last one is open.
  const isWithin =
    asked.page === first || (all !== undefined && ((asked.page ?? 0) - first) * (asked.size ?? max) < min);
  const reads = collection.isSeeded
    ? {}
    : { reads: [...(collection.wholes.get(unfiltered)?.reads ?? []), ...read.walked.reads] };
  const numbered: Clause = {
    cell: "CLI-5",
    holds: page === asked.page,
    found: `page ${String(page)}`,
    expected: String(asked.page),
    pointer: "/meta/page",
    ...reads,
  };
  // Where a filter is ignored, its total is that of others.
  const isAsked = items.every((item) => !expected.excluded.some(({ id }) => id === item.id));
  const meaning = isFiltered ? meaningOf(read) : undefined;
  const isMatching = typeof total === "number" && total >= min && total <= max;
  const totalled: Clause = {
    cell: isFiltered ? "CLI-14" : "CLI-5",
    holds:
      (isFiltered ? isMatching || total === all : total === all) &&
      (constants.totalCount.value ?? meaning) === (meaning ?? constants.totalCount.value),
    found: `total_count ${String(total)}`,
    expected: isFiltered
      ? `${min === max ? min : `${min} to ${max}`} that match, or all ${String(all)}${constants.totalCount.value ? `; elsewhere it counts ${constants.totalCount.value}` : ""}`
      : String(all),
    pointer: "/meta/total_count",
    ...reads,
  };
  return [
    ...(asked.page && items.length > 0 && page !== undefined && isWithin ? [numbered] : []),
    // A list of none, or of one, shows nothing of its total.
    ...(typeof total === "number" && all !== undefined && isAsked && (collection.isSeeded || all > 1)
      ? [totalled]
      : []),
  ];
}

/** The clients of a Location. */
export const clientKind: ListKind = {
  operation: "listClients",
  collection: "clients",
  owner: ({ path }) => path.location_id,
  filters: {
    fullname: filter("CLI-6/fullname", part("name", forms.text, contains)),
    phone: filter("CLI-6/phone", part("phone", forms.phone, hasDigits)),
    email: filter("CLI-6/email", part("email", forms.text, contains)),
    card: filter("CLI-6/card", part("card", forms.text, isInNumber)),
    paid_min: filter("CLI-7/paid_min", {
      form: forms.number,
      match: ({ spent }, min) => matchIf(Number(spent) >= Number(min)),
    }),
    paid_max: filter("CLI-7/paid_max", {
      form: forms.number,
      match: ({ spent }, max) => matchIf(Number(spent) <= Number(max)),
    }),
    id: filter("CLI-8/id", {
      form: (value) => !Array.isArray(value) && forms.ids(value),
      match: ({ id }, asked) => matchIf(isOneOf(id, asked)),
    }),
    "id[]": filter("CLI-8/id[]", { form: forms.ids, match: ({ id }, asked) => matchIf(isOneOf(id, asked)) }),
    changed_after: filter("CLI-9/changed_after", { form: forms.moment, span: afterMoment }),
    changed_before: filter("CLI-9/changed_before", { form: forms.moment, span: beforeMoment }),
  },
  times: ({ last_change_date }, { zones }) => anyZone(last_change_date, zones),
  several: "CLI-10",
  page: "page",
  size: "count",
  pages: "CLI-11",
  own: "CLI-12",
  fields: {
    cell: "CLI-1",
    of: {
      ...Object.fromEntries(
        ["gender_id", "importance_id", "sms_check", "sms_not"].map((name) => [name, { cell: "CLI-2" }]),
      ),
      categories: { cell: "CLI-3" },
      phone: { isSame: hasSameText },
      card: { isSame: hasSameText },
      last_change_date: { isSame: isSameMoment },
    },
  },
  isDescribed: () => true,
  meta: metaClauses,
  learn: (page, { constants }) => {
    const meaning = "asked" in page && Object.keys(page.asked.filters).length > 0 ? meaningOf(page) : undefined;
    if (meaning) constants.totalCount.agrees(meaning);
  },
};

export const listClients = listModel(clientKind);
