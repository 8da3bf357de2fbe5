import { Violation } from "../../base/errors.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import type { MessageInteraction } from "./interaction.ts";

/** Every event that the specification names. */
export const eventNames = (operations: readonly Operation[] = loadOperations()): string[] =>
  operations.filter(({ surface }) => surface === "webhooks").map(({ path }) => path);

/** The event that a message expects: its metadata key `event`, or the name in its description. */
export function eventOf(
  { metadata, description }: Pick<MessageInteraction, "metadata" | "description">,
  operations?: readonly Operation[],
): string {
  const named = String(metadata.event ?? "");
  const names = eventNames(operations);
  if (names.includes(named)) return named;
  const words = named || description;
  const found = names.filter((event) => new RegExp(`\\b${event}\\b`).test(words));
  const [event] = found;
  if (event && found.length === 1) return event;
  throw new Violation(
    `${found.length > 1 ? `it names ${found.join(" and ")}` : "it names no event"} in its description or in the metadata key \`event\`; there are ${names.join(", ")}`,
  );
}
