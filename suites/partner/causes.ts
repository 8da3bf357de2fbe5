import { groupBy } from "../../base/group-by.ts";
import { isBroken } from "../../record/outcomes.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { claimOf, isBasis } from "./claims.ts";

/** The order of causes: an application that is not properly installed can show nothing else. */
const order = ["install", undefined, "lifecycle", "webhooks", "resources", "calls"];

/** A certification with what its partner has to fix: failures before warnings, and first what the rest depends on. Requirements that break for the same reason have the same cause. */
export function withPartnerCauses(run: RunRecord): RunRecord {
  if (run.results.kind !== "partner") return run;
  const byReason = groupBy(inOrder(run.results.requirements), ({ reason = "" }) => reason);
  const causes = [...byReason.values()].map(([{ id }, ...also]) => ({ id, also: also.map((result) => result.id) }));
  return { ...run, results: { ...run.results, ...(causes.length > 0 ? { causes } : {}) } };
}

function inOrder(requirements: readonly RequirementResult[]): RequirementResult[] {
  const rank = ({ id, outcome }: RequirementResult) =>
    (outcome === "fail" ? 0 : 10) + order.indexOf(claimOf(id)) + (isBasis(id) ? 0 : 0.5);
  return requirements.filter(isBroken).toSorted((a, b) => rank(a) - rank(b));
}
