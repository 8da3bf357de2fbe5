import { momentOf } from "../../base/formats/formats.ts";
import { fieldsOf, recordsOf } from "../../base/json.ts";
import type { Item } from "../../harness/control/control.ts";
import type { ControlChecker } from "./control-checker.ts";
import { installLink, linkOf } from "./links.ts";

/** A collection: what is seeded, and how it is seen. */
interface SeededCollection {
  name: string;
  items: Item[];
  /** Reads the items that the list shows, in any order; items without an id of their own are recognised by their content. */
  read: (checker: ControlChecker) => Promise<unknown[]>;
  /** The part of a seeded item that the list must show. */
  shown: (item: Item) => unknown;
}

/** The month in which calls and Events are seeded. */
const month = { from: "2026-04-01", till: "2026-04-30" };

const idOf = ({ id }: Item): unknown => id;

const idsIn = (json: unknown): unknown[] => recordsOf(fieldsOf(json).data).map(idOf);

/** An activity search's days, since the fields of its items are not shown. */
const dayOf = ({ date }: Item): unknown => String(date).slice(0, 10);

const collections: readonly SeededCollection[] = [
  {
    name: "resources",
    items: [{ title: "Room" }, { title: "Chair" }, { title: "Anvil" }],
    read: async (checker) =>
      idsIn(
        await checker.need("listResources", "v3_token", { path: { location_id: checker.fixture("location_id") } }, 200),
      ),
    shown: idOf,
  },
  {
    name: "calls",
    items: ["success", "missed", "busy"].map((status, index) => ({
      status,
      call_date: `2026-04-1${index}T12:00:00Z`,
    })),
    read: async (checker) => {
      const body = { salon_id: checker.fixture("location_id"), date_from: month.from, date_to: month.till };
      return idsIn(await checker.need("listCalls", "system_user_token", { body }, 200));
    },
    shown: idOf,
  },
  {
    name: "clients",
    items: [{ name: "Ada" }, { name: "Grace" }, { name: "Edsger" }],
    read: async (checker) =>
      idsIn(
        await checker.need(
          "listClients",
          "system_user_token",
          { path: { location_id: checker.fixture("location_id") } },
          200,
        ),
      ),
    shown: idOf,
  },
  {
    name: "activities",
    items: ["03", "05", "07"].map((day, index) => ({
      date: `2026-04-${day}`,
      service_id: 901,
      staff_id: 902 + index,
      resource_ids: [],
    })),
    read: async (checker) => {
      const path = { location_id: checker.fixture("location_id") };
      const json = await checker.need("searchActivityDates", "partner_token", { path, query: month }, 200);
      return [fieldsOf(json).data].flat();
    },
    shown: dayOf,
  },
];

/** POST /seed: a collection is replaced, comes back complete and unchanged, and is what the API shows. */
export async function checkSeed(checker: ControlChecker): Promise<void> {
  const location = checker.fixture("location_id");
  const isInstalled = await installLink(checker, linkOf(checker)).then(
    () => true,
    () => false,
  );
  for (const collection of collections)
    await checker.try("seed", async () => {
      const { name, items } = collection;
      if (name === "resources" && !checker.target.urls.v3_base_url)
        checker.unseen("the target names no urls.v3_base_url");
      for (const given of [items, items.slice(0, 1)]) {
        const seeded = await checker.control.seed(location, name, given);
        checkUnchanged(checker, name, given, seeded);
        if (!isInstalled && (name === "calls" || name === "clients"))
          checker.unseen(`${name} are shown only where an application is installed`);
        await checkShown(checker, collection, seeded);
      }
    });
  await checker.try("seed", () => checkConnected(checker));
  await checker.expectRefusal(
    "seed",
    { location_id: location, collection: "dreams", items: [] },
    "a collection that does not exist",
  );
  await checker.expectRefusal("seed", { location_id: location, collection: "clients", items: 7 }, '{"items":7}');
}

/** Seeded values come back unchanged; a date-time may change its offset. */
function checkUnchanged(checker: ControlChecker, name: string, given: readonly Item[], seeded: readonly Item[]): void {
  for (const [index, item] of given.entries())
    for (const [field, value] of Object.entries(item)) {
      const found = seeded[index]?.[field];
      checker.expect(
        "seed",
        isSame(found, value),
        `${name}: ${field} ${JSON.stringify(value)} comes back as ${JSON.stringify(found) ?? "nothing"}`,
        "answer each item, in its order, with the values that were sent",
      );
    }
}

function isSame(found: unknown, value: unknown): boolean {
  if (JSON.stringify(found) === JSON.stringify(value)) return true;
  return typeof value === "string" && typeof found === "string" && momentOf(found) === momentOf(value);
}

async function checkShown(
  checker: ControlChecker,
  { name, read, shown }: SeededCollection,
  seeded: readonly Item[],
): Promise<void> {
  const expected = sorted(seeded.map(shown));
  const found = await checker.settled(
    async () => sorted(await read(checker)),
    (values) => values === expected,
  );
  checker.expect(
    "seed",
    found === expected,
    `${name}: the API shows ${found || "nothing"} after ${expected} was seeded`,
    "replace the whole collection, so that the API shows what was seeded and nothing else",
  );
}

const sorted = (values: readonly unknown[]): string => [...new Set(values.map(String))].toSorted().join(", ");

/** The other Locations that have an application installed. */
async function checkConnected(checker: ControlChecker): Promise<void> {
  const application_id = checker.fixture("application_id");
  const items = [{ title: "Salon" }, { title: "Studio" }];
  const seeded = await checker.control.seedConnected(application_id, items);
  checkUnchanged(checker, "connected_locations", items, seeded);
  // The number of the first page is not shown.
  const pages = [1, 0].map((page) => ({ path: { application_id }, query: { page, count: 10 } }));
  const readAll = async () => {
    const ids: unknown[] = [];
    for (const page of pages)
      ids.push(...idsIn((await checker.ask("listConnectedLocations", "partner_token", page)).json));
    return seeded.filter(({ id }) => !ids.includes(id));
  };
  const missing = await checker.settled(readAll, (left) => left.length === 0);
  checker.expect(
    "seed",
    missing.length === 0,
    `connected_locations: the API does not show ${missing.map(({ id }) => String(id)).join(", ")}`,
    "connect the seeded Locations with the application, active",
  );
}
