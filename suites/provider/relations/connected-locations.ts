import { fieldsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Lookup } from "../run/memory.ts";
import type { World } from "../run/world.ts";
import { differ, knowList, looseReads, pageRelations } from "./page-relations.ts";
import { type PagedReads, type PagedWalk, pagedReads } from "./paged-reads.ts";
import { idleRead, type Relation, type SubjectKind } from "./relation.ts";

const operation = "listConnectedLocations";

const locationList = (world: World): PagedReads =>
  pagedReads(world, {
    operation,
    pages: "LOC-7",
    noun: "Locations",
    base: {},
    request: (filter, page, count) =>
      world.requestOf(operation, {
        path: { application_id: world.fixture("application_id") },
        query: Object.entries({ page, count, ...filter }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as const],
        ),
        as: "partner_token",
      }),
  });

/** The Locations that connected the application, and the status of each. */
export const connectedLocations: SubjectKind = {
  ids: {
    "LOC-7": "two connected Locations are needed",
    "LOC-8": "a connected Location is needed",
  },
  needs: ["urls.base_url", "credentials.partner_token", "fixtures.application_id"],
  operations: ["listConnectedLocations", "readInstallationStatus"],
  at: (world) => {
    const list = locationList(world);
    return {
      propose: (lookup) => propose(world, list, lookup),
      describe: (lookup) => `${knowList(list, lookup).walk.items.length} connected Locations were found`,
      repeats: () => [],
    };
  },
};

/** How many of the Locations are held against their status. */
const mostStatuses = 6;

function* propose(world: World, list: PagedReads, lookup: Lookup): Iterable<Relation> {
  const { walk, wanted } = knowList(list, lookup);
  yield* wanted;
  if (wanted.length > 0) return;
  yield* pageRelations(list, lookup, walk);
  yield* looseReads(list);
  const first = list.firstPage ?? 1;
  for (const [forBooking, page, size] of [
    [1, first, list.largest],
    [0, first, 2],
    [1, first + 1, 1],
    [1, first + 1, 2],
  ] as const)
    if (walk.items.length > (page - first) * size)
      yield idleRead(
        "LOC-3",
        `forBooking=${forBooking} on page ${page} of ${size}`,
        list.request({ forBooking }, page, size),
      );
  // Where installation is blocked there should be no link.
  const { blocked_location_id: blocked } = world.target.fixtures;
  for (const item of walk.items.filter(({ id }) => id === blocked))
    yield { ...listedIsLinked(world, walk, item), side: "blocked" };
  for (const item of [...walk.items.slice(-mostStatuses / 2), ...walk.items].slice(0, mostStatuses))
    yield listedIsLinked(world, walk, item);
}

/** A Location that is listed has connected the application: its status does not say that there is no link. */
const listedIsLinked = (world: World, walk: PagedWalk, { id }: Item): Relation => ({
  id: "LOC-8",
  about: `the status of ${String(id)}`,
  reads: [
    ...walk.reads,
    world.requestOf("readInstallationStatus", {
      path: { location_id: Number(id), application_id: world.fixture("application_id") },
      as: "partner_token",
    }),
  ],
  check(readings) {
    const isListed = readings.slice(0, -1).some(({ items = [] }) => items.some((item) => item.id === id));
    const status = readings.at(-1);
    if (!isListed || !status) return undefined;
    const { status: state } = fieldsOf(fieldsOf(status.data).connection_status);
    const code = status.exchange.response.status;
    if (code === 404 || state === "uninstalled")
      return differ(
        `the list holds Location ${String(id)}, whose status says that there is no link`,
        "only Locations that connected the application",
        `${String(id)} ${code}`,
      );
    return code === 200 && typeof state === "string" ? "holds" : undefined;
  },
});
