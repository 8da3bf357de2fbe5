import type { Exchange } from "../../../harness/exchange.ts";
import type { Choices } from "../../../harness/requests.ts";
import { requirementsNamedBy } from "../../rules/schema-check.ts";
import { type Proof, proof } from "../run/proof.ts";
import { fixturesOf, rightRequest, rightRole } from "../run/right-requests.ts";
import { operationCalled, type World } from "../run/world.ts";

/** One documented read: how it is asked for beside the documented request, and what success shows where nothing else is documented. */
interface Read {
  operation: string;
  query?: Record<string, number>;
  shows?: string[];
}

/** A partner's own read is served with the partner token alone, and with the documented Accept. */
const servesPartners = ["ENV-7", "AUTH-7", "VER-3"];

/** Every read whose answer the specification shows, once, as it is documented. */
const reads: Read[] = [
  { operation: "listCountries", shows: servesPartners },
  { operation: "listConnectedLocations", shows: servesPartners },
  { operation: "listConnectedLocations", query: { forBooking: 1 }, shows: servesPartners },
  { operation: "searchActivities" },
  { operation: "searchActivityDates" },
  { operation: "searchActivityDateRange" },
  { operation: "listCalls" },
  { operation: "listClients" },
  { operation: "readService", shows: [...servesPartners, "VER-4"] },
  { operation: "readInstallationStatus" },
  { operation: "listResources", shows: ["AUTH-11"] },
];

/** Asks a list for its first page: with which number pages begin is not told, so page 0 is asked for where page 1 is refused. */
export async function askFirstPage(world: World, operation: string, choices: Choices): Promise<Exchange> {
  const first = await world.ask(operation, choices);
  const query = choices.query as Record<string, string | number> | undefined;
  if (first.response.status === 200 || query?.page === undefined || world.run.firstPages.has(operation)) return first;
  const zeroth = await world.ask(operation, { ...choices, query: { ...query, page: 0 } });
  if (zeroth.response.status !== 200) return first;
  world.run.firstPages.set(operation, 0);
  return zeroth;
}

/** A read is served with its credentials, and holds what it should. */
async function judgeRead(world: World, { operation, query, shows = [] }: Read): Promise<void> {
  const right = rightRequest(world, operation);
  const choices = {
    ...right,
    query: { ...(right.query as object), ...query },
    authorization: world.as(rightRole(operation)),
  };
  const served = await askFirstPage(world, operation, choices);
  for (const requirement of shows) world.answers(requirement, served, 200);
}

/** One proof for each read. */
export const readProofs: Proof[] = reads.map((read) => {
  const operation = operationCalled(read.operation);
  const role = rightRole(read.operation);
  const token = { partner: "partner_token", v3: "v3_token" }[role as string] ?? role;
  return proof(
    [...requirementsNamedBy(operation), ...(read.shows ?? [])].join(" "),
    `${read.operation} answers as documented${read.query ? " when it is asked for booking" : ""}`,
    [`urls.${operation.address}`, `credentials.${token}`, ...fixturesOf(read.operation)],
    (world) => judgeRead(world, read),
  );
});
