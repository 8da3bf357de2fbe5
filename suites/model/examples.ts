import { isRecord } from "../../base/json.ts";

const placeholder = /\{\w+\}/;

/** True if a value is what an example of an overlay asks for: `{name}` stands for any value. */
function fits(value: unknown, example: unknown): boolean {
  if (typeof example === "string" && placeholder.test(example)) {
    const parts = example.split(placeholder).map((part) => part.replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&"));
    return typeof value !== "object" && new RegExp(`^${parts.join(".*")}$`, "s").test(String(value));
  }
  if (Array.isArray(example))
    return (
      Array.isArray(value) &&
      value.length === example.length &&
      example.every((each, index) => fits(value[index], each))
    );
  if (!isRecord(example)) return value === example;
  const names = Object.keys(example);
  return (
    isRecord(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => name in value && fits(value[name], example[name]))
  );
}

/** The name of the overlay's example that a body follows; empty for no body where there are no examples, undefined for any other body. */
export function exampleOf(examples: Readonly<Record<string, unknown>>, body: unknown): string | undefined {
  const names = Object.keys(examples);
  if (names.length === 0) return body === undefined ? "" : undefined;
  return names.find((name) => fits(body, examples[name]));
}

const ofLocation = /^\{(company|location|salon)_id\}$/;

/** The value that stands where an example asks for a Location. */
function placeIn(value: unknown, example: unknown): unknown {
  if (typeof example === "string") return ofLocation.test(example) ? value : undefined;
  if (!isRecord(example) || !isRecord(value)) return undefined;
  return Object.keys(example)
    .map((name) => placeIn(value[name], example[name]))
    .find((place) => place !== undefined);
}

/** The Location that a body names, by the example that it follows; undefined where it names none. */
export const locationIn = (examples: Readonly<Record<string, unknown>>, body: unknown): unknown =>
  placeIn(body, examples[exampleOf(examples, body) ?? ""]);

/** The texts and numbers of a body by their names, at whichever depth; a name that stands there twice is left out. */
export function valuesIn(body: unknown): Record<string, unknown> {
  const named = (value: unknown): [string, unknown][] =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, field]): [string, unknown][] =>
          isRecord(field) ? named(field) : [[name, field]],
        )
      : [];
  const all = named(body);
  return Object.fromEntries(
    all.filter(
      ([name, value]) =>
        ["string", "number"].includes(typeof value) && all.filter(([other]) => other === name).length === 1,
    ),
  );
}

/** The fields of something shown that have the name of a field that was sent, and another value. */
export const otherValues = (
  sent: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
  isSame: (name: string, sent: unknown, shown: unknown) => boolean,
): string[] => Object.keys(sent).filter((name) => name in shown && !isSame(name, sent[name], shown[name]));
