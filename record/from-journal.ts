import { HarnessError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { identify } from "../specs/identity.ts";
import type { RequirementSet } from "../specs/ledger/requirement-sets.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import { causesOf, withCauses } from "./causes.ts";
import { type Entry, entriesOf, type RunFacts } from "./journal.ts";
import { decidedBy, forgottenIn, judgedOf, unlockOf } from "./results/judged.ts";
import { applyKnown, knownToAll, noLongerFailing } from "./results/known.ts";
import { observedValue } from "./results/observed-value.ts";
import { requirementResults } from "./results/requirement-results.ts";
import { isSelected } from "./results/selected.ts";
import { ledgerUnder, revisionNamed, toGo } from "./results/trial.ts";
import type { RequirementResult, Results } from "./results.ts";
import { verdictOf } from "./verdict.ts";

/** The results of the run, or of the several runs together, that a journal records. */
export function resultsFrom(entries: readonly Entry[], ledger = loadLedger()): Results {
  const runs = entriesOf(entries, "run");
  const [first] = runs;
  if (!first) throw new HarnessError("a journal without an entry `run` does not say how the run began");
  const kind = first.judges ?? "provider";
  const exchanges = entriesOf(entries, "exchange");
  const contracts = entriesOf(entries, "contract").map(({ result }) => result);
  const target = entriesOf(entries, "target").at(-1);
  const isComplete = isCompleteRecord(entries, runs);
  const finished = entriesOf(entries, "end")
    .map(({ at }) => at)
    .reduce(later, exchanges.at(-1)?.at ?? first.started);
  const [scored, ...shown] = (first.revisions ?? []).map((name) => revisionNamed(name, kind));
  const judged = requirementResults(
    entries,
    (scored ? ledgerUnder(ledger, scored, kind) : ledger).filter((requirement) => binds(requirement, kind)),
    leftOutOf(runs),
  );
  const known = knownToAll(runs);
  const requirements = applyKnown(judged, known, { today: finished.slice(0, 10), entries });
  const causes = kind === "provider" ? causesOf(entries, requirements) : [];
  const ourFaults = ourFaultsIn(entries);
  // A part of a run may not show a failure that the whole shows.
  const fixed = isComplete && isEveryPart(runs) ? noLongerFailing(judged, known) : [];
  const selected = requirements.filter(isSelected);
  const ending = isComplete ? {} : { complete: false as const };
  return {
    format: "assay-results/1",
    kind,
    verdict: verdictOf({ kind, requirements, contracts, ourFaults, ...ending }),
    ...ending,
    subject: { name: target?.name || first.name, urls: target?.urls ?? {} },
    specification: identify(),
    ...(first.suite ? { suite: first.suite } : {}),
    ...(scored ? { revisions: revisionsIn(requirements, { scored, shown, kind }) } : {}),
    ...(first.judgedAgain ? { judgedAgain: first.judgedAgain } : {}),
    seed: first.seed,
    depth: first.depth,
    started: runs.map(({ started }) => started).reduce(earlier),
    finished,
    requests: exchanges.length + forgottenIn(entries),
    requirements: withCauses(requirements, causes),
    ...(causes.length > 0 ? { causes } : {}),
    ...(fixed.length > 0 ? { noLongerFailing: fixed } : {}),
    observations: unique(
      entriesOf(entries, "observation").map(({ topic, value }) => ({ topic, value: observedValue(value) })),
    ),
    ...troublesIn(entries),
    ...(ourFaults.length > 0 ? { ourFaults } : {}),
    ...(selected.length < requirements.length ? { selected: { count: selected.length, of: requirements.length } } : {}),
    judged: judgedOf(selected),
    cells: cellsIn(selected),
    ...(kind === "provider" ? { unlock: unlockOf(entries, selected), decided: decidedBy(entries) } : {}),
    spent: spentIn(entries),
    ...machineOf(entriesOf(entries, "transition")),
    ...(contracts.length > 0 ? { contracts } : {}),
  };
}

/** The revision that scored, and what those that are shown beside it still ask for. */
function revisionsIn(
  requirements: readonly RequirementResult[],
  { scored, shown, kind }: { scored: RequirementSet; shown: readonly RequirementSet[]; kind: Results["kind"] },
): NonNullable<Results["revisions"]> {
  const beside = shown.map((set) => ({ revision: set.revision, toGo: toGo(requirements, set, kind) }));
  return { scored: scored.revision, ...(beside.length > 0 ? { shown: beside } : {}) };
}

/** The cells of all requirements together. */
function cellsIn(requirements: readonly RequirementResult[]): NonNullable<Results["cells"]> {
  const scored = requirements.flatMap(({ cells, status }) => (cells && status !== "trial" ? [cells] : []));
  return {
    judged: scored.reduce((sum, { judged }) => sum + judged, 0),
    of: scored.reduce((sum, { of }) => sum + of, 0),
  };
}

function troublesIn(entries: readonly Entry[]): Pick<Results, "troubles"> {
  const troubles = unique(entriesOf(entries, "trouble").map(({ what }) => what));
  return troubles.length > 0 ? { troubles } : {};
}

/** Where assay itself failed, each reported once. */
const ourFaultsIn = (entries: readonly Entry[]): string[] =>
  unique(
    entriesOf(entries, "untestable").flatMap(({ isOurFault, title, why }) =>
      isOurFault ? [title ? `${title}: ${why}` : why] : [],
    ),
  );

/** The requirements that all of the runs left out: those that any of them judged were judged. */
function leftOutOf(runs: readonly RunFacts[]): { only?: string[]; skip: string[] } {
  const skip = (runs[0]?.skip ?? []).filter((id) => runs.every((run) => run.skip?.includes(id)));
  return runs.every(({ only }) => only) ? { only: runs.flatMap(({ only }) => only ?? []), skip } : { skip };
}

/** True if every run came to its end, and no part of one is missing; one part alone is what it was asked to be. */
function isCompleteRecord(entries: readonly Entry[], runs: readonly RunFacts[]): boolean {
  const ended = entriesOf(entries, "end").filter(({ complete }) => complete).length;
  return ended === runs.length && (runs.length === 1 || isEveryPart(runs));
}

/** True if there are as many different parts as a run was cut into. */
function isEveryPart(runs: readonly RunFacts[]): boolean {
  const shards = runs.flatMap(({ shard }) => shard ?? []);
  return shards.every(({ of }) => new Set(shards.map(({ part }) => part)).size === of);
}

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

const unique = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** The number of requests that went to each operation, the most first. */
function spentIn(entries: readonly Entry[]): Record<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string, count: number): void => void counts.set(name, (counts.get(name) ?? 0) + count);
  for (const { operation } of entriesOf(entries, "exchange")) add(operation, 1);
  for (const { operations } of entriesOf(entries, "forgotten"))
    for (const [name, count] of Object.entries(operations)) add(name, count);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

/** The number of times that each name occurs, the most frequent first. */
function countEach(names: readonly string[]): Record<string, number> {
  const counts = [...groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return Object.fromEntries(counts.toSorted(([, a], [, b]) => b - a));
}

function machineOf(taken: readonly { id: string; after: string | null }[]): Pick<Results, "machine"> {
  if (taken.length === 0) return {};
  const pairs = taken.filter(({ after }) => after !== null).map(({ id, after }) => `${after} → ${id}`);
  return { machine: { transitions: countEach(taken.map(({ id }) => id)), pairs: countEach(pairs) } };
}
