import type { Exchange } from "../../harness/exchange.ts";
import { limit } from "../../specs/limits.ts";
import type { SchemaError } from "../../specs/validate.ts";
import { documentedValues } from "../../specs/values.ts";
import { agreeToSwap } from "./collation.ts";
import { type Seen, see } from "./seen.ts";

/** What a rule says of one exchange: the requirement, and where it is broken, if it is. */
export interface Ruling {
  requirement: string;
  errors: Required<SchemaError>[];
}

/** A rule looks at one exchange; it says nothing where there is nothing to hold against it. */
type Rule = (seen: Seen) => Ruling | undefined;

type Item = Record<string, unknown>;

const day = 86_400_000;
/** Clocks of two places on Earth are at most this far apart. */
const zones = 26 * 3_600_000;
const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

/** A page is not larger than it was asked for. */
const atMost =
  (requirement: string, parameter: string): Rule =>
  ({ asked, items }) => {
    const size = Number(asked[parameter]);
    if (!items || !Number.isInteger(size) || size < 1) return undefined;
    return larger(requirement, items.length, size);
  };

const larger = (requirement: string, length: number, size: number): Ruling => ({
  requirement,
  errors:
    length > size ? [{ requirement, pointer: "/data", found: `a page of ${length}`, expected: `at most ${size}` }] : [],
});

/** The forms in which a filter is documented; what another value does is open. */
const forms = {
  day: (value: unknown) => isDate(value, /^\d{4}-\d\d-\d\d$/),
  moment: (value: unknown) => isDate(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  number: (value: unknown) => /^\d{1,15}(\.\d+)?$/.test(String(value)),
  ids: (value: unknown) => [value].flat().every((one) => /^\d{1,15}$/.test(String(one))),
  text: (value: unknown) => typeof value === "string" && /^[^\p{Cc}]{1,100}$/u.test(value) && value.trim() === value,
  phone: (value: unknown) => typeof value === "string" && /^\+?\d[\d ]*$/.test(value),
  types: (value: unknown) => Array.isArray(value) && value.every((one) => callTypes.includes(String(one))),
  statuses: (value: unknown) => Array.isArray(value) && value.every((one) => callStatuses.includes(String(one))),
};

const [callTypes, callStatuses] = ["type", "status"].map((field) => documentedValues("listCalls", field)) as [
  string[],
  string[],
];

/** A date that is in the calendar, in one form. */
const isDate = (value: unknown, form: RegExp): boolean =>
  typeof value === "string" &&
  form.test(value) &&
  new Date(`${value.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(value.slice(0, 10));

/** Every item is what a filter asked for. */
const finds =
  (
    requirement: string,
    [parameter, form]: [name: string, form: keyof typeof forms],
    field: string,
    fits: (value: unknown, asked: unknown) => boolean,
  ): Rule =>
  ({ asked, items }) => {
    const wanted = asked[parameter];
    if (!items || items.length === 0 || String(wanted ?? "") === "" || !forms[form](wanted)) return undefined;
    return {
      requirement,
      errors: items.flatMap((item, index) =>
        fits(item[field], wanted)
          ? []
          : [
              {
                requirement,
                pointer: `/data/${index}/${field}`,
                found: `${JSON.stringify(item[field])} with ${parameter} ${JSON.stringify(wanted)}`,
                expected: "only what the filter asks for",
              },
            ],
      ),
    };
  };

const among = (value: unknown, asked: unknown): boolean => !Array.isArray(asked) || asked.includes(value);
const lower = (value: unknown): string => String(value).normalize("NFC").toLowerCase();
const contains = (value: unknown, part: unknown): boolean => lower(value).includes(lower(part));
const digits = (value: unknown): string => String(value).replace(/\D/g, "");
const hasDigits = (value: unknown, part: unknown): boolean => digits(value).includes(digits(part));
const isOneOf = (value: unknown, asked: unknown): boolean => [asked].flat().map(String).includes(String(value));
/** A moment in a form that cannot be read is judged elsewhere. */
const apart = (value: unknown, asked: unknown, by: number): number => {
  const [one, other] = [value, asked].map((text) => Date.parse(String(text)));
  return Number.isNaN(one) || Number.isNaN(other) ? 0 : (one ?? 0) - (other ?? 0) + by;
};

/** The order of the v3 list: by title where every reasonable collation agrees, by id where titles are equal and ids comparable. */
const orders = (requirement: string, precedes: (one: Item, other: Item) => boolean): Rule => {
  return ({ items }) => {
    if (!items || items.length < 2) return undefined;
    const index = items.findIndex((item, at) => at > 0 && precedes(item, items[at - 1] ?? {}));
    const [before, after] = [items[index - 1], items[index]].map(
      (item) => `${JSON.stringify(item?.title)} (id ${String(item?.id)})`,
    );
    const error = {
      requirement,
      pointer: `/data/${index}`,
      found: `${before} before ${after}`,
      expected: "the other way round",
    };
    return { requirement, errors: index < 0 ? [] : [error] };
  };
};

/** Whether ids are of a kind whose order is certain, and the first comes first. */
const idPrecedes = (one: unknown, other: unknown): boolean =>
  typeof one === "number" && typeof other === "number"
    ? one < other
    : typeof one === "string" && typeof other === "string" && one.length === other.length && one < other;

/** The policy that a v3 answer names; undefined where it cannot be read. */
export function policyOf(headers: Exchange["response"]["headers"]): { limit: number; window: number } | undefined {
  const [, limited, window] = /^\s*(\d+)\s*;\s*w\s*=\s*(\d+)\s*$/.exec(headers["ratelimit-policy"] ?? "") ?? [];
  return limited && window ? { limit: Number(limited), window: Number(window) } : undefined;
}

const header = (requirement: string, isSo: boolean, found: string, expected: string): Ruling => ({
  requirement,
  errors: isSo ? [] : [{ requirement, pointer: "", found, expected }],
});

const v3Rules: Rule[] = [
  ({ asked, items }) => {
    const size = asked.limit === undefined ? Number.NaN : Number(asked.limit);
    return items && Number.isInteger(size) && size >= least && size <= most
      ? larger("RES-3", items.length, size)
      : undefined;
  },
  ({ asked, items }) => (items && asked.limit === undefined ? larger("RES-4", items.length, usual) : undefined),
  ({ items }) => items && larger("RES-18", items.length, most),
  orders("RES-6", (one, other) => agreeToSwap(other.title, one.title)),
  orders(
    "RES-7",
    (one, other) => typeof one.title === "string" && one.title === other.title && idPrecedes(one.id, other.id),
  ),
  ({ status, headers }) => {
    const [policy, reset] = [policyOf(headers), headers["ratelimit-reset"]];
    if (status !== 200 || !policy || reset === undefined) return undefined;
    return header(
      "RATE-6",
      Number(reset) === policy.window,
      `RateLimit-Reset ${reset}`,
      `${policy.window}, the length of the policy's window`,
    );
  },
  ({ status, headers }) => {
    const [policy, left] = [policyOf(headers), headers["ratelimit-remaining"]];
    if (status !== 200 || !policy || left === undefined) return undefined;
    return header("RATE-7", !(Number(left) > policy.limit), `RateLimit-Remaining ${left}`, `at most ${policy.limit}`);
  },
  ({ status, headers }) => {
    const { "retry-after": wait, "ratelimit-reset": reset } = headers;
    if (status !== 429 || wait === undefined || reset === undefined) return undefined;
    return header(
      "RATE-2",
      Number(wait) === Number(reset),
      `Retry-After ${wait} and RateLimit-Reset ${reset}`,
      "the same",
    );
  },
];

/** What must hold of one successful answer to one request, beyond its form. */
const rules: Record<string, Rule[]> = {
  listConnectedLocations: [atMost("LOC-6", "count")],
  listCalls: [
    atMost("CALL-11", "limit"),
    finds("CALL-6", ["date_from", "day"], "call_date", (value, from) => apart(value, from, zones) >= 0),
    finds("CALL-6", ["date_to", "day"], "call_date", (value, to) => apart(value, to, -zones - day) <= 0),
    finds("CALL-8", ["types", "types"], "type", among),
    finds("CALL-9", ["statuses", "statuses"], "status", among),
  ],
  listClients: [
    atMost("CLI-11", "count"),
    finds("CLI-6", ["fullname", "text"], "name", contains),
    finds("CLI-6", ["phone", "phone"], "phone", hasDigits),
    finds("CLI-6", ["email", "text"], "email", contains),
    finds("CLI-6", ["card", "text"], "card", contains),
    finds("CLI-7", ["paid_min", "number"], "spent", (value, asked) => !(Number(value) < Number(asked))),
    finds("CLI-7", ["paid_max", "number"], "spent", (value, asked) => !(Number(value) > Number(asked))),
    finds("CLI-8", ["id", "ids"], "id", isOneOf),
    finds("CLI-8", ["id[]", "ids"], "id", isOneOf),
    finds(
      "CLI-9",
      ["changed_after", "moment"],
      "last_change_date",
      (value, moment) => apart(value, moment, zones) >= 0,
    ),
    finds(
      "CLI-9",
      ["changed_before", "moment"],
      "last_change_date",
      (value, moment) => apart(value, moment, -zones) <= 0,
    ),
  ],
  readService: [
    ({ path, data }) =>
      data &&
      header(
        "SRV-4",
        Number(data.id) === Number(path.service_id),
        `the service ${String(data.id)}`,
        `the service ${path.service_id}`,
      ),
  ],
  searchActivities: [atMost("ACT-5", "count")],
  searchActivityDates: [
    ({ asked, dates }) => {
      const [from, till] = [asked.from, asked.till].map(String);
      if (!dates || !from || !till || !forms.day(from) || !forms.day(till)) return undefined;
      const stray = dates.find((date) => date < from || date > till);
      return header("ACT-7", stray === undefined, `the date ${stray}`, `dates from ${from} to ${till}`);
    },
  ],
  listResources: v3Rules,
};

/** The requirements that these rules, and those of every exchange, can find broken. */
export const ruledRequirements = [
  "ENV-5",
  "ENV-7",
  "ENV-6",
  "ENV-8",
  "RES-3",
  "RES-4",
  "RES-6",
  "RES-7",
  "RES-18",
  "RATE-2",
  "RATE-6",
  "RATE-7",
  "LOC-6",
  "SRV-4",
];

/** Holds one exchange, whose body was parsed already, against the rules of its operation. */
export function rule(exchange: Exchange, body: unknown): Ruling[] {
  const own = rules[exchange.request.operation.id];
  if (!own) return [];
  const seen = see(exchange, body);
  return own.flatMap((one) => one(seen) ?? []);
}
