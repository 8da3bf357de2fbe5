import { claimCovering } from "../../specs/ledger/claims.ts";
import { type Entry, entriesOf } from "../journal.ts";
import type { Results } from "../results.ts";
import { scenarioTimes } from "./scenario-times.ts";

/** The number of milliseconds of a run that each requirement took, as far as that can be reported: what several are judged by together is shared among them. */
export type RequirementTimes = ReadonlyMap<string, number>;

/** The times of the requirements of a run: of a provider by the responses that its proofs waited for, of an application by its scenarios. */
export const timesOf = (entries: readonly Entry[], results: Results): RequirementTimes =>
  results.kind === "partner" ? byScenario(entries, results) : byProof(entries);

function byProof(entries: readonly Entry[]): RequirementTimes {
  const times = new Map<string, number>();
  let ids: readonly string[] = [];
  for (const entry of entries) {
    if (entry.kind === "proof") ids = entry.ids;
    if (entry.kind === "exchange") share(times, ids, entry.took);
  }
  return times;
}

function byScenario(entries: readonly Entry[], results: Results): RequirementTimes {
  const times = new Map<string, number>();
  const claims = new Map(entriesOf(entries, "step").map(({ scenario, claim }) => [scenario, claim]));
  const judged = results.requirements.filter(({ outcome }) => outcome !== "untestable" && outcome !== "not-applicable");
  for (const [title, seconds] of scenarioTimes(results)) {
    const claim = claims.get(title);
    const covered = judged.filter(({ id }) => claimCovering(id) === claim).map(({ id }) => id);
    share(times, covered, seconds * 1000);
  }
  return times;
}

function share(times: Map<string, number>, ids: readonly string[], milliseconds: number): void {
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + milliseconds / ids.length);
}
