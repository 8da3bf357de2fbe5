import { anonymizeName, hidden, isApiWord } from "../../base/text/anonymous-names.ts";
import type { Depth } from "../../record/depth.ts";
import type { Entry } from "../../record/journal.ts";
import type { Operation } from "../../specs/operations.ts";
import { collectFacts } from "./exchange-facts.ts";
import { type BaselineFacts, createBaselineFacts } from "./facts.ts";

/** The behaviour of a provider where the specification is silent: facts by name, each with its values, in order. */
export interface Baseline {
  format: "assay-baseline/1";
  target: string;
  /** How far the run went that showed it: one of another depth shows more, or less. */
  depth?: Depth;
  facts: Record<string, string[]>;
}

/** The facts that a run's journal shows of its provider, as shapes and words of the API alone: no one's data. */
export function baselineOf(entries: readonly Entry[], operations: readonly Operation[]): Baseline {
  const facts = createBaselineFacts();
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
  let target = "";
  let depth: Depth | undefined;
  for (const entry of entries) {
    if (entry.kind === "run") ({ depth } = entry);
    if (entry.kind === "target") target = entry.name;
    if (entry.kind === "observation") addObservation(entry.topic, entry.value, facts);
    if (entry.kind === "exchange") {
      const operation = operationsById.get(entry.operation);
      if (operation) collectFacts(entry, operation, facts);
    }
  }
  return { format: "assay-baseline/1", target, ...(depth ? { depth } : {}), facts: facts.list() };
}

function addObservation(topic: string, observed: unknown, facts: BaselineFacts): void {
  for (const value of [observed].flat())
    if (isPlain(value) || isShape(String(value))) facts.add(`observed: ${topic}`, String(value));
}

const isPlain = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || isApiWord(String(value));

/** True if an observation is a line of a shape, such as `.data[].id number`, whose names are those of an API. */
function isShape(text: string): boolean {
  const [, path = ""] = /^(?:\[\])*((?:\.[^\s.]+)+) (?:string|number|boolean|null|object|array)$/.exec(text) ?? [];
  const names = path.replaceAll("[]", "").split(".").slice(1);
  return names.length > 0 && names.every((name) => name === anonymizeName(name) || name === "#" || name === hidden);
}
