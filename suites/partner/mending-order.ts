import { isBroken } from "../../record/outcomes.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { claimOf, isBasis } from "./claims.ts";

/** What rests on what: an application that is not properly installed can show nothing else. */
const order = ["install", undefined, "lifecycle", "webhooks", "resources", "calls"];

/** A certification with what its partner has to mend: failures before warnings, and first what the rest depends on. */
export const withPartnerMends = (run: RunRecord): RunRecord =>
  run.results.kind === "partner" ? { ...run, mends: toMend(run.results.requirements).map(({ id }) => id) } : run;

function toMend(requirements: readonly RequirementResult[]): RequirementResult[] {
  const rank = ({ id, outcome }: RequirementResult) =>
    (outcome === "fail" ? 0 : 10) + order.indexOf(claimOf(id)) + (isBasis(id) ? 0 : 0.5);
  return requirements.filter(isBroken).toSorted((a, b) => rank(a) - rank(b));
}
