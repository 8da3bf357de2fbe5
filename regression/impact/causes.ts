import { pathOf } from "../../base/pointer.ts";
import type { Difference } from "../diff/differences/difference.ts";
import { templateOf } from "../diff/documents/operations.ts";
import type { Break, BrokenExpectation } from "./breaks.ts";

/** Which rules concern a part of an interaction; the first row that fits holds. */
const rulesByPart: [part: RegExp, rule: RegExp][] = [
  [/^request\.path$/, /^(parameter-|(deprecated-)?operation-(removed|moved))/],
  [/^request\.header$/, /^(parameter-|security-|request-(media-type|body)-)/],
  [/^request\.query$/, /^(parameter-|request-)/],
  [/^request\.body$/, /^request-/],
  [/^response\.header$/, /^response-header-/],
  [/^response\./, /^response-(?!header-)/],
  [/^message/, /^webhook-(?!answer-|parameter-)/],
];

/** Differences by the operations that they touch. */
export type DifferencesByOperation = ReadonlyMap<string, readonly Difference[]>;

/** The differences that broke an expectation, the nearest first. */
export function causesOf(expectation: BrokenExpectation, differences: DifferencesByOperation): Difference[] {
  const { operation, breaks } = expectation;
  const own = differences.get(templateOf(operation)) ?? [];
  const breaking = own.filter(({ level }) => level === "breaking");
  const causes = breaks.flatMap((broken) => {
    const concerning = own.filter((difference) => concerns(difference, broken));
    const exact = concerning.filter((difference) => isAbout(difference, broken, expectation));
    return exact.length > 0 ? exact : concerning.filter(({ level }) => level === "breaking");
  });
  if (causes.length > 0) return [...new Set(causes)];
  return breaking.length > 0 ? breaking : [...own];
}

/** Differences that break, or may, by the operations that they touch. */
export function byOperation(differences: readonly Difference[]): DifferencesByOperation {
  const found = new Map<string, Difference[]>();
  for (const difference of differences.filter(({ level }) => level !== "compatible"))
    for (const operation of difference.operations.map(templateOf)) {
      const known = found.get(operation);
      if (known) known.push(difference);
      else found.set(operation, [difference]);
    }
  return found;
}

/** True if contracts show who relies on such a difference; what a credential may do, and where a server is, they do not show. */
export const isShownByContracts = ({ rule }: Difference): boolean =>
  /^(parameter|request|response|webhook)-|^(deprecated-)?operation-(removed|moved)$/.test(rule);

/** True if a difference is in the part of an interaction that breaks. */
const concerns = ({ rule }: Difference, { part }: Break): boolean =>
  rulesByPart.find(([pattern]) => pattern.test(part))?.[1].test(rule) ?? false;

/** True if a difference names the field, parameter or status at which an expectation breaks; an operation that is gone as a whole names all. */
function isAbout(difference: Difference, { part, pointer }: Break, { status }: BrokenExpectation): boolean {
  const { rule, names, old, new: fresh } = difference;
  if (/^(deprecated-)?(operation|webhook)-(removed|moved)$/.test(rule)) return true;
  if (rule.startsWith("security-")) return pointer === "/Authorization";
  const field = pathOf(pointer).findLast((step) => step !== "" && !/^\d+$/.test(step));
  const name = field ?? (part === "response.status" ? status : undefined);
  if (name === undefined) return false;
  const named = [...names, ...pathOf(old?.pointer ?? ""), ...pathOf(fresh?.pointer ?? "")];
  return named.some((text) => text.toLowerCase() === String(name).toLowerCase());
}
