import { canBeAfter, canBeBefore, contains, filteredBy, forms, hasDigits, isInNumber, isOneOf } from "./filters.ts";
import { pageSize } from "./pages.ts";
import { rulesOn } from "./rule.ts";

/** The promises of one answer of the clients list. */
export const clientRules = rulesOn(["listClients"], {
  "CLI-6": [
    filteredBy("fullname", forms.text, "name", contains),
    filteredBy("phone", forms.phone, "phone", hasDigits),
    filteredBy("email", forms.text, "email", contains),
    filteredBy("card", forms.text, "card", isInNumber),
  ],
  "CLI-7": [
    filteredBy("paid_min", forms.number, "spent", (spent, least) => !(Number(spent) < Number(least))),
    filteredBy("paid_max", forms.number, "spent", (spent, most) => !(Number(spent) > Number(most))),
  ],
  "CLI-8": [filteredBy("id", forms.ids, "id", isOneOf), filteredBy("id[]", forms.ids, "id", isOneOf)],
  "CLI-9": [
    filteredBy("changed_after", forms.moment, "last_change_date", canBeAfter),
    filteredBy("changed_before", forms.moment, "last_change_date", canBeBefore),
  ],
  "CLI-11": pageSize("count"),
});
