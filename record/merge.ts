import { UsageError } from "../base/errors.ts";
import type { ContractResult } from "./contract-result.ts";
import { resultsFrom } from "./from-journal.ts";
import { joinResults } from "./join-results.ts";
import type { Entry } from "./journal.ts";
import type { Results } from "./results.ts";
import type { RunRecord } from "./run-folder.ts";
import { verdictOf, worstVerdict } from "./verdict.ts";

/** Joins the records of several runs, or of the parts of one, into one. */
export function mergeRuns(runs: readonly RunRecord[]): RunRecord {
  const [first, ...rest] = runs;
  if (!first) throw new UsageError("name at least one folder of a run");
  if (rest.length === 0) return first;
  const { kind } = first.results;
  if (rest.some(({ results }) => results.kind !== kind))
    throw new UsageError("runs of providers and runs of partners cannot be joined into one report");
  const renamed = runs.map((run, index) => withPrefix(run, `r${index + 1}-`));
  const entries = renamed.flatMap((run) => run.entries);
  const results = joined(renamed, entries);
  const verdict = kind === "partner" ? worstVerdict(runs.map((run) => run.results.verdict)) : verdictOf(results);
  return { entries, results: { ...results, verdict } };
}

/** What several runs found, from their journals where all of them have one. */
function joined(runs: readonly RunRecord[], entries: readonly Entry[]): Results {
  const hasJournals = runs.every((run) => run.entries.some(({ kind }) => kind === "run"));
  const results = hasJournals ? resultsFrom(entries) : runs.map((run) => run.results).reduce(joinResults);
  const contracts = lastContracts(runs.flatMap((run) => run.results.contracts ?? []));
  return contracts.length > 0 ? { ...results, contracts } : results;
}

/** A run whose exchanges have names of their own: every run counts its exchanges from one. */
function withPrefix({ results, entries }: RunRecord, prefix: string): RunRecord {
  const withEvidence = <T extends { evidence: { exchange: string }[] }>(result: T): T => ({
    ...result,
    evidence: result.evidence.map((evidence) => ({ ...evidence, exchange: prefix + evidence.exchange })),
  });
  return {
    entries: entries.map((entry): Entry => {
      if (entry.kind === "exchange" || entry.kind === "arrival") return { ...entry, id: prefix + entry.id };
      if (entry.kind === "finding" && entry.exchange) return { ...entry, exchange: prefix + entry.exchange };
      return entry;
    }),
    results: {
      ...results,
      requirements: results.requirements.map(withEvidence),
      ...(results.contracts ? { contracts: results.contracts.map(withEvidence) } : {}),
    },
  };
}

/** Each interaction once, as it was judged last. */
function lastContracts(contracts: readonly ContractResult[]): ContractResult[] {
  const nameOf = ({ consumer, interaction, states }: ContractResult) => JSON.stringify([consumer, interaction, states]);
  return [...new Map(contracts.map((contract) => [nameOf(contract), contract])).values()];
}
