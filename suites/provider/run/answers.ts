import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { jsonBody } from "../../../harness/json-body.ts";

/** The body of an answer as JSON; undefined where it is not JSON. */
export const jsonOf = ({ response }: Exchange): unknown => jsonBody(response);

/** The items of a v1 list; undefined where the answer is not such a list. */
export function itemsOf(exchange: Exchange): Item[] | undefined {
  const { data } = fieldsOf(jsonOf(exchange));
  return exchange.response.status === 200 && Array.isArray(data) ? recordsOf(data) : undefined;
}

/** How many values a sentence lists before it cuts them off. */
const mostListed = 12;

/** Several values in words: how many, and the first of them. */
export function enumerate(values: readonly unknown[]): string {
  if (values.length === 0) return "none";
  const listed = values.slice(0, mostListed).map(String).join(", ");
  return `${values.length}: ${listed}${values.length > mostListed ? ", …" : ""}`;
}
