import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { jsonBody } from "../../../harness/http/json-body.ts";

/** The body of an answer as JSON; undefined where it is not JSON. */
export const jsonOf = ({ response }: Exchange): unknown => jsonBody(response);

/** The items of a v1 list; undefined where the answer is not such a list. */
export function itemsOf(exchange: Exchange): Item[] | undefined {
  const { data } = fieldsOf(jsonOf(exchange));
  return exchange.response.status === 200 && Array.isArray(data) ? recordsOf(data) : undefined;
}
