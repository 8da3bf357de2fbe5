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
  const given = String(metadata.event ?? "");
  const names = eventNames(operations);
  if (names.includes(given)) return given;
  const text = given || description;
  const found = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const [event] = found;
  if (event && found.length === 1) return event;
  const problem = found.length > 1 ? `it names ${found.join(" and ")}` : "it names no event of the specification";
  throw new Violation(
    `${problem} in its description or in the metadata key \`event\`; the events are ${names.join(", ")}`,
  );
}
