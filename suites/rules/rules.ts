import { callRules } from "./call-rules.ts";
import { clientRules } from "./client-rules.ts";
import { envelopeRules } from "./envelope-rules.ts";
import { forms } from "./filters.ts";
import { pageSize } from "./pages.ts";
import { rateRules } from "./rate-rules.ts";
import { referenceRules } from "./reference-rules.ts";
import { resourceRules } from "./resource-rules.ts";
import { breachUnless, onlyBreaches, type Rule, rulesOn } from "./rule.ts";

/** Every rule: what must hold of one exchange, beyond the schemas of its operation. */
export const rules: readonly Rule[] = [
  ...envelopeRules,
  ...callRules,
  ...clientRules,
  ...resourceRules,
  ...rateRules,
  ...referenceRules,

  ...rulesOn(["listConnectedLocations"], { "LOC-6": pageSize("count") }),
  ...rulesOn(["searchActivities"], { "ACT-5": pageSize("count") }),

  ...rulesOn(["searchActivityDates"], {
    "ACT-7": ({ input: { from, till }, texts: dates }) => {
      const [first, last] = [from, till].map((day) => (forms.day(day) ? String(day) : undefined));
      if (!dates || dates.length === 0 || (first ?? last) === undefined) return undefined;
      const stray = dates.find((date) => (first && date < first) || (last && date > last));
      return onlyBreaches(
        breachUnless(stray === undefined, {
          found: `the date ${stray}`,
          expected: `dates${first ? ` from ${first}` : ""}${last ? ` to ${last}` : ""}`,
        }),
      );
    },
  }),

  ...rulesOn(["readService"], {
    "SRV-4": ({ path, record }) =>
      record &&
      breachUnless(Number(record.id) === Number(path.service_id), {
        found: `the service ${String(record.id)}`,
        expected: `the service ${path.service_id}`,
      }),
  }),
];

const byOperation = new Map<string, readonly Rule[]>();

/** The rules that an operation's exchanges are checked against. */
export function rulesFor(operation: string): readonly Rule[] {
  const known =
    byOperation.get(operation) ??
    rules.filter(({ operations }) => operations === "every" || operations.includes(operation));
  byOperation.set(operation, known);
  return known;
}
