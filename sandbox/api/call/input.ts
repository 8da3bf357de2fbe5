import { isRecord } from "../../../base/json.ts";
import { notFound } from "./access.ts";
import type { ApiCall } from "./call.ts";
import { Refusal } from "./replies.ts";

/** A number in the path; anything but a whole number is not found. */
export function pathNumber(call: ApiCall, name: string): number {
  const text = call.path[name] ?? "";
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text))) throw notFound(call, "Not found.");
  return Number(text);
}

/** A number in the body. */
export function bodyNumber(call: ApiCall, name: string): number {
  const value = bodyFields(call)[name];
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Refusal(422, `${name} must be a number.`);
  return value;
}

/** A string in the body, or a default where it is left out. */
export function bodyText(call: ApiCall, name: string, otherwise: string): string {
  const { [name]: value = otherwise } = bodyFields(call);
  if (typeof value !== "string") throw new Refusal(422, `${name} must be a string.`);
  return value;
}

/** The entries that a list can have; in JSON a number can be infinite, such as 1e400. */
const entries = { numbers: Number.isFinite, strings: (value: unknown) => typeof value === "string" };

/** A list in the body. */
export function bodyList(call: ApiCall, name: string, of: keyof typeof entries): unknown[] {
  const value = bodyFields(call)[name];
  if (!Array.isArray(value) || !value.every((entry) => entries[of](entry)))
    throw new Refusal(422, `${name} must be a list of ${of}.`);
  return value;
}

/** The fields of a body that is a JSON object. */
export function bodyFields({ body }: ApiCall): Record<string, unknown> {
  if (!isRecord(body)) throw new Refusal(422, "The body must be a JSON object.");
  return body;
}

/** The values of a query parameter, joined by commas, in whichever way they are sent: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2`. */
export function queryList(query: URLSearchParams, name: string): string | undefined {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter(Boolean);
  return values.length > 0 ? values.join(",") : undefined;
}
