import { describe, expect, test } from "vitest";
import { loadOperations } from "../../specs/operations.ts";
import { validate } from "../../specs/validate.ts";
import type { V1Envelope } from "../testing/client.ts";
import { walk } from "../testing/pages.ts";
import { type Started, start } from "../testing/start.ts";
import type { CollectionItem } from "../world/data/collections.ts";

const everyCall = "/voip/integration/calls?salon_id=100&date_from=2000-01-01&date_to=2100-01-01";

/** How each collection of a Location is read. */
const reads: Record<string, (started: Started) => Promise<CollectionItem[]>> = {
  resources: async ({ v3 }) => (await walk(v3, 100)).flatMap(({ data }) => data),
  calls: async ({ owner }) => (await owner.get<V1Envelope>(everyCall)).body.data,
  clients: async ({ owner }) => (await owner.get<V1Envelope>("/clients/100?count=200")).body.data,
  activities: async ({ partner }) => (await partner.get<V1Envelope>("/activity/100/search?count=200")).body.data,
};

const seed = async ({ control }: Started, collection: string, items: unknown[]) =>
  (await control.post<{ items: CollectionItem[] }>("/seed", { location_id: 100, collection, items })).body.items;

const read = (started: Started, collection: string) => reads[collection]?.(started);

describe.each(Object.keys(reads))("seeded %s", (collection) => {
  test("replace what was there, and are answered as they are then read", async () => {
    const started = await start();
    const seeded = await seed(started, collection, [{}, {}, {}]);
    expect(seeded).toHaveLength(3);
    expect(await read(started, collection)).toEqual(expect.arrayContaining(seeded));
    expect(await read(started, collection)).toHaveLength(3);
    await seed(started, collection, []);
    expect(await read(started, collection)).toEqual([]);
  });

  test("keep given ids, and get unused ids otherwise", async () => {
    const started = await start();
    const [first] = await seed(started, collection, [{}]);
    const seeded = await seed(started, collection, [{}, { id: first?.id }, {}, { id: 42 }]);
    const ids = seeded.map(({ id }) => id);
    expect(ids[1]).toBe(first?.id);
    expect(ids[3]).toBe(42);
    expect(new Set(ids).size).toBe(4);
  });

  test("keep fields that the specification does not name", async () => {
    const started = await start();
    await seed(started, collection, [{ id: 1, extra: { deep: ["ā", null] } }]);
    expect(await read(started, collection)).toMatchObject([{ id: 1, extra: { deep: ["ā", null] } }]);
  });

  test("are the same for the same items", async () => {
    const [first, second] = [await start(), await start()];
    expect(await seed(first, collection, [{}, {}])).toEqual(await seed(second, collection, [{}, {}]));
  });
});

test("seeded values come back unchanged, however odd", async () => {
  const started = await start();
  const call = {
    id: 9_007_199_254_740_991,
    client_id: 123_456_789,
    caller_phone: "",
    record_link: "https://example.com/ā?x=1&y=2",
    duration: 0,
    status: "notallowed",
    type: "internal",
    call_date: "2026-02-10T12:00:00.250+05:30",
  };
  await seed(started, "calls", [call]);
  expect(await read(started, "calls")).toEqual([call]);
});

test("generated and filled-in items are what the specification allows", async () => {
  const started = await start();
  const fifty = Array.from({ length: 50 }, () => ({}));
  const held: [id: string, data: CollectionItem[] | undefined, meta: unknown][] = [
    ["listCalls", await read(started, "calls"), {}],
    ["listClients", await read(started, "clients"), { page: 1, total_count: 320 }],
    ["listCalls", await seed(started, "calls", fifty), {}],
    ["listClients", await seed(started, "clients", fifty), { page: 1, total_count: 50 }],
  ];
  for (const [id, data, meta] of held) {
    const operation = loadOperations().find((candidate) => candidate.id === id);
    const body = { success: true, data, meta };
    expect(operation && validate(operation, { direction: "response", part: "body", status: 200 }, body)).toEqual([]);
  }
});

test("a refused seed names the item, the field and what was expected", async () => {
  const { control } = await start();
  const items = [{}, { status: "unknown" }];
  const { body } = await control.post<{ error: string }>("/seed", { location_id: 100, collection: "calls", items });
  expect(body.error).toContain("/1/status");
  expect(body.error).toContain("notavailable");
});
