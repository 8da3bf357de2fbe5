import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { type Started, start } from "../../testing/start.ts";

const seed = ({ control }: Started, items: unknown[], location_id = 100) =>
  control.post("/seed", { location_id, collection: "clients", items });

const list = ({ as, credentials }: Started, query = "", location = 100) =>
  as("api_root", `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}`).get<V1Envelope>(
    `/v1/clients/${location}?${query}`,
  );

const three = [
  {
    id: 1,
    name: "Anna Kalniņa",
    phone: "37120000001",
    email: "anna@example.com",
    card: 100_100,
    spent: 10,
    last_change_date: "2026-02-10T12:00:00+00:00",
  },
  {
    id: 2,
    name: "José Ñúñez",
    phone: 37_120_000_002,
    email: "",
    card: "",
    spent: 20.5,
    last_change_date: "2026-02-11T12:00:00+02:00",
  },
  {
    id: 12,
    name: "Annette",
    phone: "37125500000",
    email: "annette@example.org",
    card: 200_100,
    spent: 30,
    last_change_date: "2026-02-12T12:00:00Z",
  },
];

const filters: [query: string, ids: number[]][] = [
  ["", [1, 2, 12]],
  ["fullname=Anna", [1]],
  ["fullname=ann", [1, 12]],
  ["fullname=%C3%91%C3%BA", [2]],
  ["fullname=nobody", []],
  ["phone=3712000", [1, 2]],
  ["phone=0002", [2]],
  ["phone=37125500000", [12]],
  ["email=example", [1, 12]],
  ["email=anna@", [1]],
  ["card=100100", [1]],
  ["card=00100", [1, 12]],
  ["paid_min=20.5", [2, 12]],
  ["paid_min=20.51", [12]],
  ["paid_max=20.5", [1, 2]],
  ["paid_max=20.49", [1]],
  ["paid_min=10&paid_max=10", [1]],
  ["id=1", [1]],
  ["id=12", [12]],
  ["id=3", []],
  ["id[]=1&id[]=2", [1, 2]],
  ["id%5B%5D=12", [12]],
  ["id[]=1,12", [1, 12]],
  ["changed_after=2026-02-11T00:00:00", [2, 12]],
  ["changed_after=2026-02-11T10:00:01", [12]],
  ["changed_before=2026-02-11T23:00:00", [1, 2]],
  ["changed_before=2026-02-11T09:59:59", [1]],
  ["changed_after=2026-02-11T00:00:00&changed_before=2026-02-11T23:59:59", [2]],
  ["fullname=ann&paid_min=15&email=org", [12]],
  ["fullname=anna&id=2", []],
  ["fullname=&phone=", [1, 2, 12]],
];

describe("the list of clients", () => {
  test.each(filters)("with '%s' contains %j", async (query, ids) => {
    const started = await start();
    await seed(started, three);
    const { body } = await list(started, query);
    expect(body.data.map(({ id }) => id)).toEqual(ids);
    expect(body.meta).toEqual({ page: 1, total_count: ids.length });
  });

  test("returns seeded items unchanged", async () => {
    const started = await start();
    await seed(started, three);
    expect((await list(started)).body.data).toMatchObject(three);
  });

  test("returns each client once, page by page, with the page and the total", async () => {
    const started = await start();
    const pages = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push((await list(started, `page=${page}&count=100`)).body);
    expect(pages.map(({ data }) => data.length)).toEqual([100, 100, 100, 20, 0]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(320);
    expect(pages.map(({ meta }) => meta)).toEqual([1, 2, 3, 4, 5].map((page) => ({ page, total_count: 320 })));
  });

  test("pages through the results of a filter", async () => {
    const started = await start();
    await seed(started, three);
    const { body } = await list(started, "fullname=ann&page=2&count=1");
    expect(body.data.map(({ id }) => id)).toEqual([12]);
    expect(body.meta).toEqual({ page: 2, total_count: 2 });
  });

  test("has 25 on a page by default, and at most 200", async () => {
    const started = await start();
    expect((await list(started)).body.data).toHaveLength(25);
    expect((await list(started, "count=5000")).body.data).toHaveLength(200);
  });

  test("contains only clients of the named Location", async () => {
    const started = await start();
    await seed(started, [{ id: 1 }]);
    await seed(started, [{ id: 2 }], 103);
    expect((await list(started)).body.data.map(({ id }) => id)).toEqual([1]);
    expect((await list(started, "", 103)).body.data.map(({ id }) => id)).toEqual([2]);
  });

  test("of an unknown Location is not found", async () => {
    expect((await list(await start(), "", 999_999_999)).status).toBe(404);
  });
});
