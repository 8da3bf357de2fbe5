import { shortPath } from "../../base/files/short-path.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { type ApplicationEnd, applicationEnd } from "../../record/application-end.ts";
import { fixesIn } from "../../record/causes.ts";
import { countOutcomes } from "../../record/outcomes.ts";
import { scenarioTimes } from "../../record/results/scenario-times.ts";
import { revisionLines, trialLines } from "../../record/results/trial.ts";
import type { RequirementResult, Results, Verdict } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { claimsIn, type JudgedClaim, playedFor } from "../../record/timeline.ts";
import { breachColours, verdictColours } from "./colours.ts";
import { troublesIn } from "./run-summary.ts";

const words: Record<Verdict, string> = {
  pass: "certified",
  fail: "not certified",
  inconclusive: "inconclusive, not certified",
};

/** The findings of a certification, for a person at a terminal; `written` names its files. */
export function partnerSummary(
  { results, entries }: RunRecord,
  written: Readonly<Record<string, string>>,
  paint: Paint,
): string {
  const fixes = fixesIn(results).map(({ first, also }, index) => fixEntry(index + 1, first, also, paint));
  const untestable = untestableLines(results.requirements, paint);
  const count = countOutcomes(results.requirements);
  return [
    ...endLines(applicationEnd(results), paint),
    ...troublesIn(results, paint),
    ...(fixes.length > 0 ? [paint.bold("To fix, in this order"), "", ...fixes] : []),
    ...(untestable.length > 0 ? [...untestable, ""] : []),
    `${printable(results.subject.name)}: ${paint[verdictColours[results.verdict]](words[results.verdict])}${results.complete === false ? paint.yellow(" (interrupted)") : ""}`,
    `${results.requirements.length} requirements: ${count.pass} passed, ${count.fail} failed, ${count.warn} warned, ${count.untestable} untestable, ${count["not-applicable"]} not applicable`,
    ...revisionLines(results),
    ...trialLines(results),
    ...claimLines(claimsIn(results, entries), paint),
    timeLine(results),
    `the platform spoke dialect ${results.seed}; to hear it again: dialect: ${results.seed} in the profile`,
    ...Object.entries(written).map(([what, file]) => `${what}: ${shortPath(file)}`),
    "",
  ].join("\n");
}

/** Requirements that could not be judged, a line for each reason. */
function untestableLines(requirements: readonly RequirementResult[], paint: Paint): string[] {
  const byReason = groupBy(
    requirements.filter(({ outcome }) => outcome === "untestable"),
    ({ reason = "" }) => reason,
  );
  return [...byReason].map(([reason, [{ id }, ...also]]) => {
    const more = also.length > 0 ? ` (and ${also.map((result) => result.id).join(", ")})` : "";
    return `${paint.yellow(`untestable ${id}`)}${more}  ${printable(reason)}`;
  });
}

/** The first fix, and the requirements that probably break for the same cause. */
function fixEntry(number: number, first: RequirementResult, also: readonly RequirementResult[], paint: Paint): string {
  const { id, outcome, title, reason, evidence } = first;
  const colour = outcome === "fail" ? breachColours.fail : breachColours.warn;
  return [
    `${number}. ${paint[colour](`${outcome} ${id}`)}  ${printable(title)}`,
    `   ${printable(reason ?? "")}`,
    ...(also.length > 0
      ? [`   likely the same cause: ${also.map((result) => `${result.outcome} ${result.id}`).join(", ")}`]
      : []),
    ...(evidence[0]?.curl ? [`   ${paint.dim(printable(evidence[0].curl))}`] : []),
    "",
  ].join("\n");
}

/** How the application ended, if it did: where, and what it printed. */
function endLines(end: ApplicationEnd | undefined, paint: Paint): string[] {
  if (!end) return [];
  return [
    `${paint.red(end.scenario ? "The application is gone" : "The application did not start")}: ${printable(end.how)}`,
    ...(end.scenario ? [`  in: ${printable(end.scenario)}`, `  after: ${printable(end.step ?? "")}`] : []),
    ...(end.lines.length > 0
      ? ["  it printed last:", ...end.lines.map((line) => `    | ${printable(line)}`)]
      : ["  it printed nothing"]),
    "",
  ];
}

/** The scenarios of each claim, and those that broke or could not be judged. */
function claimLines(timelines: readonly JudgedClaim[], paint: Paint): string[] {
  const width = Math.max(0, ...timelines.map(({ claim }) => claim.length));
  return timelines.map((timeline) => {
    const { claim, scenarios, broken, untestable } = timeline;
    const found = [
      ...(broken.length > 0 ? [paint.red(`broken: ${broken.join(", ")}`)] : []),
      ...(untestable.length > 0 ? [paint.yellow(`untestable: ${untestable.join(", ")}`)] : []),
    ];
    const fine = scenarios.length > 0 && found.length === 0 ? ["nothing to fix"] : [];
    return `  ${claim.padEnd(width)}  ${[playedFor(timeline), ...found, ...fine].join("; ")}`;
  });
}

/** Of how many scenarios the summary says how long they took. */
const shownScenarios = 4;

/** Where the time went. */
function timeLine(results: Results): string {
  const seconds = Math.round((Date.parse(results.finished) - Date.parse(results.started)) / 1000);
  const longest = scenarioTimes(results)
    .slice(0, shownScenarios)
    .map(([title, time]) => `${printable(title)} (${time} s)`);
  const all = `${results.requests} requests of the application in ${seconds} s`;
  return longest.length > 0 ? `${all}; longest scenarios: ${longest.join("; ")}` : all;
}
