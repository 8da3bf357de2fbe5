import { Untestable } from "../../../base/errors.ts";
import { fieldsOf } from "../../../base/json.ts";
import { limit } from "../../../specs/limits.ts";
import type { LinkId } from "../../model/link-id.ts";
import { statusReads } from "../../model/operations/installation-status.ts";
import { dataCalls } from "../../provider/run/data-calls.ts";
import { readStatus, saysNoLink } from "../../provider/run/link-status.ts";
import type { World } from "../../provider/run/world.ts";

/** Reads the status of links at both addresses. */
export async function readBoth(world: World, ...links: readonly LinkId[]): Promise<void> {
  for (const link of links) for (const operation of statusReads) await readStatus(world, link, operation);
}

/** Makes every data call for Locations, where the profile has a token for them. */
export async function callForData(world: World, ...links: readonly LinkId[]): Promise<void> {
  if (world.target.credentials.system_user_token === undefined) return;
  for (const { location } of links)
    for (const [operation, choicesFor] of Object.entries(dataCalls))
      await world.request(operation, { ...choicesFor(location, world.now()), as: "system_user_token" });
}

/** Data calls with a filter, or for a page. */
export async function callForSomeData(world: World, { location: location_id }: LinkId): Promise<void> {
  if (world.target.credentials.system_user_token === undefined) return;
  const [id = 1] = world.target.fixtures.client_ids ?? [];
  const body = fieldsOf(dataCalls.listCalls?.(location_id, world.now()).body);
  const as = "system_user_token";
  await world.request("listClients", { path: { location_id }, query: { id }, as });
  await world.request("listClients", { path: { location_id }, query: { page: 1, count: 1 }, as });
  await world.request("listCalls", { body: { ...body, types: ["incoming"], page: 1, limit: 1 }, as });
}

/** How many connected Locations are asked for: as many as every provider puts on a page. */
const listSize = limit("v1_page_cap");

/** Reads the beginning of the list of connected Locations; while the number of the first page is not known, pages 0 and 1. */
export async function readListed(world: World, { application }: LinkId): Promise<void> {
  const known = world.run.firstPages.get("listConnectedLocations");
  for (const page of known === undefined ? [0, 1] : [known])
    await world.request("listConnectedLocations", {
      path: { application_id: application },
      query: { page, count: listSize },
      as: "partner_token",
    });
}

/** Ends the journey as untestable unless there is certainly no link; what a provider says of one that never was is open. */
export async function requireNoLink(world: World, link: LinkId): Promise<void> {
  const reading = await readStatus(world, link);
  if (saysNoLink(reading)) return;
  const { state = reading.exchange.response.status } = reading;
  throw new Untestable(
    `the status of application ${link.application} at Location ${link.location} reads ${JSON.stringify(state)}; uninstall it there first`,
  );
}
