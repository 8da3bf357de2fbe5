import { Untestable } from "../../../base/errors.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { loadFactors } from "../../../specs/factors.ts";
import { limit } from "../../../specs/limits.ts";
import { saysNoLink } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { statusReads } from "../../model/operations/installation-status.ts";
import type { World } from "../../schedule/run/world.ts";
import { requestOf } from "../factors/requests.ts";
import { itemsOf } from "../steps/answers.ts";
import { dataCalls } from "../steps/data-calls.ts";
import { readStatus } from "../steps/link-status.ts";

/** Reads the status of links at both addresses. */
export async function readBoth(world: World, ...links: readonly LinkId[]): Promise<void> {
  for (const link of links) for (const operation of statusReads) await readStatus(world, link, operation);
}

/** Makes every data call for Locations, where the profile has a token for them. */
export async function callForData(world: World, ...links: readonly LinkId[]): Promise<Exchange[]> {
  if (world.target.credentials.system_user_token === undefined) return [];
  const exchanges: Exchange[] = [];
  for (const { location } of links)
    for (const [operation, choicesFor] of Object.entries(dataCalls))
      exchanges.push(await world.request(operation, { ...choicesFor(location, world.now()), as: "system_user_token" }));
  return exchanges;
}

/** Lists the companies that the system user sees. */
export const listCompanies = (world: World): Promise<Exchange> =>
  world.request("listCompanies", { query: { my: 1 }, as: "system_user_token" });

/** Data calls with each parameter that the plain ones lack, the last of them on a page. */
export async function callForSomeData(world: World, { location }: LinkId): Promise<void> {
  if (world.target.credentials.system_user_token === undefined) return;
  const Location = location === world.target.fixtures.second_location_id ? "second" : "first";
  const { operations } = loadFactors();
  for (const [operation, choicesFor] of Object.entries(dataCalls)) {
    const plain = fieldsOf(choicesFor(location, world.now()).body);
    const names = Object.keys(operations[operation]?.parameters ?? {}).filter((name) => !(name in plain));
    for (const [turn, parameter] of names.slice(-world.budget.byDepth(2, names.length, names.length)).entries()) {
      const page = parameter === names.at(-1) ? { page: "first", size: 1 } : {};
      const row = { Location, filters: 1, parameter, value: 0, ...page };
      await world.request(operation, await requestOf(world, { operation, row, turn }));
    }
  }
}

/** The pages of connected Locations that are asked for: large ones, and small ones where those are refused; so many of them at most. */
const listSizes = [100, limit("v1_page_cap")];
const maxPages = 6;

/** Reads the list of connected Locations to its end; while the number of the first page is not known, page 0 comes before page 1. */
export async function readListed(world: World, { application }: LinkId): Promise<void> {
  const operation = "listConnectedLocations";
  const first = world.facts.firstPage(operation) ?? 0;
  for (const count of listSizes)
    for (let page = first; page < first + maxPages; page++) {
      const query = { page, count };
      const items = itemsOf(
        await world.request(operation, { path: { application_id: application }, query, as: "partner_token" }),
      );
      if (items?.length === 0 && page > first) return;
      if (!items && page > 0) break;
    }
}

/** Ends the journey as untestable unless there is certainly no link; what a provider says of one that never was is open. */
export async function requireNoLink(world: World, link: LinkId): Promise<void> {
  const reading = await readStatus(world, link);
  if (saysNoLink(reading)) return;
  const { state = reading.status } = reading;
  throw new Untestable(
    `the status of application ${link.application} at Location ${link.location} reads ${JSON.stringify(state)}; uninstall it there first`,
  );
}
