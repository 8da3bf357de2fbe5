import { groupBy } from "../base/group-by.ts";
import { areaOf } from "../specs/areas.ts";
import { entriesOf } from "./journal.ts";
import { isBroken } from "./outcomes.ts";
import type { RequirementResult } from "./results.ts";
import type { RunRecord } from "./run-folder.ts";

/** Areas that the others rest on, in this order: who is refused sees nothing, and what cannot be read shows nothing. */
const basis = ["TLS", "AUTH", "ENV", "VER", "INST", "STAT", "ERR"];

/** A run with what its provider has to mend: failures before warnings, first what the rest rests on, and then what was seen most often. */
export function withMends(run: RunRecord): RunRecord {
  if (run.results.kind !== "provider") return run;
  const findings = groupBy(entriesOf(run.entries, "finding"), ({ requirement }) => requirement);
  const ranks = ({ id, outcome }: RequirementResult): number[] => {
    const place = basis.indexOf(areaOf(id));
    return [outcome === "fail" ? 0 : 1, place < 0 ? basis.length : place, -(findings.get(id)?.length ?? 0)];
  };
  const mends = run.results.requirements.filter(isBroken).toSorted((a, b) => compare(ranks(a), ranks(b)));
  return { ...run, mends: mends.map(({ id }) => id) };
}

/** Compares lists of numbers by the first that differ. */
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((rank, index) => rank - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
