import type { StandIn } from "../../../harness/control.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import type { Scenario } from "./scenario.ts";

/** Whether a request asks for resources. */
export const isResourcesRead = ({ operation }: PartnerRequest): boolean => operation?.id === "listResources";

/** The cursor of a request; what an empty one means is left open, so it counts as none. */
export const cursorOf = ({ query }: PartnerRequest): string | null => query.get("cursor") || null;

/** How many resources a request gets on a page. */
export const pageSizeOf = (request: PartnerRequest | undefined): number => {
  const wanted = Number(request?.query.get("limit") ?? Number.NaN);
  return Number.isInteger(wanted) && wanted >= limit("page_size.minimum")
    ? Math.min(wanted, limit("page_size.maximum"))
    : limit("page_size.default");
};

/** Fills a Location with two full pages and one item, in the size that the application asked for last. */
export async function fillPages(certifier: Certifier, location: number): Promise<{ size: number; count: number }> {
  const size = pageSizeOf(certifier.requests.findLast(isResourcesRead));
  const count = 2 * size + 1;
  const items = Array.from({ length: count }, (_, index) => ({ title: `Room ${String(index).padStart(4, "0")}` }));
  await certifier.control.seed(location, "resources", items);
  return { size, count };
}

/** The next requests for the resources of a Location get this reply. */
export const standInForResources = (
  certifier: Certifier,
  location: number,
  reply: Exclude<StandIn["reply"], "drop">,
  times = 1,
): Promise<void> =>
  certifier.standIn({ surface: "v3", method: "GET", path: `/locations/${location}/resources`, times, reply });

/** Where the resources of a Location are read. */
export const resourcesUrl = ({ context }: Certifier, location: number): string =>
  `${context.urls.v3_base_url}/locations/${location}/resources`;

/** Uses up the stand-in replies that are left over. */
export const clearResources = (certifier: Certifier, location: number): Promise<void> =>
  certifier.clearStandIns("GET", resourcesUrl(certifier, location));

/** Has the application read resources; one that does not even ask for them fails its claim. */
export async function askForResources(
  certifier: Certifier,
  location: number,
  secondsAfter429 = 0,
): Promise<PartnerRequest[]> {
  const reads = (await certifier.askToRead("resources", location, { secondsAfter429 })).filter(isResourcesRead);
  if (reads.length === 0)
    certifier.recorder.finding("RES-14", {
      found: `no request for the resources of Location ${location} when the application was asked to read them${causeOf(certifier.prompted("resources", location))}`,
      expected: "GET /locations/{location_id}/resources, page by page",
    });
  return reads;
}

/** The reads of a Location's resources that came after another request. */
export const readsAfter = (certifier: Certifier, location: number, earlier: PartnerRequest): PartnerRequest[] =>
  certifier.requests.filter(
    (request) => isResourcesRead(request) && request.location === location && request.n > earlier.n,
  );

/** A scenario at the first Location, whose link is active. */
export const resourcesScenario = (
  title: string,
  judges: readonly string[],
  run: (certifier: Certifier, location: number) => Promise<void>,
): Scenario => ({
  title,
  claim: "resources",
  judges,
  async run(certifier) {
    const location = certifier.location("first");
    await certifier.activate(location);
    await run(certifier, location);
  },
});
