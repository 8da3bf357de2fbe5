import { readForeignJson } from "../../base/foreign-json.ts";
import type { Response } from "../exchange.ts";

/** Bodies that were parsed already, by the answer. */
const bodies = new WeakMap<Response, { json: unknown }>();

/** The body of an answer as JSON; undefined where it is not JSON. It is read once, anyone who asks, so no one changes it. */
export function jsonBody(response: Response): unknown {
  const known = bodies.get(response) ?? { json: readForeignJson(response.body) };
  bodies.set(response, known);
  return known.json;
}
