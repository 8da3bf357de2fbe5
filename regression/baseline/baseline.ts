import type { Entry } from "../../record/journal.ts";
import type { Operation } from "../../specs/operations.ts";
import { collectFacts } from "./exchange-facts.ts";
import { type BaselineFacts, createBaselineFacts } from "./facts.ts";

/** What a provider does where the specification is silent: facts by name, each with what was seen, in order. */
export interface Baseline {
  format: "assay-baseline/1";
  target: string;
  facts: Record<string, string[]>;
}

/** What a run's journal shows of its provider, as shapes and words of the API alone: nothing of anybody's data. */
export function baselineOf(entries: readonly Entry[], operations: readonly Operation[]): Baseline {
  const facts = createBaselineFacts();
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
  let target = "";
  for (const entry of entries) {
    if (entry.kind === "target") target = entry.name;
    if (entry.kind === "observation") addObservation(entry.topic, entry.value, facts);
    if (entry.kind === "exchange") {
      const operation = operationsById.get(entry.operation);
      if (operation) collectFacts(entry, operation, facts);
    }
  }
  return { format: "assay-baseline/1", target, facts: facts.list() };
}

function addObservation(topic: string, observed: unknown, facts: BaselineFacts): void {
  for (const value of [observed].flat()) if (isPlain(value)) facts.add(`observed: ${topic}`, String(value));
}

const isPlain = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || /^[a-z_ ]{1,40}$/.test(String(value));
