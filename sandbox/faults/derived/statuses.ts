import { loadInstallMachine } from "../../../specs/install-machine.ts";
import { binds, loadLedger } from "../../../specs/ledger.ts";
import { loadOperations, type Operation } from "../../../specs/operations.ts";
import { answerFault, type DerivedFault } from "./derived-fault.ts";

const success = "ENV-7";

/** The requirements that name a status as one that operations answer with, by the row of the errors. */
function requirementsOf({ id, surface, requirement }: Operation, status: number): string[] {
  const { triggers, transitions } = loadInstallMachine();
  const rows = transitions.filter(({ on, answers }) => triggers[on].operation === id && answers?.includes(status));
  if (rows.length > 0) return [...new Set(rows.map((row) => row.requirement))];
  if (status < 300) return [...(requirement ? [requirement] : []), success];
  const named = loadLedger().filter(
    (row) => binds(row, "provider") && row.level === "must" && row.sources.includes(`Errors > ${status}`),
  );
  const isV3 = ({ says }: { says: string }) => /v3|cursor|credential/i.test(says);
  return named.filter((row) => isV3(row) === (surface === "v3")).map((row) => row.id);
}

/** The statuses that stand for another where they should not: every other one that the operation documents, and one that no one does. */
function wrongStatuses(operation: Operation, right: number): number[] {
  const documented = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => Number.isInteger(status) && status >= 400);
  return right < 300
    ? [right === 200 ? 202 : 200, 500]
    : [...documented.filter((status) => status !== right), 400, 500];
}

/** Each documented status exchanged for others. */
export const statusFaults = (): DerivedFault[] =>
  loadOperations()
    .filter(({ surface }) => surface !== "webhooks")
    .flatMap((operation) =>
      Object.keys(operation.responses)
        .map(Number)
        .filter((status) => Number.isInteger(status))
        .flatMap((right) => wrongStatuses(operation, right).map((wrong) => exchanged(operation, right, wrong))),
    );

function exchanged(operation: Operation, right: number, wrong: number): DerivedFault {
  const [breaks = success, ...others] = wrong >= 500 ? ["ENV-5"] : requirementsOf(operation, right);
  return answerFault(
    {
      name: `${operation.id} answers ${wrong} instead of ${right}`,
      kind: "status",
      wrong: `${right} → ${wrong}`,
      breaks,
      above: [...others, success],
      place: `${operation.id} ${right}`,
    },
    {
      operation: operation.id,
      reshape: (answer) => (answer.status === right ? { ...answer, status: wrong } : answer),
    },
  );
}
