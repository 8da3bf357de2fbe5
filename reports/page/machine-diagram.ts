import type { InstallMachine, InstallState, Transition } from "../../specs/install-machine.ts";
import { type Markup, markup } from "../parts/markup.ts";

export type RowStatus = "violated" | "taken" | "untaken";
type StatusOf = (row: Transition) => RowStatus;

/** Measures of a state's card, in pixels of the drawing. */
const card = { width: 218, gap: 122, head: 46, line: 23, top: 92 };

/** Pixels between the rows of an arrow. */
const arrowLine = 21;

/** The states of a link as cards, with the rows that stay in each, and arrows with the rows that lead from one to another. */
export function machineDiagram(
  { states, transitions }: Pick<InstallMachine, "states" | "transitions">,
  statusOf: StatusOf,
): Markup {
  const names = Object.keys(states) as InstallState[];
  const staying = (state: InstallState) =>
    transitions.filter((row) => row.from.includes(state) && onwards(row, state).length === 0);
  const left = (state: InstallState) => names.indexOf(state) * (card.width + card.gap);
  const height = card.top + card.head + Math.max(...names.map((name) => staying(name).length)) * card.line + 24;
  const width = names.length * card.width + (names.length - 1) * card.gap;
  const arrows = arrowsOf(names, transitions).map(({ from, to, rows }) => arrow(left(from), left(to), rows, statusOf));
  const cards = names.map(
    (name) =>
      markup`<g transform="translate(${left(name)} ${card.top})">${stateCard(name, states[name].linked, height)}
${staying(name).map((row, index) => labelAt(16, card.head + index * card.line, row, statusOf))}</g>`,
  );
  return markup`<svg viewBox="-2 0 ${width + 4} ${height}" role="group" aria-label="States of a link and the rows that lead from one to another">
${arrows}
${cards}
</svg>`;
}

/** The states that a row leads to from a state, other than that one. */
const onwards = ({ to }: Transition, from: InstallState): InstallState[] =>
  typeof to === "string" ? [] : to.filter((state) => state !== from);

/** Rows that lead from one state to another. */
interface StateChange {
  from: InstallState;
  to: InstallState;
  rows: Transition[];
}

const arrowsOf = (names: readonly InstallState[], transitions: readonly Transition[]): StateChange[] =>
  names
    .flatMap((from) =>
      names.map((to) => ({
        from,
        to,
        rows: transitions.filter((row) => row.from.includes(from) && onwards(row, from).includes(to)),
      })),
    )
    .filter(({ rows }) => rows.length > 0);

const stateCard = (name: InstallState, isLinked: boolean, height: number): Markup =>
  markup`<rect class="card" width="${card.width}" height="${height - card.top - 4}" rx="12"/><text class="name" x="16" y="27">${name}</text><text class="dim" x="${card.width - 14}" y="27" text-anchor="end">${isLinked ? "linked" : "no link"}</text>`;

const labelAt = (x: number, y: number, row: Transition, statusOf: StatusOf): Markup =>
  markup`<g transform="translate(${x} ${y})">${label(row, statusOf(row))}</g>`;

/** A row's sign and name, leading to its requirement. */
function label({ id, requirement, open }: Transition, status: RowStatus): Markup {
  const sign =
    status === "violated"
      ? markup`<path class="cross" d="M-4 -4L4 4M4 -4L-4 4"/>`
      : markup`<circle class="dot" r="4.5"/>`;
  return markup`<a href="#${requirement}" class="${status}${open ? " isopen" : ""}" data-row="${id}"><title>${id}: ${requirement}, ${status}${open ? ", left open" : ""}</title><g transform="translate(5 7)">${sign}</g><text x="18" y="12">${id}</text></a>`;
}

/** An arrow from card to card with its rows, in the colour of the gravest. */
function arrow(from: number, to: number, rows: readonly Transition[], statusOf: StatusOf): Markup {
  const statuses = rows.map(statusOf);
  const gravest = (["violated", "taken"] as const).find((status) => statuses.includes(status)) ?? "untaken";
  const isNear = to - from === card.width + card.gap;
  const { path, tip, x, y } = isNear ? straight(from + card.width, to) : curved(from, to);
  return markup`<g class="${gravest} edge-of"><path class="edge" d="${path}"/><path class="tip" d="${tip}"/></g>
${rows.map((row, index) => labelAt(x, y + index * arrowLine, row, statusOf))}`;
}

/** The paths of an arrow, and where its first row stands. */
interface ArrowShape {
  path: string;
  tip: string;
  x: number;
  y: number;
}

/** Between neighbours, an arrow lies in the gap. */
function straight(start: number, end: number): ArrowShape {
  const y = card.top + 22;
  return {
    path: `M${start} ${y}H${end - 8}`,
    tip: `M${end - 9} ${y - 5}L${end} ${y}L${end - 9} ${y + 5}Z`,
    x: start + 8,
    y: y + 8,
  };
}

/** A longer arrow goes over the cards between. */
function curved(from: number, to: number): ArrowShape {
  const [start, end] = [from + card.width * 0.6, to + card.width * 0.4];
  return {
    path: `M${start} ${card.top}C${start} 6 ${end} 6 ${end} ${card.top - 8}`,
    tip: `M${end - 5} ${card.top - 9}L${end} ${card.top}L${end + 5} ${card.top - 9}Z`,
    x: (start + end) / 2 - 48,
    y: 36,
  };
}
