import type { Exchange } from "../../harness/exchange.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import type { Slot } from "../../specs/schemas.ts";
import { schemaFor } from "../../specs/validate.ts";

/** The slot of an exchange's response body, by which its schema is found. */
export const bodySlot = ({ request, response }: Exchange) =>
  ({ direction: "response", part: "body", status: response.status, query: request.query }) as const satisfies Slot;

/** An operation that shows the body of every refusal that the specification describes for v1 in general. */
const refusing = loadOperations().find(({ id }) => id === "listCountries");

/** The statuses of those refusals. */
const refusals = [401, 403, 404];

/**
 * The operation whose schema an answer's body is checked against: its own, or that of a v1 refusal in general. The body of
 * some operations is not shown, so there a refusal may have none; undefined where nothing is shown.
 */
export function shownBy(exchange: Exchange): Operation | undefined {
  const { operation } = exchange.request;
  const { status, body } = exchange.response;
  if (schemaFor(operation, bodySlot(exchange))) return operation;
  const isDescribed = operation.surface === "v1" && !operation.notShown.includes("security");
  return isDescribed && refusals.includes(status) && body.trim() !== "" ? refusing : undefined;
}
