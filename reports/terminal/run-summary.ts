import { dirname, join } from "node:path";
import { shortPath } from "../../base/files/short-path.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import { fixesIn } from "../../record/causes.ts";
import { headlineOf } from "../../record/headline.ts";
import { countOutcomes, isOfContracts } from "../../record/outcomes.ts";
import { cellCount } from "../../record/results/cell-words.ts";
import { selectedIn } from "../../record/results/selected.ts";
import { revisionLines, trialLines } from "../../record/results/trial.ts";
import { type RequirementResult, type Results, settingsOf } from "../../record/results.ts";
import type { SinceThen } from "../../record/since.ts";
import { loadInstallMachine } from "../../specs/install-machine.ts";
import { describeSuite } from "../../specs/suite.ts";
import { unlockWords } from "../parts/unlock-words.ts";
import { sinceLines } from "../since-words.ts";
import { areaTable } from "./area-table.ts";
import { breachColours, verdictColours } from "./colours.ts";
import { contractBreaches, contractCounts, contractsSummary } from "./contracts-summary.ts";

/** Where a summary is shown. */
export interface SummaryOptions {
  paint: Paint;
  /** A person at a terminal gets a table of areas as well. */
  isTerminal?: boolean | undefined;
  /** Only the verdict. */
  isQuiet?: boolean | undefined;
  /** Changes since an earlier run. */
  since?: SinceThen | undefined;
}

/** The findings of a run, for a person at a terminal; the file is where its results are. */
export function runSummary(
  results: Results,
  file: string,
  { paint, isTerminal = false, isQuiet = false, since }: SummaryOptions,
): string {
  const report = join(dirname(file), "index.html");
  if (isOfContracts(results) && !isQuiet)
    return contractsSummary(results.subject.name, results.contracts ?? [], { verdict: results.verdict, report }, paint);
  const { words, judged, tone } = headlineOf(results);
  const verdict = `${printable(results.subject.name)}: ${paint[verdictColours[tone]](words)}${judged && `, ${judged}`}`;
  if (isQuiet) return `${verdict}\n`;
  const { requirements } = selectedIn(results);
  const count = countOutcomes(requirements);
  const cells = cellCount(results);
  const left = results.selected ? `; ${results.selected.of - results.selected.count} not selected` : "";
  const counts = `${count.pass} passed, ${count.fail} failed, ${count.warn} warned, ${count.untestable} untestable, ${count["not-applicable"]} left open`;
  const { contracts = [] } = results;
  const { seed } = settingsOf(results);
  return [
    ...troublesIn(results, paint),
    ...ourFaultsIn(results, paint),
    ...breachesIn(results, dirname(file), paint),
    ...contractBreaches(contracts, paint),
    ...(isTerminal ? areaTable(requirements, paint) : []),
    verdict,
    ...outOfDate(results),
    ...judgedAgainLines(results),
    `${requirements.length} requirements: ${counts}${left}${cells && `; ${cells} cells judged`}`,
    ...revisionLines(results),
    ...trialLines(results),
    ...partlyJudged(requirements),
    ...contractCounts(contracts),
    ...unlockWords(results).map((more, index) => `${(index === 0 ? "judge more:" : "").padEnd(11)} ${printable(more)}`),
    ...(since ? sinceLines(since, results) : []),
    ...machineLine(results.machine),
    [
      `${counted(results.requests, "request")}${busiest(results.spent)}`,
      ...(seed ? [`seed ${seed}`] : []),
      printable(`${results.specification.name} ${results.specification.version}`),
    ].join(", "),
    `results: ${shortPath(file)}`,
    `report: ${shortPath(report)}`,
    "",
  ].join("\n");
}

/** That a stored journal was judged again, and what it lacks. */
function judgedAgainLines({ judgedAgain, suite }: Results): string[] {
  if (!judgedAgain) return [];
  const { first, lacks } = judgedAgain;
  const by = suite ? ` by ${describeSuite(suite)}` : "";
  const before = first ? describeSuite(first) : "an earlier assay";
  return [
    `judged again from its journal${by}, without sending anything; judged first by ${before}`,
    ...lacks.map(({ what, times }) => `the journal lacks ${printable(what)}${times > 1 ? ` (${times} times)` : ""}`),
  ];
}

/** The number of requirements judged in part that are named. */
const maxNamed = 3;

/** The requirements that hold in some of their cells, and those that passed although a proof of them could not be judged. */
function partlyJudged(requirements: readonly RequirementResult[]): string[] {
  const held = requirements.flatMap(({ id, outcome, reason, cells }) =>
    outcome === "untestable" && cells && cells.judged > 0 ? [`${id} ${reason}`] : [],
  );
  const passed = requirements.flatMap(({ id, note }) => (note ? [`${id} ${note}`] : []));
  const partly = [...held, ...passed];
  if (partly.length === 0) return [];
  const more =
    partly.length > maxNamed ? [`  and ${partly.length - maxNamed} more; results.json has them all (cells, note)`] : [];
  return ["judged in part:", ...partly.slice(0, maxNamed).map((line) => `  ${printable(line)}`), ...more];
}

/** Advice where known failures no longer fail. */
const outOfDate = ({ noLongerFailing: ids = [] }: Results): string[] =>
  ids.length > 0
    ? [
        `${counted(ids.length, "known failure")} no longer ${ids.length > 1 ? "fail" : "fails"}: remove ${ids.join(", ")} from the list of --known`,
      ]
    : [];

/** Troubles that kept the run from judging more come first: they may explain the rest. */
export const troublesIn = ({ troubles = [] }: Results, paint: Paint): string[] =>
  troubles.flatMap((trouble) => [`${paint.yellow("trouble")}  ${printable(trouble)}`, ""]);

/** Mistakes of ours keep a subject from passing. */
const ourFaultsIn = ({ ourFaults = [] }: Results, paint: Paint): string[] =>
  ourFaults.length > 0
    ? [`${paint.red("assay itself failed")}  in ${counted(ourFaults.length, "proof")}, so this cannot be a pass`, ""]
    : [];

/** A few lines for each requirement that failed or warned, in the order of causes: how it came to this, and what shows it again. */
const breachesIn = (results: Results, folder: string, paint: Paint): string[] =>
  fixesIn(results).flatMap(({ first, also }) => {
    const { brief, reason = "", repro, evidence } = first;
    const command = brief && repro ? `sh ${shortPath(join(folder, repro))}` : evidence[0]?.curl;
    return [
      named(first, paint),
      ...[brief, reason, command].flatMap((line) => (line ? [`  ${printable(line)}`] : [])),
      ...(also.length > 0 ? ["  likely the same cause:", ...also.map((other) => `    ${named(other, paint)}`)] : []),
      "",
    ];
  });

const named = ({ id, outcome, title }: RequirementResult, paint: Paint): string =>
  `${paint[breachColours[outcome === "fail" ? "fail" : "warn"]](`${outcome} ${id}`)}  ${printable(title)}`;

/** The operations that most requests went to. */
function busiest(spent: Results["spent"] = {}): string {
  const most = Object.entries(spent)
    .slice(0, 3)
    .map(([operation, count]) => `${printable(operation)} ${count}`);
  const more = Object.keys(spent).length > most.length ? ", …" : "";
  return most.length > 0 ? ` (${most.join(", ")}${more})` : "";
}

/** How much of the install machine was seen. */
function machineLine(machine: Results["machine"]): string[] {
  if (!machine) return [];
  const [rows, pairs] = [machine.transitions, machine.pairs].map((taken) => Object.keys(taken).length);
  return [`install machine: ${rows} of ${loadInstallMachine().transitions.length} transitions, ${pairs} pairs of them`];
}
