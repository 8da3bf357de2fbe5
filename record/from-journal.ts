import { HarnessError } from "../base/errors.ts";
import { identify } from "../specs/identity.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import { assemble } from "./assemble.ts";
import type { Entry, Shard } from "./journal.ts";
import { excuse } from "./known.ts";
import { partnerVerdictOf, type Results, verdictOf } from "./results.ts";

/** The results of the run, or of the several runs together, that a journal tells of. */
export function resultsFrom(entries: readonly Entry[]): Results {
  const runs = entries.filter((entry) => entry.kind === "run");
  const ends = entries.filter((entry) => entry.kind === "end");
  const [first] = runs;
  if (!first) throw new HarnessError("a journal without the entry `run` does not tell how it began");
  const kind = first.judges ?? "provider";
  const ledger = loadLedger().filter((requirement) => binds(requirement, kind));
  const assembled = assemble(entries, ledger, {
    ...(runs.every(({ only }) => only) ? { only: runs.flatMap(({ only }) => only ?? []) } : {}),
    // What any of several runs judged was judged.
    skip: (first.skip ?? []).filter((id) => runs.every(({ skip }) => skip?.includes(id))),
  });
  const last = entries.findLast((entry) => entry.kind === "exchange")?.at ?? first.started;
  const isComplete =
    ends.filter(({ complete }) => complete).length === runs.length && hasEveryPart(runs.map(({ shard }) => shard));
  const finished = ends.map(({ at }) => at).reduce(later, last);
  const isWhole = isComplete && (first.shard === undefined || runs.length === first.shard.of);
  const known = runs.flatMap((run) => run.known ?? []);
  const told = {
    ...assembled,
    requirements: excuse(assembled.requirements, known, { today: finished.slice(0, 10), isWhole }),
  };
  return {
    format: "assay-results/1",
    kind,
    verdict: (kind === "partner" ? partnerVerdictOf : verdictOf)(told.requirements),
    ...(isComplete ? {} : { complete: false }),
    ...told,
    subject: { name: told.subject.name || first.name, urls: told.subject.urls },
    specification: identify(),
    seed: first.seed,
    depth: first.depth,
    started: runs.map(({ started }) => started).reduce(earlier),
    finished,
  };
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** Whether all parts are there; one part alone is what it was asked to be. */
function hasEveryPart(shards: readonly (Shard | undefined)[]): boolean {
  if (shards.length < 2) return true;
  const parts = shards.filter((shard) => shard !== undefined);
  return parts.every(({ of }) => new Set(parts.map(({ part }) => part)).size === of);
}
