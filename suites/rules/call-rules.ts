import { days } from "../../base/durations.ts";
import { documentedValues } from "../../specs/schemas/values.ts";
import { canBeAfter, canBeBefore, filteredBy, forms, isOneOf, listOf } from "./filters.ts";
import { pageSize } from "./pages.ts";
import { rulesOn } from "./rule.ts";

/** The promises of one answer of the call history. */
export const callRules = rulesOn(["listCalls"], {
  "CALL-6": [
    filteredBy("date_from", forms.day, "call_date", canBeAfter),
    // The last day belongs to the range.
    filteredBy("date_to", forms.day, "call_date", (value, day) => canBeBefore(value, day, days(1))),
  ],
  "CALL-8": filteredBy("types", listOf(documentedValues("listCalls", "type")), "type", isOneOf),
  "CALL-9": filteredBy("statuses", listOf(documentedValues("listCalls", "status")), "status", isOneOf),
  "CALL-11": pageSize("limit"),
});
