import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { type Started, start } from "../../testing/start.ts";

const seed = ({ control }: Started, items: unknown[], location_id = 100) =>
  control.post("/seed", { location_id, collection: "calls", items });

const everything = { salon_id: 100, date_from: "2000-01-01", date_to: "2100-01-01" };
const list = ({ owner }: Started, fields: Record<string, unknown>) =>
  owner.get<V1Envelope>("/voip/integration/calls", { ...everything, ...fields });
const idsOf = async (started: Started, fields: Record<string, unknown>) =>
  (await list(started, fields)).body.data.map(({ id }) => id);

const types = ["incoming", "outgoing", "internal"];
const statuses = ["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"];

describe("the call history", () => {
  test.each([
    [{ date_from: "2026-02-10" }, [2, 3, 4]],
    [{ date_from: "2026-02-11" }, [4]],
    [{ date_to: "2026-02-10" }, [1, 2, 3]],
    [{ date_to: "2026-02-09" }, [1]],
    [{ date_from: "2026-02-10", date_to: "2026-02-10" }, [2, 3]],
    [{ date_from: "2026-02-12", date_to: "2026-02-20" }, []],
    [{ date_from: "2026-02-11", date_to: "2026-02-09" }, []],
  ])("of %j contains %j, both days included", async (dates, ids) => {
    const started = await start();
    await seed(started, [
      { id: 1, call_date: "2026-02-09T12:00:00Z" },
      { id: 2, call_date: "2026-02-10T12:00:00Z" },
      { id: 3, call_date: "2026-02-10T12:30:00+02:00" },
      { id: 4, call_date: "2026-02-11T12:00:00Z" },
    ]);
    expect(await idsOf(started, dates)).toEqual(ids);
  });

  test.each([
    ["+37126000001", [1]],
    ["37126000001", [1]],
    ["+371 26 000 002", [2]],
    ["26000001", []],
  ])("finds the phone %s in the calls %j", async (phone, ids) => {
    const started = await start();
    await seed(started, [
      { id: 1, caller_phone: "+37126000001" },
      { id: 2, caller_phone: "+37126000002" },
    ]);
    expect(await idsOf(started, { phone })).toEqual(ids);
  });

  test.each([
    ["type", "types", types],
    ["status", "statuses", statuses],
  ] as const)("is filtered by each %s, and by several", async (field, filter, values) => {
    const started = await start();
    await seed(
      started,
      values.map((value, index) => ({ id: index + 1, [field]: value })),
    );
    for (const [index, value] of values.entries())
      expect(await idsOf(started, { [filter]: [value] }), value).toEqual([index + 1]);
    expect(await idsOf(started, { [filter]: values.slice(0, 2) })).toEqual([1, 2]);
    expect(await idsOf(started, { [filter]: [] })).toHaveLength(values.length);
    expect(await idsOf(started, { [filter]: ["nothing"] })).toEqual([]);
  });

  test("applies several filters at once", async () => {
    const started = await start();
    const sought = {
      caller_phone: "+1",
      type: "incoming",
      status: "missed",
      call_date: "2026-02-10T12:00:00Z",
    };
    await seed(started, [
      { ...sought, id: 1 },
      { ...sought, id: 2, caller_phone: "+2" },
      { ...sought, id: 3, type: "outgoing" },
      { ...sought, id: 4, status: "busy" },
      { ...sought, id: 5, call_date: "2026-02-11T12:00:00Z" },
    ]);
    const filters = { phone: "+1", types: ["incoming"], statuses: ["missed"], date_to: "2026-02-10" };
    expect(await idsOf(started, filters)).toEqual([1]);
  });

  test("is complete unless a page is asked for", async () => {
    const started = await start();
    expect((await list(started, {})).body.data).toHaveLength(240);
  });

  test("returns each call once, page by page, and the total with each page", async () => {
    const started = await start();
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await list(started, { page, limit: 100 })).body);
    expect(pages.map(({ data }) => data.length)).toEqual([100, 100, 40, 0]);
    expect(pages.flatMap(({ data }) => data)).toEqual((await list(started, {})).body.data);
    expect(new Set(pages.map(({ meta }) => meta.total_count))).toEqual(new Set([240]));
  });

  test("uses default sizes if only one of page and limit is given", async () => {
    const started = await start();
    expect((await list(started, { page: 2 })).body.data).toHaveLength(25);
    expect((await list(started, { limit: 3 })).body.data).toHaveLength(3);
  });

  test("contains only calls of the named Location", async () => {
    const started = await start();
    await seed(started, [{ id: 1 }]);
    await seed(started, [{ id: 2 }], 103);
    expect(await idsOf(started, {})).toEqual([1]);
    expect(await idsOf(started, { salon_id: 103 })).toEqual([2]);
  });

  test("can be asked for with a query instead of a body", async () => {
    const started = await start();
    await seed(started, [
      { id: 1, type: "incoming", status: "busy" },
      { id: 2, type: "outgoing", status: "busy" },
      { id: 3, type: "internal", status: "busy" },
    ]);
    const query = "salon_id=100&date_from=2000-01-01&date_to=2100-01-01&statuses=busy";
    const ids = async (more: string) =>
      (await started.owner.get<V1Envelope>(`/voip/integration/calls?${query}&${more}`)).body.data.map(({ id }) => id);
    expect(await ids("types=incoming,internal")).toEqual([1, 3]);
    expect(await ids("types[]=incoming&types[]=internal")).toEqual([1, 3]);
    expect(await ids("page=2&limit=2")).toEqual([3]);
  });

  test.each([
    [{ salon_id: undefined }, 422],
    [{ salon_id: "x" }, 422],
    [{ salon_id: 999_999_999 }, 404],
    [{ date_from: undefined }, 422],
    [{ date_from: "yesterday" }, 422],
    [{ date_to: undefined }, 422],
    [{ date_to: "01.02.2026" }, 422],
  ])("of %j is refused with %i", async (fields, status) => {
    expect((await list(await start(), fields)).status).toBe(status);
  });
});
