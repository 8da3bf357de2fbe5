import { idOf } from "../../base/foreign-json.ts";
import { diallingCodes, isInEuropeanUnion } from "../../base/formats/countries.ts";
import { offsetsOf } from "../../base/formats/time-zones.ts";
import type { Item } from "../../harness/control/control.ts";
import { type Breach, breachUnless, type Rule, rulesOn } from "./rule.ts";

/** Finds the flaws of one item of a list. */
type ItemCheck = (item: Item, index: number, items: readonly Item[]) => Breach[];

const each =
  (check: ItemCheck) =>
  ({ items }: { items?: readonly Item[] | undefined }) =>
    items && items.length > 0 ? items.flatMap((item, index) => check(item, index, items)) : undefined;

/** True if a text is a dialling code of a country, in whichever form: `+371`, `00371`, `1-809`. */
function isDiallingCode(text: string, codes: readonly string[]): boolean {
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return codes.some((code) => digits.startsWith(code));
}

/** The names of a country stand at one country only, and belong to it. */
const checkCountry: ItemCheck = (country, index, items) => {
  const { iso_code, phone_code, is_eu } = country;
  const codes = diallingCodes.get(String(iso_code));
  const isMember = codes && isInEuropeanUnion(String(iso_code));
  const isFirst = items.every(
    (item, place) => place >= index || (idOf(item) !== idOf(country) && item.iso_code !== iso_code),
  );
  return [
    ...breachUnless(isFirst, {
      pointer: `/data/${index}`,
      found: `another country with the id ${String(idOf(country))} or the code ${String(iso_code)}`,
      expected: "one country for each",
    }),
    ...breachUnless(typeof phone_code !== "string" || !codes || isDiallingCode(phone_code, codes), {
      pointer: `/data/${index}/phone_code`,
      found: `${String(phone_code)} for ${String(iso_code)}`,
      expected: codes?.map((code) => `+${code}`).join(" or ") ?? "",
    }),
    ...breachUnless(typeof is_eu !== "boolean" || isMember === undefined || is_eu === isMember, {
      pointer: `/data/${index}/is_eu`,
      found: `${String(is_eu)} for ${String(iso_code)}`,
      expected: String(isMember),
    }),
  ];
};

/** An offset that a zone never has this year; a name that is none of a known zone shows nothing. */
const checkZone: ItemCheck = ({ timezone, timezone_name }, index) => {
  const offsets = offsetsOf(String(timezone_name));
  return breachUnless(typeof timezone !== "number" || !offsets || offsets.includes(timezone), {
    pointer: `/data/${index}/timezone`,
    found: `${String(timezone)} in ${String(timezone_name)}`,
    expected: offsets?.join(" or ") ?? "",
  });
};

/** The meaning of reference data's fields, where anyone can check it. */
export const referenceRules: readonly Rule[] = [
  ...rulesOn(["listCountries"], { "DICT-6": each(checkCountry) }),
  ...rulesOn(["listConnectedLocations"], { "LOC-13": each(checkZone) }),
  ...rulesOn(["readService"], {
    "SRV-6": ({ record }) =>
      typeof record?.price_min === "number" && typeof record.price_max === "number"
        ? breachUnless(record.price_min <= record.price_max, {
            pointer: "/data/price_min",
            found: `${record.price_min} above ${record.price_max}`,
            expected: "a price that is not above price_max",
          })
        : undefined,
  }),
];
