import { unknownId } from "../../model/unknown-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { operationById } from "../../schedule/run/operation-by-id.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { exampleRequest } from "./example-requests.ts";

/** The operations of which no payload is shown; the one that ends a link comes last. */
const operations = [
  "listCities",
  "listBusinessTypes",
  "listPermissions",
  "listTariffs",
  "makePaymentLink",
  "readHooksSettings",
  "addDiscount",
  "updateChannel",
  "markNewMessage",
  "redirectAfterRegistration",
  "reportPayment",
  "reportRefund",
  "sendShortNames",
  "changeHooksSettings",
  "sendVoipEvent",
  "uninstall",
];

/** Requests for an operation of which nothing is known but that no answer is a server error: several times, by others, elsewhere, with bodies of any kind. */
function oddRequests(world: World, id: string): RequestChoices[] {
  const { path, ...plain } = exampleRequest(world, id);
  const { location_id, second_location_id = unknownId, application_id } = world.target.fixtures;
  const elsewhere = { location_id: second_location_id, company_id: second_location_id };
  const unknown = { location_id: unknownId, company_id: unknownId, application_id: unknownId, payment_id: unknownId };
  const names = operationById(id).parameters.flatMap(({ in: part, name }) => (part === "path" ? [name] : []));
  const places = [
    ...(names.some((name) => name in elsewhere) ? [elsewhere] : []),
    ...(names.length > 0 ? [unknown] : []),
  ].map((other): RequestChoices => ({ ...plain, path: { ...path, payment_id: 1, ...other } }));
  const right: RequestChoices = { ...plain, path: { ...path, payment_id: 1 } };
  if (operationById(id).method === "GET") return [right, right, right, { ...right, as: "owner_user_token" }, ...places];
  const ids = { salon_id: location_id, application_id };
  const { body: _, ...bare } = right;
  const bodies = [{}, ids, []].map((body): RequestChoices => ({ ...bare, body }));
  return [...places, bare, ...bodies, { ...bare, body: ids, as: "owner_user_token" }];
}

/** Proofs that the operations whose payloads are not shown answer whatever is asked, without a server error, which the rules find. */
export const oddRequestProofs: Proof[] = [
  proof(
    "operations-without-payload-description-answer-anything-without-a-server-error",
    ["ENV-5"],
    "operations without payload description answer anything without a server error",
    freshInstallation,
    async (world) => {
      const some = world.context.depth === "quick" ? 1 : Infinity;
      for (const id of operations)
        for (const request of oddRequests(world, id).slice(0, some)) await world.request(id, request);
    },
  ),
];
