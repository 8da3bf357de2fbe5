import { isDeepStrictEqual } from "node:util";
import { pointerOf } from "../../base/pointer.ts";
import { isWrongOnPurpose } from "../../contracts/check/request/expected-refusal.ts";
import type { HttpInteraction, MessageInteraction } from "../../contracts/pact/interaction.ts";
import type { Operation, Parameter } from "../../specs/operations.ts";
import type { Break } from "./breaks.ts";

/** Finds the lists in a query that a new version reads as other lists, since their values are joined in another way. */
export function findRereadLists(
  interaction: HttpInteraction | MessageInteraction,
  old: Operation,
  fresh: Operation,
): Break[] {
  if (interaction.kind === "message" || isWrongOnPurpose("input", interaction.response.status)) return [];
  const { query } = interaction.request;
  return old.parameters.flatMap((before): Break[] => {
    const after = fresh.parameters.find(({ name, in: place }) => name === before.name && place === before.in);
    const values = query[before.name];
    if (before.in !== "query" || before.schema.type !== "array" || !after || !values) return [];
    if (after.schema.type !== "array" || isDeepStrictEqual(listOf(before, values), listOf(after, values))) return [];
    const sent = values.map((value) => `${before.name}=${value}`).join("&");
    const says = `it sends ${sent}; the specification now has values ${joiningOf(after)} instead of ${joiningOf(before)}`;
    return [{ part: "request.query", pointer: pointerOf([before.name]), says }];
  });
}

/** The list that some values are; undefined where they come one by one and are expected together. */
function listOf({ separator }: Parameter, values: string[]): string[] | undefined {
  if (separator === undefined) return values;
  return values.length > 1 ? undefined : values.flatMap((value) => value.split(separator));
}

const joiningOf = ({ separator }: Parameter): string =>
  separator === undefined ? "one by one" : `joined by ${JSON.stringify(separator)}`;
