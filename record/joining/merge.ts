import { UsageError } from "../../base/errors.ts";
import { groupBy } from "../../base/group-by.ts";
import type { ContractResult } from "../contract-result.ts";
import { resultsFrom } from "../from-journal.ts";
import { type Entry, entriesOf, renamed, type Shard } from "../journal.ts";
import type { Results } from "../results.ts";
import type { RunRecord } from "../run-folder.ts";
import { verdictOf, worstVerdict } from "../verdict.ts";
import { joinResults, strengths } from "./join-results.ts";

/** Joins the records of several runs, or of the parts of one, into one. */
export function mergeRuns(runs: readonly RunRecord[]): RunRecord {
  const [first, ...rest] = runs;
  if (!first) throw new UsageError("name at least one folder of a run");
  if (rest.length === 0) return first;
  const { kind } = first.results;
  if (rest.some(({ results }) => results.kind !== kind))
    throw new UsageError("runs of providers and runs of partners cannot be joined into one report");
  requireSameTarget(runs);
  const distinct = runs.map((run, index) => withPrefix(run, `r${index + 1}-`));
  const entries = distinct.flatMap((run) => run.entries);
  const results = joined(distinct, entries);
  const verdict = kind === "partner" ? worstVerdict(runs.map((run) => run.results.verdict)) : verdictOf(results);
  return { entries, results: { ...results, verdict } };
}

/** Parts of runs on different targets are not parts of one. */
function requireSameTarget(runs: readonly RunRecord[]): void {
  const parts = runs.flatMap(({ entries }) => entriesOf(entries, "run")).filter(({ shard }) => shard);
  const names = [...new Set(parts.map(({ name }) => name))];
  if (names.length > 1)
    throw new UsageError(`the parts are of different targets (${names.join(", ")}); join the parts of one target`);
}

/** The parts of a run that are missing among its entries. */
export function missingParts(entries: readonly Entry[]): Shard[] {
  const shards = entriesOf(entries, "run").flatMap(({ shard }) => shard ?? []);
  const [first] = shards;
  return Array.from({ length: first?.of ?? 0 }, (_, index) => ({ part: index + 1, of: first?.of ?? 0 })).filter(
    ({ part }) => !shards.some((shard) => shard.part === part),
  );
}

/** The results of several runs, from their journals where all of them have one. */
function joined(runs: readonly RunRecord[], entries: readonly Entry[]): Results {
  const hasJournals = runs.every((run) => run.entries.some(({ kind }) => kind === "run"));
  const results = hasJournals ? resultsFrom(entries) : runs.map((run) => run.results).reduce(joinResults);
  const contracts = gravestContracts(runs.flatMap((run) => run.results.contracts ?? []));
  return contracts.length > 0 ? { ...results, contracts } : results;
}

/** A run whose exchanges have names of their own: every run counts its exchanges from one. */
function withPrefix({ results, entries }: RunRecord, prefix: string): RunRecord {
  const withEvidence = <T extends { evidence: { exchange: string }[] }>(result: T): T => ({
    ...result,
    evidence: result.evidence.map((evidence) => ({ ...evidence, exchange: prefix + evidence.exchange })),
  });
  return {
    entries: entries.map((entry) => renamed(entry, (id) => prefix + id)),
    results: {
      ...results,
      requirements: results.requirements.map(withEvidence),
      ...(results.contracts ? { contracts: results.contracts.map(withEvidence) } : {}),
    },
  };
}

/** Each interaction once at the provider and once against the specification: one that failed anywhere failed. */
function gravestContracts(contracts: readonly ContractResult[]): ContractResult[] {
  const nameOf = ({ consumer, interaction, states, against }: ContractResult) =>
    JSON.stringify([consumer, interaction, states, against]);
  return [...groupBy(contracts, nameOf).values()].flatMap(
    (alike) => alike.toSorted((a, b) => strengths[a.outcome] - strengths[b.outcome])[0] ?? [],
  );
}
