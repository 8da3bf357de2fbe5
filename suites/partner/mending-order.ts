import { entriesOf } from "../../record/journal.ts";
import { isBroken } from "../../record/outcomes.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { claimOf, isBasis } from "./claims.ts";

/** What rests on what: an application that is not properly installed can show nothing else. */
const order = ["install", undefined, "lifecycle", "webhooks", "resources", "calls"];

/** A certification with what its partner has to mend: failures before warnings, and first what the rest depends on. */
export function withPartnerMends(run: RunRecord): RunRecord {
  if (run.results.kind !== "partner") return run;
  const findings = entriesOf(run.entries, "finding");
  const followsOnly = (id: string) => {
    const own = findings.filter(({ requirement }) => requirement === id);
    return own.length > 0 && own.every(({ follows }) => follows);
  };
  const ids = toMend(run.results.requirements).map(({ id }) => id);
  return { ...run, mends: ids.filter((id) => !followsOnly(id)) };
}

function toMend(requirements: readonly RequirementResult[]): RequirementResult[] {
  const rank = ({ id, outcome }: RequirementResult) =>
    (outcome === "fail" ? 0 : 10) + order.indexOf(claimOf(id)) + (isBasis(id) ? 0 : 0.5);
  return requirements.filter(isBroken).toSorted((a, b) => rank(a) - rank(b));
}
