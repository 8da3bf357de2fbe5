import { Untestable } from "../../../base/errors.ts";
import type { Operation } from "../../../specs/operations.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";

/** A target's own values, by the names under which an example may ask for them. */
export type PlaceholderValues = Readonly<Record<string, string | number>>;

/** Puts a target's own values in the place of `{name}`; a text that is nothing else becomes the value itself. */
export function fillIn(value: unknown, values: PlaceholderValues): unknown {
  if (Array.isArray(value)) return value.map((entry) => fillIn(entry, values));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fillIn(field, values)]));
  if (typeof value !== "string") return value;
  const [, whole = ""] = /^\{(\w+)\}$/.exec(value) ?? [];
  if (whole in values) return values[whole];
  return value.replace(/\{(\w+)\}/g, (text, name: string) => String(values[name] ?? text));
}

/** Which of an overlay's examples is sent, the first if none is named, and values that it asks for beside the fixtures. */
export interface ExampleChoice {
  name?: string;
  values?: PlaceholderValues;
}

/** The request for an operation whose payload the specification does not show, as an overlay's examples give it. */
export function exampleRequest(
  world: World,
  operationId: string,
  { name, values: more = {} }: ExampleChoice = {},
): RequestChoices {
  const operation = world.operation(operationId);
  const { location_id = 0, application_id = 0 } = world.target.fixtures;
  const values: PlaceholderValues = {
    ...(world.target.fixtures as PlaceholderValues),
    company_id: location_id,
    salon_id: location_id,
    application_id,
    now: new Date(world.now()).toISOString(),
    ...more,
  };
  const query = operation.parameters.filter(({ in: part, example }) => part === "query" && example !== undefined);
  const example = operation.examples[name ?? Object.keys(operation.examples)[0] ?? ""];
  const asks = JSON.stringify([operation.path, query, example]);
  for (const wanted of Object.keys(more))
    if (!asks.includes(`{${wanted}}`))
      throw new Untestable(`the overlay's example of ${operationId} does not ask for {${wanted}}`);
  const body = fillIn(example, values);
  return {
    path: values,
    query: Object.fromEntries(query.map((parameter) => [parameter.name, String(fillIn(parameter.example, values))])),
    ...(body === undefined ? {} : { body }),
    ...(operation.as === "none" ? {} : { as: callerOf(operation) }),
  };
}

/** The values by which an example is about another Location; undefined where it names none. */
export function valuesAt(world: World, operationId: string, location: number): PlaceholderValues | undefined {
  const { examples } = world.operation(operationId);
  const [example] = Object.values(examples);
  const names = ["location_id", "salon_id", "company_id"].filter((name) =>
    JSON.stringify(example)?.includes(`{${name}}`),
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, location])) : undefined;
}

/** Who calls an operation, as an overlay says: a key of the profile's credentials, or `partner`. */
const callerOf = ({ as: caller = "partner" }: Operation): Role =>
  caller === "partner" ? "partner_token" : (caller as Role);
