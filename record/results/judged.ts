import { splitCell } from "../../specs/cells.ts";
import { type Entry, entriesOf } from "../journal.ts";
import type { JudgedCount, RequirementResult, Unlock } from "../results.ts";

type Judgeable = Pick<RequirementResult, "id" | "level" | "outcome" | "status">;

const isJudgeable = ({ level, outcome, status }: Judgeable): boolean =>
  level !== "open" && outcome !== "not-applicable" && status !== "trial";

/** Counts the requirements that were judged, of those that could be. */
export function judgedOf(requirements: readonly Judgeable[]): JudgedCount {
  const judgeable = requirements.filter(isJudgeable);
  return { count: judgeable.filter(({ outcome }) => outcome !== "untestable").length, of: judgeable.length };
}

/** The missing parts of a profile that would let more be judged, the most useful first: those that one proof of a requirement lacks belong together. */
export function unlockOf(entries: readonly Entry[], requirements: readonly Judgeable[]): Unlock[] {
  const unjudged = new Set(
    requirements.filter((result) => isJudgeable(result) && result.outcome === "untestable").map(({ id }) => id),
  );
  const bySupply = new Map<string, Set<string>>();
  for (const id of unjudged)
    for (const supply of suppliesFor(entries, id)) bySupply.set(supply, (bySupply.get(supply) ?? new Set()).add(id));
  return [...bySupply]
    .map(([supply, ids]) => ({ supply, requirements: [...ids] }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}

/** The least that one of a requirement's proofs lacks; each of several that lack as little. */
function suppliesFor(entries: readonly Entry[], id: string): Set<string> {
  const lacks = entriesOf(entries, "untestable").flatMap((entry) =>
    entry.lacks && entry.ids.some((cell) => splitCell(cell).requirement === id) ? [entry.lacks] : [],
  );
  const least = Math.min(...lacks.map(({ length }) => length));
  return new Set(lacks.filter(({ length }) => length === least).map(joinSupplies));
}

/** Several things that are needed together; capabilities of the control protocol under one name. */
function joinSupplies(supplies: readonly string[]): string {
  const capabilities = supplies.filter((supply) => supply.startsWith("control."));
  const others = supplies.filter((supply) => !capabilities.includes(supply));
  const control =
    capabilities.length > 1
      ? [`control (${capabilities.map((capability) => capability.slice("control.".length)).join(", ")})`]
      : capabilities;
  return [...others, ...control].join(" and ");
}

/** The number of exchanges that a long run no longer holds. */
export const forgottenIn = (entries: readonly Entry[]): number =>
  entriesOf(entries, "forgotten")
    .flatMap(({ operations }) => Object.values(operations))
    .reduce((sum, count) => sum + count, 0);

/** The number of requests that were sent for each requirement that was decided: those since the last one that was. */
export function decidedBy(entries: readonly Entry[]): Record<string, number> {
  const decided: Record<string, number> = {};
  let sent = 0;
  for (const entry of entries) {
    if (entry.kind === "exchange") sent++;
    if (entry.kind === "forgotten") sent += forgottenIn([entry]);
    if (entry.kind !== "judged") continue;
    for (const { requirement } of entry.ids.map(splitCell)) {
      if (requirement in decided) continue;
      decided[requirement] = sent;
      sent = 0;
    }
  }
  return decided;
}
