import type { Results } from "../../record/results.ts";
import {
  type InstallMachine,
  type InstallState,
  loadInstallMachine,
  type Transition,
} from "../../specs/install-machine.ts";
import { type Markup, markup } from "../markup.ts";

/** What became of a row of the machine in a run. */
type Fate = "violated" | "taken" | "untaken";
type FateOf = (row: Transition) => Fate;

const card = { width: 218, gap: 122, head: 46, line: 23, top: 92 };

/** The install machine as a picture, with what was taken, what was not, and where the target went astray; and as a table. */
export function machine({ kind, machine: seen, requirements, requests }: Results): Markup | undefined {
  if (!seen && (requests === 0 || kind === "partner")) return undefined;
  const table = loadInstallMachine();
  const broken = new Set(
    requirements.filter(({ outcome }) => outcome === "fail" || outcome === "warn").map(({ id }) => id),
  );
  const taken = seen?.transitions ?? {};
  const fate: FateOf = ({ id, requirement }) =>
    broken.has(requirement) ? "violated" : taken[id] ? "taken" : "untaken";
  const count = (one: Fate) => table.transitions.filter((row) => fate(row) === one).length;
  return markup`<p class="lead">The link between an application and a Location. ${count("taken")} of ${table.transitions.length} rows were taken and kept, ${count("violated")} violated, ${count("untaken")} not taken. A dashed dot marks a row whose outcome the specification leaves open.</p>
<div class="figure wide" tabindex="0" role="region" aria-label="Diagram of the install machine">${drawing(table, fate)}</div>
<details class="one"><summary>The rows as a table</summary><div class="scroll"><table><thead><tr><th scope="col">Row</th><th scope="col">From</th><th scope="col">On</th><th scope="col">To</th><th scope="col">Times</th><th scope="col">Requirement</th></tr></thead><tbody>${table.transitions.map(
    (row) =>
      markup`<tr><th scope="row">${row.id}</th><td>${row.from.join(", ")}</td><td>${row.on}${row.when !== "always" && `, ${row.when}`}</td><td>${toOf(row)}</td><td>${taken[row.id] ?? 0}</td><td><a href="#${row.requirement}">${row.requirement}</a>${fate(row) === "violated" && markup` <strong class="c-fail">violated</strong>`}</td></tr>`,
  )}</tbody></table></div></details>`;
}

function toOf({ to, not }: Transition): string {
  if (to === "same") return "the same";
  return to === "unknown" ? `open${not ? `, but not ${not.join(", ")}` : ""}` : to.join(" or ");
}

/** The states that a row leads to from a state, other than that one. */
const onwards = ({ to }: Transition, from: InstallState): InstallState[] =>
  typeof to === "string" ? [] : to.filter((one) => one !== from);

function drawing({ states, transitions }: InstallMachine, fate: FateOf): Markup {
  const names = Object.keys(states) as InstallState[];
  const staying = (state: InstallState) =>
    transitions.filter((row) => row.from.includes(state) && onwards(row, state).length === 0);
  const height = card.top + card.head + Math.max(...names.map((name) => staying(name).length)) * card.line + 24;
  const width = names.length * card.width + (names.length - 1) * card.gap;
  const left = (state: InstallState) => names.indexOf(state) * (card.width + card.gap);
  const moves = names.flatMap((from) =>
    names.flatMap((to) => {
      const rows = transitions.filter((row) => row.from.includes(from) && onwards(row, from).includes(to));
      return rows.length > 0 ? [{ from, to, rows }] : [];
    }),
  );
  return markup`<svg viewBox="-2 0 ${width + 4} ${height}" role="group" aria-label="States of a link and the rows that lead from one to another">
${moves.map(({ from, to, rows }) => move(left(from), left(to), rows, fate))}
${names.map(
  (
    name,
  ) => markup`<g transform="translate(${left(name)} ${card.top})"><rect class="card" width="${card.width}" height="${height - card.top - 4}" rx="12"/><text class="name" x="16" y="27">${name}</text><text class="dim" x="${card.width - 14}" y="27" text-anchor="end">${states[name].linked ? "linked" : "no link"}</text>
${staying(name).map((row, index) => markup`<g transform="translate(16 ${card.head + index * card.line})">${label(row, fate(row), 0)}</g>`)}</g>`,
)}
</svg>`;
}

/** A row's sign and name, leading to its requirement. */
function label({ id, requirement, open }: Transition, fate: Fate, x: number): Markup {
  const sign =
    fate === "violated"
      ? markup`<path class="cross" d="M-4 -4L4 4M4 -4L-4 4"/>`
      : markup`<circle class="dot" r="4.5"/>`;
  return markup`<a href="#${requirement}" class="${fate}${open ? " isopen" : ""}" data-row="${id}"><title>${id}: ${requirement}, ${fate}${open ? ", left open" : ""}</title><g transform="translate(${x + 5} 7)">${sign}</g><text x="${x + 18}" y="12">${id}</text></a>`;
}

/** An arrow between neighbours lies in the gap; a longer one goes over those between. */
function move(from: number, to: number, rows: readonly Transition[], fate: FateOf): Markup {
  const worst = (["violated", "taken"] as const).find((one) => rows.some((row) => fate(row) === one)) ?? "untaken";
  const isNear = to - from === card.width + card.gap;
  const y = card.top + 22;
  const [start, end] = isNear ? [from + card.width, to] : [from + card.width * 0.6, to + card.width * 0.4];
  const path = isNear
    ? `M${start} ${y}H${end - 8}`
    : `M${start} ${card.top}C${start} 6 ${end} 6 ${end} ${card.top - 8}`;
  const tip = isNear
    ? `M${end - 9} ${y - 5}L${end} ${y}L${end - 9} ${y + 5}Z`
    : `M${end - 5} ${card.top - 9}L${end} ${card.top}L${end + 5} ${card.top - 9}Z`;
  const place = isNear ? { x: start + 8, y: y + 8 } : { x: (start + end) / 2 - 48, y: 36 };
  return markup`<g class="${worst} edge-of"><path class="edge" d="${path}"/><path class="tip" d="${tip}"/></g>
${rows.map((row, index) => markup`<g transform="translate(${place.x} ${place.y + index * 21})">${label(row, fate(row), 0)}</g>`)}`;
}
