import { requirementsNamedBy } from "../../rules/schema-check.ts";
import { dataCalls } from "../run/data-calls.ts";
import { requestFirstPage } from "../run/first-pages.ts";
import { dataAccess } from "../run/needs.ts";
import { operationById } from "../run/operation-by-id.ts";
import { type Proof, proof } from "../run/proof.ts";
import { fixturesOf, rightRequest, rightRole } from "../run/right-requests.ts";
import type { World } from "../run/world.ts";

/** One documented read: what its query has beside the documented one, and what its success shows beside its schemas. */
interface DocumentedRead {
  operation: string;
  query?: Record<string, number>;
  shows?: string[];
}

/** A partner's own read is served with the partner token alone, and with the documented Accept. */
const servesPartners = ["ENV-7", "AUTH-7", "VER-3"];

/** Every read whose answer the specification shows, once, as it is documented. */
const reads: DocumentedRead[] = [
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

/** Makes the documented request; the rules judge what the answer holds. */
async function judgeRead(world: World, { operation, query, shows = [] }: DocumentedRead): Promise<void> {
  const right = rightRequest(world, operation);
  const served = await requestFirstPage(world, operation, {
    ...right,
    query: { ...(right.query as object), ...query },
    as: rightRole(operation),
  });
  for (const requirement of shows) world.checkStatus(requirement, served, 200);
  if (shows.length === 0) world.requireStatus(served, 200);
}

/** One proof for each read. */
export const readProofs: Proof[] = reads.map((read) => {
  const operation = operationById(read.operation);
  return proof(
    [...requirementsNamedBy(operation), ...(read.shows ?? [])].join(" "),
    `${read.operation} answers as documented${read.query ? " when it is asked for booking" : ""}`,
    [
      `urls.${operation.address}`,
      `credentials.${rightRole(read.operation)}`,
      ...fixturesOf(read.operation),
      ...(read.operation in dataCalls ? dataAccess : []),
    ],
    (world) => judgeRead(world, read),
  );
});
