import type { Context } from "hono";
import { fieldsOf, isNestedDeeper, parseJson } from "../../base/json.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";

/** How deep the JSON of a body may be nested: more than any profile or pact is. */
const maxDepth = 100;

/** The most values of a body; reading takes time by their number. In JSON each has one of these marks before it, and so has each field of a form. */
const maxValues = { json: 100_000, form: 1_000 };
const marks = { json: [",", "[", "{"], form: ["&"] };

/** The fields of a body, once it is known who sent it. */
export async function readBody(c: Context, maxBytes: number): Promise<Record<string, unknown>> {
  const type = c.req.header("content-type") ?? "";
  const kind = type.includes("json") ? "json" : "form";
  if (kind === "form" && !type.includes("form-urlencoded")) return {};
  const text = await readText(c, maxBytes);
  if (marks[kind].reduce((count, mark) => count + countOf(mark, text), 0) > maxValues[kind])
    throw new ConsoleRefusal("bad-request", `the body holds more than ${maxValues[kind]} values`);
  if (kind === "form") return fieldsOfForm(new URLSearchParams(text));
  if (isNestedDeeper(text, maxDepth))
    throw new ConsoleRefusal("bad-request", `the body is nested more than ${maxDepth} levels deep`);
  return fieldsOf(parseJson(text) ?? unreadable());
}

/** Reads a body; one that is too long is not held. */
async function readText(c: Context, maxBytes: number): Promise<string> {
  const tooLarge = new ConsoleRefusal("too-large", `a body has at most ${maxBytes} bytes here`);
  if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw tooLarge;
  const reader = c.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read().catch(unreadable)) ?? { done: true };
    if (done || !value) return new TextDecoder().decode(Buffer.concat(chunks));
    length += value.length;
    if (length > maxBytes) throw tooLarge;
    chunks.push(value);
  }
}

const unreadable = (): never => {
  throw new ConsoleRefusal("bad-request", "the body cannot be read; send JSON or a form");
};

function countOf(mark: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

const fieldsOfForm = (form: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, form.getAll(name).length > 1 ? form.getAll(name) : form.get(name)]),
  );
