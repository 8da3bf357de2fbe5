import { UsageError } from "../base/errors.ts";
import type { ContractResult } from "./contract-result.ts";
import { resultsFrom } from "./from-journal.ts";
import type { Entry } from "./journal.ts";
import { type Outcome, type RequirementResult, type Results, type Verdict, verdictOf } from "./results.ts";
import type { RunRecord } from "./run-folder.ts";

/** Joins several runs, or the parts of one, into one. */
export function mergeRuns(runs: readonly RunRecord[]): RunRecord {
  const [first, ...rest] = runs;
  if (!first) throw new UsageError("name at least one folder of a run");
  if (rest.length === 0) return first;
  if (rest.some(({ results }) => results.kind !== first.results.kind))
    throw new UsageError("runs that judge providers and runs that judge partners do not join into one report");
  const named = runs.map((run, index) => renamed(run, `r${index + 1}-`));
  const entries = named.flatMap((run) => run.entries);
  const hasJournals = runs.every((run) => run.entries.some(({ kind }) => kind === "run"));
  const joined = hasJournals ? resultsFrom(entries) : named.map(({ results }) => results).reduce(join);
  const contracts = contractsOf(named);
  return {
    entries,
    results: {
      ...joined,
      ...(contracts.length > 0 ? { contracts } : {}),
      verdict: first.results.kind === "partner" ? worst(runs) : withContracts(joined.verdict, contracts),
    },
  };
}

/** A partner is certified if no run says otherwise. */
const worst = (runs: readonly RunRecord[]): Verdict =>
  (["fail", "inconclusive"] as const).find((one) => runs.some(({ results }) => results.verdict === one)) ?? "pass";

/** A contract that fails fails the whole; contracts that hold decide where nothing else was judged. */
function withContracts(verdict: Verdict, contracts: readonly ContractResult[]): Verdict {
  if (contracts.some(({ outcome }) => outcome === "fail")) return "fail";
  const holds = contracts.some(({ outcome }) => outcome === "pass");
  return verdict === "inconclusive" && holds ? "pass" : verdict;
}

/** A run whose exchanges bear a name of their own, as each run counts its own from one. */
function renamed({ results, entries }: RunRecord, prefix: string): RunRecord {
  const evidenced = <T extends { evidence: { exchange: string }[] }>(one: T): T => ({
    ...one,
    evidence: one.evidence.map((shown) => ({ ...shown, exchange: prefix + shown.exchange })),
  });
  return {
    entries: entries.map((entry): Entry => {
      if (entry.kind === "exchange" || entry.kind === "arrival") return { ...entry, id: prefix + entry.id };
      if (entry.kind === "finding" && entry.exchange) return { ...entry, exchange: prefix + entry.exchange };
      return entry;
    }),
    results: {
      ...results,
      requirements: results.requirements.map(evidenced),
      ...(results.contracts ? { contracts: results.contracts.map(evidenced) } : {}),
    },
  };
}

/** What says most comes first: a breach anywhere is a breach, and what held somewhere was judged. */
const weight: Record<Outcome, number> = { fail: 0, warn: 1, pass: 2, untestable: 3, "not-applicable": 4 };

function join(one: Results, other: Results): Results {
  const others = new Map(other.requirements.map((requirement) => [requirement.id, requirement]));
  const stronger = (mine: RequirementResult): RequirementResult => {
    const theirs = others.get(mine.id);
    return theirs && weight[theirs.outcome] < weight[mine.outcome] ? theirs : mine;
  };
  const requirements = one.requirements.map(stronger);
  const isComplete = one.complete !== false && other.complete !== false;
  const { complete: _, ...rest } = one;
  return {
    ...rest,
    ...(isComplete ? {} : { complete: false }),
    verdict: verdictOf(requirements),
    requirements,
    requests: one.requests + other.requests,
    observations: [...one.observations, ...other.observations],
    started: one.started < other.started ? one.started : other.started,
    finished: one.finished > other.finished ? one.finished : other.finished,
    ...(one.spent || other.spent ? { spent: summed(one.spent, other.spent) } : {}),
    ...(one.machine || other.machine
      ? {
          machine: {
            transitions: summed(one.machine?.transitions, other.machine?.transitions),
            pairs: summed(one.machine?.pairs, other.machine?.pairs),
          },
        }
      : {}),
  };
}

function summed(one: Record<string, number> = {}, other: Record<string, number> = {}): Record<string, number> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

/** Each interaction once, as it was last verified. */
function contractsOf(runs: readonly RunRecord[]): ContractResult[] {
  const all = runs.flatMap(({ results }) => results.contracts ?? []);
  const nameOf = ({ consumer, interaction, states }: ContractResult) => JSON.stringify([consumer, interaction, states]);
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}
