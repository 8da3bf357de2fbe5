import { isBroken } from "../../record/outcomes.ts";
import type { Results } from "../../record/results.ts";
import { loadInstallMachine, type Transition } from "../../specs/install-machine.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { machineDiagram, type RowStatus } from "./machine-diagram.ts";
import { region, scrolling, table, tableRow } from "./parts.ts";

/** The install machine as a picture and as a table, with the rows that were taken, those that were not, and those that were violated. */
export function machine({ kind, machine: seen, requirements, requests }: Results): Markup | undefined {
  if (!seen && (requests === 0 || kind === "partner")) return undefined;
  const { states, transitions } = loadInstallMachine();
  const taken = seen?.transitions ?? {};
  const broken = new Set(requirements.filter(isBroken).map(({ id }) => id));
  const statusOf = ({ id, requirement }: Transition): RowStatus => {
    if (broken.has(requirement)) return "violated";
    return taken[id] ? "taken" : "untaken";
  };
  const count = (status: RowStatus) => transitions.filter((row) => statusOf(row) === status).length;
  const rows = transitions.map((row) => machineRow(row, taken[row.id] ?? 0, statusOf(row)));
  return markup`<p class="lead">The link between an application and a Location. ${count("taken")} of ${transitions.length} rows were taken and kept, ${count("violated")} violated, ${count("untaken")} not taken. A dashed dot marks a row whose outcome the specification leaves open.</p>
${region("figure wide", "Diagram of the install machine", machineDiagram({ states, transitions }, statusOf))}
<details><summary>The rows as a table</summary>${scrolling(table(["Row", "From", "On", "To", "Times", "Requirement"], rows))}</details>`;
}

const machineRow = (row: Transition, times: number, status: RowStatus): Markup =>
  tableRow(
    row.id,
    row.from.join(", "),
    row.when === "always" ? row.on : `${row.on}, ${row.when}`,
    statesAfter(row),
    times,
    markup`<a href="#${row.requirement}">${row.requirement}</a>${status === "violated" && markup` <strong class="c-fail">violated</strong>`}`,
  );

function statesAfter({ to, not }: Transition): string {
  if (to === "same") return "the same";
  if (to !== "unknown") return to.join(" or ");
  return not ? `open, but not ${not.join(", ")}` : "open";
}
