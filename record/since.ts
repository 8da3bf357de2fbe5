import { join } from "node:path";
import { textOrNothing } from "../base/files/text-or-nothing.ts";
import { writeWhole } from "../base/files/write-whole.ts";
import { parseJson, recordsOf } from "../base/json.ts";
import { describeSuite } from "../specs/suite.ts";
import { countOutcomes, isBroken } from "./outcomes.ts";
import { isSelected } from "./results/selected.ts";
import { holdResults, type RequirementResult, type Results, type Verdict } from "./results.ts";

/** Differences from an earlier run of the same subject: ids of requirements. */
export interface SinceThen {
  /** When the earlier run ended. */
  finished: string;
  /** The suites that judged then and now, where they differ: then a change may be the suite's. */
  suites?: { then: string; now: string };
  /** Of what changed, what the earlier run shows too, once its journal is judged by the suite of today: the suite's changes, not the subject's. */
  bySuite?: string[];
  /** Present where it is the same run, whose journal was judged again: every change is the suite's. */
  isSameRun?: true;
  newlyFailing: string[];
  fixed: string[];
  stillFailing: string[];
  newlyUntestable: string[];
}

/** One run of the past, in figures. */
export interface PastRun {
  finished: string;
  verdict: Verdict;
  passed: number;
  failed: number;
}

/** The number of runs of the past that are remembered. */
const maxRuns = 30;

const historyFile = (folder: string): string => join(folder, "history.json");

/** Holds on to the results of an earlier run in a folder; what cannot be read is not compared with. */
export function earlierResults(folder: string): () => Results | undefined {
  const held = holdResults(folder);
  return () => {
    try {
      return held?.();
    } catch {
      return undefined;
    }
  };
}

/**
 * Compares a run with an earlier one; runs of different subjects have nothing in common. With what the earlier run's journal comes to by the suite of
 * today, the suite's changes stand apart.
 */
export function sinceThen(before: Results | undefined, now: Results, again?: Results): SinceThen | undefined {
  if (!before || before.subject.name !== now.subject.name || before.kind !== now.kind) return undefined;
  const was = new Map(before.requirements.map((requirement) => [requirement.id, requirement]));
  const idsWhere = (holds: (now: RequirementResult, before: RequirementResult) => boolean): string[] =>
    now.requirements.flatMap((requirement) => {
      const then = was.get(requirement.id);
      return then && isSelected(requirement) && isSelected(then) && holds(requirement, then) ? [requirement.id] : [];
    });
  const changes = {
    newlyFailing: idsWhere((a, b) => isBroken(a) && !isBroken(b)),
    fixed: idsWhere((a, b) => a.outcome === "pass" && isBroken(b)),
    stillFailing: idsWhere((a, b) => isBroken(a) && isBroken(b)),
    newlyUntestable: idsWhere((a, b) => a.outcome === "untestable" && b.outcome !== "untestable"),
  };
  const bySuite =
    again && [...changes.newlyFailing, ...changes.fixed, ...changes.newlyUntestable].filter(alike(again, now));
  return {
    finished: before.finished,
    ...suitesOf(before, now),
    ...(bySuite ? { bySuite } : {}),
    ...(now.judgedAgain ? { isSameRun: true } : {}),
    ...changes,
  };
}

/** True of requirements that have one outcome in both results. */
const alike = (a: Results, b: Results): ((id: string) => boolean) => {
  const [first, second] = [a, b].map(
    ({ requirements }) => new Map(requirements.map(({ id, outcome }) => [id, outcome])),
  );
  return (id) => first?.get(id) === second?.get(id);
};

/** The suites of two runs where they differ; results of earlier versions do not name theirs. */
function suitesOf(before: Results, now: Results): Pick<SinceThen, "suites"> {
  if (!now.suite || before.suite?.digest === now.suite.digest) return {};
  const then = before.suite ? describeSuite(before.suite) : "an earlier assay";
  return { suites: { then, now: describeSuite(now.suite) } };
}

/** True if what a folder remembers can be shown: anybody may have written it. */
const isPastRun = (value: Record<string, unknown>): value is Record<string, unknown> & PastRun =>
  !Number.isNaN(Date.parse(String(value.finished))) &&
  ["pass", "fail", "inconclusive"].includes(String(value.verdict)) &&
  Number.isSafeInteger(value.passed) &&
  Number.isSafeInteger(value.failed);

/** The runs of a subject that a folder remembers, this one included and last. */
export function rememberRun(folder: string, { subject, finished, verdict, requirements }: Results): PastRun[] {
  const file = historyFile(folder);
  const remembered = recordsOf(parseJson(textOrNothing(file))).filter(isPastRun);
  const { pass: passed, fail: failed } = countOutcomes(requirements);
  const run = { name: subject.name, finished, verdict, passed, failed };
  const runs = [...remembered.filter(({ name, finished: at }) => name === subject.name && at !== finished), run];
  const kept = runs.slice(-maxRuns);
  writeWhole(file, `${JSON.stringify(kept, null, 2)}\n`);
  return kept;
}
