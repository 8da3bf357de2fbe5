import type { Choices } from "../../../harness/requests.ts";
import type { World } from "../run/world.ts";

/** What an example may name of a target, beside its fixtures. */
export type Names = Readonly<Record<string, string | number>>;

/** Puts a target's own values in the place of `{name}`; a text that is nothing else becomes the value itself. */
export function fill(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, names));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, names)]));
  if (typeof value !== "string") return value;
  const [, whole = ""] = /^\{(\w+)\}$/.exec(value) ?? [];
  if (whole in names) return names[whole];
  return value.replace(/\{(\w+)\}/g, (text, name: string) => String(names[name] ?? text));
}

/** The request for an operation whose payload the specification does not show, as an overlay's examples give it. */
export function exampled(
  world: World,
  id: string,
  { name = "", more = {} }: { name?: string; more?: Names } = {},
): Choices {
  const operation = world.operation(id);
  const { location_id = 0, application_id = 0 } = world.target.fixtures;
  const names: Names = {
    ...(world.target.fixtures as Names),
    company_id: location_id,
    salon_id: location_id,
    application_id,
    now: new Date(world.now()).toISOString(),
    ...more,
  };
  const given = operation.parameters.filter(({ in: place, example }) => place === "query" && example !== undefined);
  const body = fill(operation.examples[name], names);
  return {
    path: names,
    query: Object.fromEntries(given.map((one) => [one.name, String(fill(one.example, names))])),
    ...(body === undefined ? {} : { body }),
    ...(operation.as === "none" ? {} : { authorization: world.as((operation.as ?? "partner") as "partner") }),
  };
}
