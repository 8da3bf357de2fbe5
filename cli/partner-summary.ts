import { relative, resolve } from "node:path";
import colors from "picocolors";
import type { Outcome, RequirementResult, Results } from "../record/results.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { scenarioTimes } from "../record/scenario-times.ts";
import { claimOf, isBasis } from "../suites/partner/claims.ts";

const words = { pass: "certified", fail: "not certified", inconclusive: "inconclusive, not certified" };
const paints = { pass: colors.green, fail: colors.red, inconclusive: colors.yellow };

/** What rests on what: an application that is not properly installed can show nothing else. */
const order = ["install", undefined, "lifecycle", "webhooks", "resources", "calls"];

const near = (file: string): string => (relative("", file).startsWith("..") ? resolve(file) : relative("", file));

/** What does not hold: failures before warnings, and first what everything else rests on. */
export const toMend = (requirements: RequirementResult[]): RequirementResult[] => {
  const rank = ({ id, outcome }: RequirementResult) =>
    (outcome === "fail" ? 0 : 10) + order.indexOf(claimOf(id)) + (isBasis(id) ? 0 : 0.5);
  return requirements
    .filter(({ outcome }) => outcome === "fail" || outcome === "warn")
    .toSorted((a, b) => rank(a) - rank(b));
};

/** A run with what its partner has to mend, in the order of the summary. */
export const inOrder = (run: RunRecord): RunRecord =>
  run.results.kind === "partner" ? { ...run, mends: toMend(run.results.requirements).map(({ id }) => id) } : run;

/** What a certification found, for a person at a terminal. */
export function partnerSummary(results: Results, written: Record<string, string>): string {
  const broken = toMend(results.requirements);
  const mends = broken
    .filter(({ reason }, index) => broken.findIndex((other) => other.reason === reason) === index)
    .map((first, index) =>
      mend(
        index + 1,
        first,
        broken.filter((other) => other !== first && other.reason === first.reason),
      ),
    );
  const untestable = results.requirements
    .filter(({ outcome, level }) => outcome === "untestable" && level === "must")
    .map(({ id, reason }) => `${colors.yellow(`untestable ${id}`)}  ${reason}`);
  const count = (outcome: Outcome) =>
    results.requirements.filter((requirement) => requirement.outcome === outcome).length;
  return [
    ...(mends.length > 0 ? [colors.bold("To mend, in this order"), "", ...mends] : []),
    ...(untestable.length > 0 ? [...untestable, ""] : []),
    `${results.subject.name}: ${paints[results.verdict](words[results.verdict])}${results.complete === false ? colors.yellow(" (interrupted)") : ""}`,
    `${results.requirements.length} requirements: ${count("pass")} passed, ${count("fail")} failed, ${count("warn")} warned, ${count("untestable")} untestable, ${count("not-applicable")} not applicable`,
    timeLine(results),
    ...Object.entries(written).map(([what, file]) => `${what}: ${near(file)}`),
    "",
  ].join("\n");
}

/** One thing to mend; requirements that fail for the same reason are only named. */
const mend = (
  number: number,
  { id, outcome, title, reason, evidence }: RequirementResult,
  others: RequirementResult[],
): string =>
  [
    `${number}. ${(outcome === "fail" ? colors.red : colors.yellow)(`${outcome} ${id}`)}  ${title}`,
    `   ${reason}`,
    ...(others.length > 0
      ? [`   For the same reason: ${others.map((other) => `${other.outcome} ${other.id}`).join(", ")}`]
      : []),
    ...(evidence[0] ? [`   ${colors.dim(evidence[0].curl ?? evidence[0].exchange)}`] : []),
    "",
  ].join("\n");

/** Of how many scenarios the summary says how long they took. */
const shownScenarios = 4;

/** Where the time went. */
function timeLine(results: Results): string {
  const seconds = Math.round((Date.parse(results.finished) - Date.parse(results.started)) / 1000);
  const longest = scenarioTimes(results)
    .slice(0, shownScenarios)
    .map(([title, time]) => `${title} (${time} s)`);
  const all = `${results.requests} requests of the application in ${seconds} s`;
  return longest.length > 0 ? `${all}; longest scenarios: ${longest.join("; ")}` : all;
}
