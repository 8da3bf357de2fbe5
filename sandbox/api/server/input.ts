import type { Call } from "../call.ts";
import { Refusal } from "./replies.ts";

/** A number of a path; what is no whole number names nothing. */
export function pathNumber(call: Call, name: string): number {
  const text = call.path[name] ?? "";
  if (!/^\d{1,15}$/.test(text)) throw new Refusal(404, "Not found.");
  return Number(text);
}

/** A number of a body. */
export function bodyNumber(call: Call, name: string): number {
  const value = bodyFields(call)[name];
  if (typeof value !== "number" || !Number.isFinite(value)) throw new Refusal(422, `${name} must be a number.`);
  return value;
}

/** A string of a body, or what stands for one that is left out. */
export function bodyText(call: Call, name: string, otherwise: string): string {
  const { [name]: value = otherwise } = bodyFields(call);
  if (typeof value !== "string") throw new Refusal(422, `${name} must be a string.`);
  return value;
}

/** What the entries of a list can be; JSON can say numbers that are none, such as 1e400. */
const entries = { numbers: Number.isFinite, strings: (value: unknown) => typeof value === "string" };

/** A list of a body. */
export function bodyList(call: Call, name: string, of: keyof typeof entries): unknown[] {
  const value = bodyFields(call)[name];
  if (!Array.isArray(value) || !value.every((one) => entries[of](one)))
    throw new Refusal(422, `${name} must be a list of ${of}.`);
  return value;
}

/** A body that is a JSON object. */
export function bodyFields(call: Call): Record<string, unknown> {
  const { body } = call;
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Refusal(422, "The body must be a JSON object.");
  return body as Record<string, unknown>;
}

/** One or several values of a query, however they are encoded: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2`. */
export function queryList(query: URLSearchParams, name: string): string | undefined {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((value) => value.split(","))
    .map((value) => value.trim());
  const given = values.filter(Boolean);
  return given.length > 0 ? given.join(",") : undefined;
}

/** Which page of a v1 list is asked for. */
export interface Page {
  page: number;
  count: number;
}

/** Reads a page number and size; nonsense is the first page, and size has a limit. */
export function pageOf(
  page: unknown,
  count: unknown,
  { v1PageDefault, v1PageMaximum }: { v1PageDefault: number; v1PageMaximum: number },
): Page {
  const whole = (value: unknown, otherwise: number) => {
    const number = value === null || value === undefined || value === "" ? Number.NaN : Math.floor(Number(value));
    return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
  };
  return { page: whole(page, 1), count: Math.min(whole(count, v1PageDefault), v1PageMaximum) };
}

/** The items of a page. */
export const slice = <T>(items: readonly T[], { page, count }: Page): T[] =>
  items.slice((page - 1) * count, page * count);
