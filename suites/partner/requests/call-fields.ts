import { fieldsOf } from "../../../base/json.ts";
import type { PartnerRequest } from "./partner-request.ts";

const numbers = ["salon_id", "page", "limit"];
const texts = ["date_from", "date_to", "phone"];
const lists = ["types", "statuses"];

/**
 * The fields of a request for the call history: its JSON body, or its query string read as one. In a query string, digits are a number and any
 * encoding of a list is a list.
 */
export function callFields({ json, query }: Pick<PartnerRequest, "json" | "query">): Record<string, unknown> {
  const inQuery: Record<string, unknown> = {};
  for (const name of [...numbers, ...texts]) {
    const text = query.get(name);
    if (text !== null) inQuery[name] = numbers.includes(name) && /^\d+$/.test(text) ? Number(text) : text;
  }
  for (const name of lists) {
    const values = [...query].filter(([key]) => key.replace(/\[\d*\]$/, "") === name).map(([, value]) => value);
    if (values.length > 0) inQuery[name] = values.flatMap(itemsIn);
  }
  return { ...inQuery, ...fieldsOf(json) };
}

const itemsIn = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((item) => item.trim().replace(/^"|"$/g, ""))
    .filter(Boolean);
