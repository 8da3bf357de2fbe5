import type { Operation } from "../../../specs/operations.ts";
import type { Slot } from "../../../specs/schemas.ts";
import type { HttpInteraction } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { checkExpectedBody } from "../values/check-expected-body.ts";
import { checkHeaders } from "./check-headers.ts";
import { checkPage } from "./check-page.ts";
import { documentedStatus, openStatus, undocumentedStatus } from "./expected-status.ts";

/** Checks the answer that a consumer relies on against the documented responses of an operation. */
export function checkResponse(operation: Operation, { request, response }: HttpInteraction): Incompatibility[] {
  const status = documentedStatus(operation, response);
  if (status === undefined) return [undocumentedStatus(operation, response)];
  const open = openStatus(operation, response);
  if (open) return [open];
  const query = Object.fromEntries(Object.entries(request.query).map(([name, [value]]) => [name, value]));
  const slot: Slot = { direction: "response", part: "body", status, query };
  const body = checkExpectedBody(operation, slot, response.body, response.rules);
  return [
    ...checkHeaders(operation, response, status),
    ...checkPage(operation, { request, response }, status),
    ...body.map((incompatibility) => ({ part: "response.body", ...incompatibility })),
  ];
}
