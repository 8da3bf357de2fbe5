import { field, lacking } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { closed, opened, type ReplyBody, reply } from "../changes/replies.ts";
import { withoutRoute } from "../changes/routes.ts";

export const dictionaryFaults: Faults = {
  "countries lack their full title": breaks("DICT-1", lacking("listCountries", "full_title")),
  "every other list of countries lacks one": subtly(
    "DICT-1",
    reply("listCountries", () => {
      let count = 0;
      return (answer) => {
        if (answer.status !== 200 || ++count % 2 > 0) return answer;
        const list = opened(answer) as ReplyBody & { data: unknown[] };
        return closed(answer, { ...list, data: list.data.slice(1) });
      };
    }),
  ),
  "exchange is text unless it is 1": subtly(
    "DICT-1",
    field("listCountries", "exchange", (rate: number) => (rate === 1 ? rate : String(rate))),
  ),
  "is_eu is a number": breaks("DICT-1", field("listCountries", "is_eu", Number)),
  "one country lacks its phone code": subtly("DICT-1", lacking("listCountries", "phone_code", 5)),
  "country codes have three letters": breaks(
    "DICT-2",
    field("listCountries", "iso_code", (code: string) => `${code}A`),
  ),
  "one country code is empty": subtly(
    "DICT-2",
    field("listCountries", "iso_code", () => "", 6),
  ),
  "one country code is nobody's": subtly(
    "DICT-2",
    field("listCountries", "iso_code", () => "XZ", 6),
  ),
  "a country has its neighbour's phone code": subtly(
    "DICT-6",
    field("listCountries", "phone_code", () => "+372", 3),
  ),
  "a member of the European Union is none": subtly(
    "DICT-6",
    field("listCountries", "is_eu", () => false, 5),
  ),
  "two countries have one code": subtly(
    "DICT-6",
    field("listCountries", "iso_code", () => "LV", 7),
  ),
  "there is no city dictionary": breaks("DICT-4", withoutRoute("listCities")),
  "there are no business types": breaks("DICT-5", withoutRoute("listBusinessTypes")),
};
