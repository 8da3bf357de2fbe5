import type { CellId } from "../../../specs/cells.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { documentedValues } from "../../../specs/schemas/values.ts";
import { forms, hasDigits, listOf } from "../../rules/filters.ts";
import { listModel } from "../lists/judge-list.ts";
import type { ListFilter, ListKind } from "../lists/list-kind.ts";
import { anyZone, fromDay, type Interval, type Match, tillDay } from "../lists/possible-times.ts";
import { isSameMoment } from "../lists/values.ts";
import { offsetOf } from "../moments.ts";
import type { OperationModel } from "../operation.ts";

/** A bound of a range of days, which stands in every request; it shows something where an item lies beyond it. */
const day = (cell: CellId, span: NonNullable<ListFilter["span"]>): ListFilter => ({
  form: forms.day,
  span,
  isBase: true,
  isRuled: true,
  cell,
  cells: (value, { excluded }) => {
    const { maybe } = span(value);
    const isBeyond = (times: Interval | undefined) => times && (times[1] <= maybe[0] || times[0] >= maybe[1]);
    return excluded.some((item) => isBeyond(anyZone(item.call_date))) ? [cell] : [];
  },
});

const oneOf = (requirement: RequirementId, field: string): ListFilter => ({
  form: listOf(documentedValues("listCalls", field)),
  match: (item, asked) => ((asked as unknown[]).includes(item[field]) ? "yes" : "no"),
  isRuled: true,
  cell: requirement,
  cells: (asked, { must }) =>
    (asked as unknown[])
      .filter((value) => must.some((item) => item[field] === value))
      .map((value): CellId => `${requirement}/${String(value)}`),
});

/** A call is of a number or not; whether one that only contains the number is found too is open. */
function ofNumber({ caller_phone: value }: Record<string, unknown>, phone: unknown): Match {
  if (value === phone) return "yes";
  return hasDigits(value, phone) || hasDigits(phone, value) ? "open" : "no";
}

/** The call history of a Location. */
export const callKind: ListKind = {
  operation: "listCalls",
  collection: "calls",
  owner: ({ input }) => input.salon_id,
  filters: {
    date_from: day("CALL-6/date_from", fromDay),
    date_to: day("CALL-6/date_to", tillDay),
    phone: { form: forms.phone, match: ofNumber, cell: "CALL-7" },
    types: oneOf("CALL-8", "type"),
    statuses: oneOf("CALL-9", "status"),
  },
  times: ({ call_date }, { zones }) => anyZone(call_date, zones),
  several: "CALL-10",
  ignored: ["salon_id"],
  page: "page",
  size: "limit",
  pages: "CALL-11",
  own: "CALL-12",
  fields: {
    cell: "CALL-1",
    of: {
      client_id: { cell: "CALL-5" },
      record_link: { cell: "CALL-17" },
      status: { cell: "CALL-2" },
      type: { cell: "CALL-3" },
      call_date: { cell: "CALL-4", isSame: isSameMoment },
    },
  },
  // How long a range may be, and how far it may lie in the past or in the future, is not said.
  isDescribed: ({ filters: { date_from, date_to } }, { constants }) =>
    constants.callRanges.isServed(Date.parse(String(date_from)), Date.parse(String(date_to))),
  learn: (page, { constants }) => {
    const { date_from, date_to } = "asked" in page ? page.asked.filters : page.filters;
    constants.callRanges.learn(Date.parse(String(date_from)), Date.parse(String(date_to)), "asked" in page);
  },
};

const list = listModel(callKind);

export const listCalls: OperationModel = {
  ...list,
  judge(model, seen) {
    for (const { call_date } of seen.view.items ?? []) model.collections.learnZone(offsetOf(call_date));
    return list.judge(model, seen);
  },
};
