import type { ExchangeView } from "./exchange-view.ts";

/** Where an exchange breaks a rule: what was found, what was expected, and a JSON Pointer into the body. */
export interface Breach {
  pointer: string;
  found: string;
  expected: string;
}

/** Looks at one exchange: the breaches that it finds, or undefined where the exchange shows nothing of the matter. */
export type RuleCheck = (exchange: ExchangeView) => Breach[] | undefined;

/** A condition on one exchange: a value that names its requirement and the operations whose exchanges it looks at. */
export interface Rule {
  id: string;
  operations: readonly string[] | "every";
  check: RuleCheck;
}

/** The rules for the exchanges of some operations, from a table of checks by requirement. */
export const rulesOn = (
  operations: Rule["operations"],
  checks: Readonly<Record<string, RuleCheck | readonly RuleCheck[]>>,
): Rule[] => Object.entries(checks).flatMap(([id, own]) => [own].flat().map((check) => ({ id, operations, check })));

/** Applies a check only to exchanges that fulfil a condition. */
export const when =
  (applies: (exchange: ExchangeView) => boolean, check: RuleCheck): RuleCheck =>
  (exchange) =>
    applies(exchange) ? check(exchange) : undefined;

export const status =
  (expected: number) =>
  (exchange: ExchangeView): boolean =>
    exchange.status === expected;

/** Breaches, where there are any; without one nothing is shown, as where a filter may only happen to fit. */
export const onlyBreaches = (breaches: Breach[]): Breach[] | undefined => (breaches.length > 0 ? breaches : undefined);

/** No breach where something holds, else the one that is described. */
export const breachUnless = (
  holds: boolean,
  { pointer = "", found, expected }: Omit<Breach, "pointer"> & { pointer?: string },
): Breach[] => (holds ? [] : [{ pointer, found, expected }]);
