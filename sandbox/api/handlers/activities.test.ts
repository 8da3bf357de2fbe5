import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { type Started, start } from "../../testing/start.ts";

const seed = ({ control }: Started, items: unknown[]) =>
  control.post("/seed", { location_id: 100, collection: "activities", items });

const search = ({ partner }: Started, query = "") => partner.get<V1Envelope>(`/activity/100/search?${query}`);
const dates = ({ partner }: Started, query = "") => partner.get(`/activity/100/search_dates?${query}`);
const range = ({ partner }: Started, query = "") => partner.get(`/activity/100/search_dates_range?${query}`);

const four = [
  { id: 1, date: "2026-03-10", service_id: 300, staff_id: 400, resource_ids: [500] },
  { id: 2, date: "2026-03-11", service_id: 301, staff_id: 400, resource_ids: [500, 501] },
  { id: 3, date: "2026-03-11", service_id: 300, staff_id: 401, resource_ids: [] },
  { id: 4, date: "2026-03-12", service_id: 302, staff_id: 402, resource_ids: [502] },
];

/** The activities of the four that each filter finds. */
const filters: [query: string, ids: number[]][] = [
  ["", [1, 2, 3, 4]],
  ["service_ids=300", [1, 3]],
  ["service_ids=300,302", [1, 3, 4]],
  ["service_ids[]=300&service_ids[]=302", [1, 3, 4]],
  ["service_ids=300&service_ids=302", [1, 3, 4]],
  ["service_ids=3", []],
  ["service_ids=", [1, 2, 3, 4]],
  ["staff_ids=400", [1, 2]],
  ["staff_ids=401,402", [3, 4]],
  ["resource_ids=500", [1, 2]],
  ["resource_ids=501,502", [2, 4]],
  ["service_ids=300&staff_ids=400", [1]],
  ["service_ids=300&staff_ids=400&resource_ids=501", []],
];

const dated: [query: string, ids: number[]][] = [
  ["from=2026-03-11", [2, 3, 4]],
  ["from=2026-03-12", [4]],
  ["till=2026-03-11", [1, 2, 3]],
  ["till=2026-03-10", [1]],
  ["from=2026-03-11&till=2026-03-11", [2, 3]],
  ["from=2026-03-13", []],
  ["from=2026-03-11&staff_ids=400", [2]],
];

const dayOf = (id: number) => four.find((item) => item.id === id)?.date;
const daysOf = (ids: number[]) => [...new Set(ids.map(dayOf))];

describe("the activity search", () => {
  test.each([...filters, ...dated])("with '%s' finds %j", async (query, ids) => {
    const started = await start();
    await seed(started, four);
    const { body } = await search(started, query);
    expect(new Set(body.data.map(({ id }) => id))).toEqual(new Set(ids));
    expect(body.meta).toEqual({ count: ids.length });
  });

  test("returns seeded Events unchanged", async () => {
    const started = await start();
    await seed(started, four);
    const { body } = await search(started);
    expect(body.data).toEqual(expect.arrayContaining(four.map((item) => expect.objectContaining(item) as unknown)));
  });

  test("returns each Event once, page by page, by date, and the total with each page", async () => {
    const started = await start();
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await search(started, `page=${page}&count=100`)).body);
    const all = pages.flatMap(({ data }) => data);
    expect(pages.map(({ data }) => data.length)).toEqual([100, 100, 20, 0]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(220);
    const days = all.map(({ date }) => String(date));
    expect(days.every((day, index) => index === 0 || day >= (days[index - 1] ?? ""))).toBe(true);
    expect(new Set(pages.map(({ meta }) => meta.count))).toEqual(new Set([220]));
  });
});

describe("the dates of the activity search", () => {
  test.each([...filters, ...dated])("with '%s' are those of %j, each once", async (query, ids) => {
    const started = await start();
    await seed(started, four);
    expect((await dates(started, query)).body).toEqual({ success: true, data: daysOf(ids), meta: [] });
  });
});

describe("the range of the activity search", () => {
  test.each(filters)("with '%s' spans the dates of %j", async (query, ids) => {
    const started = await start();
    await seed(started, four);
    const [min_date = null, max_date = min_date] = [daysOf(ids)[0], daysOf(ids).at(-1)];
    expect((await range(started, query)).body).toEqual({ success: true, data: { min_date, max_date }, meta: [] });
  });

  test("is not narrowed by dates", async () => {
    const started = await start();
    await seed(started, four);
    const { body } = await range(started, "from=2026-03-11&till=2026-03-11");
    expect(body).toMatchObject({ data: { min_date: "2026-03-10", max_date: "2026-03-12" } });
  });
});

test.each(["search", "search_dates", "search_dates_range"])("%s of an unknown Location is not found", async (path) => {
  const { partner } = await start();
  expect((await partner.get(`/activity/999999999/${path}`)).status).toBe(404);
  expect((await partner.get(`/activity/x/${path}`)).status).toBe(404);
});
