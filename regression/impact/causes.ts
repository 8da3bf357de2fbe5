import type { Finding } from "../diff/findings.ts";
import type { Break, BrokenExpectation } from "./broken.ts";

/** Which rules tell of a part of an interaction. */
const sides: [part: RegExp, rule: RegExp][] = [
  [/^request\.path$/, /^(parameter-|(deprecated-)?operation-(removed|moved))/],
  [/^request\.header$/, /^(parameter-|security-|request-(media-type|body)-)/],
  [/^request\.query$/, /^(parameter-|request-)/],
  [/^request\.body$/, /^request-/],
  [/^response\.header$/, /^response-header-/],
  [/^response\./, /^response-(?!header-)/],
  [/^message/, /^webhook-(?!answer-|parameter-)/],
];

/** The differences that broke an expectation, the nearest first. */
export function causesOf(
  { operation, breaks }: BrokenExpectation,
  findings: ReadonlyMap<string, Finding[]>,
): Finding[] {
  const own = findings.get(templateOf(operation)) ?? [];
  const isBreaking = own.filter(({ level }) => level === "breaking");
  const near = breaks.map((one) => own.filter((finding) => isOn(finding, one) && isAbout(finding, one)));
  const beside = (one: Break) => isBreaking.filter((finding) => isOn(finding, one));
  const found = breaks.flatMap((one, index) => {
    const exact = near[index] ?? [];
    return exact.length > 0 ? exact : beside(one);
  });
  return [...new Set(found.length > 0 ? found : isBreaking.length > 0 ? isBreaking : own)];
}

/** Differences that break, or may, by the operations that they touch. */
export function byOperation(findings: readonly Finding[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings.filter(({ level }) => level !== "compatible"))
    for (const operation of finding.operations.map(templateOf))
      found.set(operation, [...(found.get(operation) ?? []), finding]);
  return found;
}

/** An operation's name in which every path parameter looks alike, since another name of one is no difference. */
export const templateOf = (operation: string): string => operation.replace(/\{[^}]*\}/g, "{}");

/** Whether contracts show who relies on such a difference: what a credential may do, and where a server stands, is in none. */
export const isShown = ({ rule }: Finding): boolean =>
  /^(parameter|request|response|webhook)-|^(deprecated-)?operation-(removed|moved)$/.test(rule);

const isOn = ({ rule }: Finding, { part }: Break): boolean =>
  sides.find(([pattern]) => pattern.test(part))?.[1].test(rule) ?? false;

/** Whether a difference names what an expectation trips over: a field, a parameter or a status; one that is gone as a whole names all. */
function isAbout({ rule, says, old, new: fresh }: Finding, { part, pointer, says: told }: Break): boolean {
  if (/^(deprecated-)?(operation|webhook)-(removed|moved)$/.test(rule)) return true;
  if (rule.startsWith("security-")) return pointer === "/Authorization";
  const steps = pointer.split("/").filter((step) => step !== "" && !/^\d+$/.test(step));
  const name = steps.at(-1) ?? (part === "response.status" ? /\d{3}/.exec(told)?.[0] : undefined);
  if (name === undefined) return false;
  const words = [says, old?.pointer, fresh?.pointer].flatMap((text) => text?.toLowerCase().match(/[\w-]+/g) ?? []);
  return words.includes(name.toLowerCase());
}
