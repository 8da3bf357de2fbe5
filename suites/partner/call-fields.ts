import { fieldsOf } from "../../base/json.ts";
import type { Seen } from "./seen.ts";

/** What a request asks of the call history: its JSON body, or a query string read as one, with digits as numbers and any list as a list. */
export function callFields({ json, query }: Pick<Seen, "json" | "query">): Record<string, unknown> {
  const inQuery: Record<string, unknown> = {};
  for (const name of ["salon_id", "page", "limit"]) {
    const text = query.get(name);
    if (text !== null) inQuery[name] = /^\d+$/.test(text) ? Number(text) : text;
  }
  for (const name of ["date_from", "date_to", "phone"]) {
    const text = query.get(name);
    if (text !== null) inQuery[name] = text;
  }
  for (const name of ["types", "statuses"]) {
    const values = [...query].filter(([key]) => key.replace(/\[\d*\]$/, "") === name).map(([, value]) => value);
    if (values.length > 0) inQuery[name] = values.flatMap(listIn);
  }
  return { ...inQuery, ...fieldsOf(json) };
}

const listIn = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((one) => one.trim().replace(/^"|"$/g, ""))
    .filter(Boolean);
