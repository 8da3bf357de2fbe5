import type { StandIn, StandInPlace } from "../../../harness/control/control.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier, LocationName } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import type { Reading, ReadingOptions } from "../certifier/reading.ts";
import { cursorOf } from "../requests/given-cursors.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { unlessReadLater } from "./late-reads.ts";
import { itemsFor } from "./page-counts.ts";
import type { Scenario } from "./scenario.ts";

/** True if a request asks for resources. */
export const isResourcesRead = ({ operation }: PartnerRequest): boolean => operation?.id === "listResources";

/** The number of resources that a request gets on a page. */
export const pageSizeOf = (request: PartnerRequest | undefined): number => {
  const wanted = Number(request?.query.get("limit") ?? Number.NaN);
  return Number.isInteger(wanted) && wanted >= limit("page_size.minimum")
    ? Math.min(wanted, limit("page_size.maximum"))
    : limit("page_size.default");
};

/** The number of resources that have one title, so that pages begin with the title that the page before ends with. */
const sameTitle = 7;

/** Fills a Location with so many full pages and one item, or some other number more, in the size that the application asked for last. */
export async function fillPages(certifier: Certifier, location: number, pages = 2, more = 1): Promise<number> {
  const count = itemsFor(pages, pageSizeOf(certifier.requests.findLast(isResourcesRead)), more);
  const title = (index: number) => `Room ${String(Math.floor(index / sameTitle)).padStart(4, "0")}`;
  const items = Array.from({ length: count }, (_, index) => ({ title: title(index) }));
  certifier.recorder.step(`Location ${location} gets ${count} resources`, location);
  await certifier.control.seed(location, "resources", items);
  return count;
}

/** The requests for the resources of a Location. */
export const resourcesPlace = (location: number): StandInPlace => ({
  surface: "v3",
  method: "GET",
  path: `/locations/${location}/resources`,
});

/** The next requests for the resources of a Location get this reply, after some that get the right one. */
export const standInForResources = (
  certifier: Certifier,
  location: number,
  reply: Exclude<StandIn["reply"], "drop">,
  { times = 1, skip = 0 } = {},
): Promise<void> => certifier.standIn({ ...resourcesPlace(location), times, skip, reply });

/** Where the resources of a Location are read. */
export const resourcesUrl = ({ context }: Certifier, location: number): string =>
  `${context.urls.v3_base_url}/locations/${location}/resources`;

/** Takes back the stand-in replies that are left over. */
export const clearResources = (certifier: Certifier, location: number): Promise<void> =>
  certifier.clearStandIns(resourcesPlace(location));

/** Has the application read resources; one that does not even ask for them fails its claim. */
export async function askForResources(
  certifier: Certifier,
  location: number,
  options: ReadingOptions = {},
): Promise<Reading> {
  const reading = await certifier.readings.ask("resources", location, options);
  const requests = reading.requests.filter(isResourcesRead);
  if (requests.length === 0 && !options.isDisturbed)
    unlessReadLater(
      certifier,
      { task: "resources", location, isRead: isResourcesRead },
      reading,
      reportUnread(certifier, location),
    );
  return { ...reading, requests };
}

const reportUnread = (certifier: Certifier, location: number): (() => void) => {
  const cause = causeOf(certifier.prompter.last("resources", location));
  return () =>
    certifier.recorder.finding("RES-14", {
      found: `no request for the resources of Location ${location} when the application was asked to read them${cause}`,
      expected: "GET /locations/{location_id}/resources, page by page",
      again: "the scenario",
    });
};

/** The number of resources that were read, each page once; none where the beginning was not. */
export function coveredBy(reads: readonly PartnerRequest[]): { items: number; pages: number } {
  const sizes = new Map(reads.filter(({ status }) => status === 200).map((read) => [cursorOf(read), pageSizeOf(read)]));
  // An application that begins where it ended last time has not read from the beginning.
  const items = sizes.has(null) ? [...sizes.values()].reduce((sum, size) => sum + size, 0) : 0;
  return { items, pages: sizes.size };
}

/** The reads of a Location's resources that came after another request. */
export const readsAfter = (certifier: Certifier, location: number, earlier: PartnerRequest): PartnerRequest[] =>
  certifier.requests.filter(
    (request) => isResourcesRead(request) && request.location === location && request.n > earlier.n,
  );

/** Where something is read: at one of the Locations, or at one that depends on the profile. */
export type ScenarioLocation = LocationName | ((certifier: Certifier) => LocationName);

/** A scenario at a Location whose link is active. */
export const resourcesScenario = (
  title: string,
  judges: readonly string[],
  name: ScenarioLocation,
  run: (certifier: Certifier, location: number) => Promise<void>,
): Scenario => ({
  title,
  claim: "resources",
  judges,
  async run(certifier) {
    const location = certifier.location(typeof name === "function" ? name(certifier) : name);
    await certifier.activate(location);
    await run(certifier, location);
  },
});
