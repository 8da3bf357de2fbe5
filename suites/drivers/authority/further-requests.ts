import { fieldsOf } from "../../../base/json.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { Choices } from "../../../harness/requests.ts";
import { dataAccess, v3Access } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import { unissuedToken } from "../../schedule/run/roles.ts";
import type { RequestChoices, World } from "../../schedule/run/world.ts";
import { recallPage } from "../resources/resource-pages.ts";
import { itemsOf } from "../steps/answers.ts";
import { rightRequest, rightRole } from "../steps/right-requests.ts";
import { withoutUser } from "./wrong-tokens.ts";

/** A request that differs from the plainest one of its operation: another page, or parameters that may be left out. */
type FurtherRequest = (world: World) => Promise<Choices> | Choices;

/** The documented request with more in its query. */
const withQuery =
  (operation: string, query: Record<string, string | number>): FurtherRequest =>
  (world) => {
    const right = rightRequest(world, operation);
    return { ...right, query: { ...(right.query as object), ...query } };
  };

/** The documented request of the call history with more in its body. */
const withBody =
  (fields: Record<string, unknown>): FurtherRequest =>
  (world) => {
    const right = rightRequest(world, "listCalls");
    return { ...right, body: { ...fieldsOf(right.body), ...fields } };
  };

/** The next page of a list: what is after its first page, wherever it begins. */
const secondPage = (operation: string): FurtherRequest => {
  const count = 1;
  return (world) => withQuery(operation, { page: (world.facts.firstPage(operation) ?? 1) + 1, count })(world);
};

/** The first client that the list shows, by its id: a filter that finds something. */
const knownClient: FurtherRequest = async (world) => {
  const right = rightRequest(world, "listClients");
  const [client] = itemsOf(await world.request("listClients", { ...right, as: "system_user_token" })) ?? [];
  return { ...right, query: { id: Number(client?.id ?? 1) } };
};

/** What is asked of operations that take the partner token alone. */
const partnerRequests: [operation: string, further: FurtherRequest][] = [
  ["listConnectedLocations", secondPage("listConnectedLocations")],
  ["listConnectedLocations", withQuery("listConnectedLocations", { forBooking: 1 })],
  ["searchActivities", secondPage("searchActivities")],
  ["searchActivities", withQuery("searchActivities", { service_ids: 1 })],
  ["searchActivityDates", withQuery("searchActivityDates", { staff_ids: 1 })],
  ["searchActivityDateRange", withQuery("searchActivityDateRange", { resource_ids: 1 })],
  ["readService", withQuery("readService", { staff_id: 1 })],
  ["readService", withQuery("readService", { category_id: 1 })],
];

/** What is asked of operations that take a user's token too. */
const userRequests: [operation: string, further: FurtherRequest][] = [
  ["listClients", secondPage("listClients")],
  ["listClients", knownClient],
  ["listClients", withQuery("listClients", { fullname: "a" })],
  ["listCalls", withBody({ page: 2, limit: 1 })],
  ["listCalls", withBody({ phone: "+37120000000", types: ["incoming"] })],
];

/** Whether a request is served to whom it should be: only then a refusal shows something. */
async function isServed(world: World, operation: string, request: Choices): Promise<boolean> {
  const { response } = await world.request(operation, { ...request, as: rightRole(operation) });
  return response.status === 200;
}

async function sendPartnerRequest(world: World, operation: string, further: FurtherRequest): Promise<void> {
  const request = await further(world);
  if (!(await isServed(world, operation, request))) return;
  await world.request(operation, request);
  await world.request(operation, { ...request, authorization: `Bearer ${unissuedToken}` });
}

async function sendUserRequest(world: World, operation: string, further: FurtherRequest): Promise<void> {
  const right = await further(world);
  if (!(await isServed(world, operation, right))) return;
  const request = (choices: RequestChoices) => world.request(operation, { ...right, ...choices });
  const { partner_token: partner = "", system_user_token: system = "" } = world.target.credentials;
  await request({});
  for (const authorization of withoutUser(world, partner, system).slice(0, 1)) await request({ authorization });
  await request({ authorization: `Bearer ${partner}, User ${unissuedToken}` });
  if (world.target.credentials.no_access_user_token) await request({ as: "no_access_user_token" });
}

/**
 * The answer to a request without the right authority. Where requests are few, a further one of its operation is sent instead of the plainest: whoever
 * serves that serves too much, and whoever refuses it shows as much. A refusal that may be for the page or the filter shows nothing, and the plainest is sent.
 */
export async function unauthorized(
  world: World,
  operation: string,
  authority: RequestChoices,
  refusal: number,
): Promise<Exchange> {
  const [, further] = [...partnerRequests, ...userRequests].find(([id]) => id === operation) ?? [];
  const request = async (choices: Choices) => world.request(operation, { ...choices, ...authority });
  if (further && !world.can("clock")) {
    const exchange = await request(await further(world));
    const { status } = exchange.response;
    if (status < 300 || status === refusal) return exchange;
  }
  return request(rightRequest(world, operation));
}

/** Proofs that authority is asked for on every page and beside every parameter, as on the plainest request. */
export const furtherRequestProofs: Proof[] = [
  proof(
    "later-pages-and-filters-ask-for-the-same-tokens",
    ["AUTH-1", "AUTH-2", "AUTH-4", "AUTH-5", "AUTH-6"],
    "later pages and filters ask for the same tokens",
    [...dataAccess, "control.clock", "fixtures.service_id"],
    async (world) => {
      const some = world.budget.byDepth(1, Infinity, Infinity);
      for (const [operation, further] of partnerRequests.slice(0, some))
        await sendPartnerRequest(world, operation, further);
      for (const [operation, further] of userRequests.slice(0, some)) await sendUserRequest(world, operation, further);
    },
  ),

  proof(
    "v3-asks-for-an-access-token-beside-a-cursor-too",
    ["AUTH-12"],
    "v3 asks for an access token beside a cursor too",
    v3Access,
    async (world) => {
      const { cursor } = await recallPage(world, { limit: 1 });
      if (typeof cursor !== "string") return;
      const query = { limit: 1, cursor };
      if ((await recallPage(world, query)).exchange.response.status !== 200) return;
      const request = { path: { location_id: world.fixture("location_id") }, query };
      for (const authority of [{}, { authorization: `Bearer ${unissuedToken}` }])
        await world.request("listResources", { ...request, ...authority });
    },
  ),
];
