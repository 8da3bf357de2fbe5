import { isDeepStrictEqual } from "node:util";
import { pointerOf } from "../../base/pointer.ts";
import type { HttpInteraction, MessageInteraction } from "../../contracts/pact/interaction.ts";
import type { Operation, Parameter } from "../../specs/operations.ts";
import type { Break } from "./breaks.ts";

/** The lists in a query that a new version reads as other lists, since their values are joined in another way. */
export function rereadFor(
  interaction: HttpInteraction | MessageInteraction,
  old: Operation,
  fresh: Operation,
): Break[] {
  if (interaction.kind === "message") return [];
  const { query } = interaction.request;
  return old.parameters.flatMap((was): Break[] => {
    const is = fresh.parameters.find(({ name, in: place }) => name === was.name && place === was.in);
    const values = query[was.name];
    if (was.in !== "query" || was.schema.type !== "array" || !is || !values) return [];
    if (is.schema.type !== "array" || isDeepStrictEqual(listOf(was, values), listOf(is, values))) return [];
    const sent = values.map((value) => `${was.name}=${value}`).join("&");
    const ways = `${wayOf(is)}, and had them ${wayOf(was)}`;
    return [
      {
        part: "request.query",
        pointer: pointerOf([was.name]),
        says: `it sends ${sent}; the specification has values ${ways}`,
      },
    ];
  });
}

/** The list that some values are; undefined where they come one by one and are expected together. */
const listOf = ({ separator }: Parameter, values: string[]): string[] | undefined =>
  separator === undefined ? values : values.length > 1 ? undefined : values.flatMap((one) => one.split(separator));

const wayOf = ({ separator }: Parameter): string =>
  separator === undefined ? "one by one" : `joined by ${JSON.stringify(separator)}`;
