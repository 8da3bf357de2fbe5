import { HarnessError } from "../base/errors.ts";
import type { RequirementId } from "./ledger/requirement-ids.ts";
import type { Requirement } from "./ledger.ts";
import { loadOperations } from "./operations.ts";
import { documentedValues } from "./schemas/values.ts";
import { goodsOperations, recordEvents } from "./webhook-events.ts";

/** The part of a requirement that is judged by itself: the requirement's id and, where its sentence enumerates something, a slash and the name of one of those. */
export type CellId = RequirementId | `${RequirementId}/${string}`;

/** The sources of an axis of cells, by the name that the ledger gives them. */
const derivations: Readonly<Record<string, (argument: string) => readonly string[]>> = {
  enum(place) {
    const [operation = "", field = ""] = place.split("/");
    return documentedValues(operation, field);
  },
  changes: () => [...recordEvents].flatMap(([event, changes]) => changes.map((change) => `${event}.${change}`)),
  "data-calls": () => loadOperations().flatMap(({ id, dataCall }) => (dataCall.length > 0 ? [id] : [])),
  "goods-operations": () => goodsOperations,
};

/** The names of the cells that must be judged before a requirement passes; one without a name where its sentence enumerates nothing. */
export function cellsOf({ id, cells = {} }: Pick<Requirement, "id" | "cells">): readonly string[] {
  let names: string[] = [];
  for (const axis of Object.values(cells)) {
    const values = typeof axis === "string" ? derive(id, axis) : axis;
    names = names.length === 0 ? [...values] : names.flatMap((name) => values.map((value) => `${name}, ${value}`));
  }
  return names.length > 0 ? names : [""];
}

/** The cells that decide whether a requirement passes: all but those on trial. */
export const scoredCells = (requirement: Pick<Requirement, "id" | "cells" | "trial">): readonly string[] =>
  cellsOf(requirement).filter((cell) => !requirement.trial?.includes(cell));

function derive(id: string, axis: string): readonly string[] {
  const [name = "", argument = ""] = axis.split(" ");
  const derivation = derivations[name];
  if (!derivation) throw new HarnessError(`${id}: no cells follow from "${axis}"`);
  return derivation(argument);
}

/** The id of a cell by its requirement and its name. */
export const cellId = (requirement: string, cell: string): CellId =>
  (cell ? `${requirement}/${cell}` : requirement) as CellId;

/** The requirement and the name of a cell. */
export function splitCell(id: string): { requirement: string; cell: string } {
  const slash = id.indexOf("/");
  return slash < 0 ? { requirement: id, cell: "" } : { requirement: id.slice(0, slash), cell: id.slice(slash + 1) };
}
