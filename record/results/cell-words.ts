import { groupBy } from "../../base/group-by.ts";
import { counted } from "../../base/text/wording.ts";
import { splitCell } from "../../specs/cells.ts";
import type { JudgedCells, RequirementResult, Results } from "../results.ts";

/** Describes the cells that an outcome depends on; undefined where a requirement is a single cell, or its reason says it already. */
export function cellWords({ cells, outcome }: Pick<RequirementResult, "cells" | "outcome">): string | undefined {
  if (!cells || (cells.of === 1 && cells.further.judged === 0 && !cells.bound)) return undefined;
  if (outcome === "untestable" && cells.judged > 0) return undefined;
  const further = cells.further.judged > 0 ? `, and ${cells.further.judged} further` : "";
  const open = outcome === "fail" && cells.open.length > 0 ? `; ${openWords(cells.open)}` : "";
  const bound = cells.bound && cells.judged > 0 ? `, with up to ${cells.bound}` : "";
  return `${cells.judged} of ${counted(cells.of, "cell")} judged${further}${bound}${open}`;
}

/** The cells that were not judged, by what kept them from it. */
export const openWords = (open: JudgedCells["open"]): string =>
  `not judged: ${[...groupBy(open, ({ reason }) => reason)]
    .map(([reason, cells]) => `${cells.map(({ cell }) => splitCell(cell).cell).join(", ")} (${reason})`)
    .join("; ")}`;

/** The number of cells that a run judged, of how many; empty where each of its requirements is a single one. */
export const cellCount = ({ cells, judged }: Results): string =>
  cells && cells.of !== judged?.of ? `${cells.judged} of ${cells.of}` : "";
