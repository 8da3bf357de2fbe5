import type { FindLine } from "../../base/files/line-finder.ts";
import type { FilePointer } from "../../regression/diff/differences/difference.ts";
import { type DifferenceLevel, rules } from "../../regression/diff/differences/rules.ts";
import { type SarifFinding, type SarifLevel, type SarifPlace, sarifText } from "../sarif.ts";
import type { DiffResults, ListedDifference } from "./diff-results.ts";
import { operationsIn } from "./diff-text.ts";

const levels: Record<DifferenceLevel, SarifLevel> = { breaking: "error", warning: "warning", compatible: "note" };

/** The finding of a rule, in the words of its own id. */
export const describeRule = (rule: string): string => {
  const words = `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll("-", " ")}`;
  return Object.hasOwn(rules, rule) ? `${words} (${rules[rule]})` : words;
};

/** The differences as SARIF, each at its place in the new version. */
export const diffSarif = (results: DiffResults, findLine: FindLine): string =>
  sarifText(diffFindings(results, findLine), describeRule);

/** The differences, as a report of several parts shows them. */
export const diffFindings = ({ findings, ignored, new: fresh }: DiffResults, findLine: FindLine): SarifFinding[] => [
  ...findings.map((difference) => findingOf(difference, fresh, findLine)),
  ...ignored.map((difference) => ({ ...findingOf(difference, fresh, findLine), accepted: difference.reason })),
];

function findingOf(difference: ListedDifference, fresh: string, findLine: FindLine): SarifFinding {
  const { rule, level, says, old, new: now, fingerprint } = difference;
  const operations = operationsIn(difference);
  const [place, before] = [now ?? old, now && old];
  return {
    rule,
    level: levels[level],
    says: operations ? `${says} (${operations})` : says,
    place: place ? sarifPlace(place, findLine) : { file: fresh, line: 1 },
    ...(before ? { related: [sarifPlace(before, findLine, "the old version")] } : {}),
    fingerprint,
  };
}

/** A place of a document with its line. */
export const sarifPlace = ({ file, pointer }: FilePointer, findLine: FindLine, says?: string): SarifPlace => ({
  file,
  line: findLine(file, pointer) ?? 1,
  name: pointer,
  ...(says ? { says } : {}),
});
