import { describe, expect, test } from "vitest";
import { loadOperations } from "../../../specs/operations.ts";
import { fromWire } from "../../../specs/schemas/wire.ts";
import { schemaFor, validate } from "../../../specs/validate.ts";
import { type V3Page, walk } from "../../testing/pages.ts";
import { type Started, start } from "../../testing/start.ts";

const resources = "/locations/100/resources";
const seed = ({ control }: Started, items: unknown[], location_id = 100) =>
  control.post("/seed", { location_id, collection: "resources", items });
const folders = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, title: "Room" }));

describe("the order", () => {
  test("is by title, then by id as a number", async () => {
    const started = await start();
    await seed(started, [
      { id: 10, title: "Room" },
      { id: 9, title: "Room" },
      { id: 100, title: "Chair" },
      { id: 1, title: "Sauna" },
      { id: 2, title: "Room" },
    ]);
    const { body } = await started.v3.get<V3Page>(resources);
    expect(body.data.map(({ id }) => id)).toEqual([100, 2, 9, 10, 1]);
  });

  test("is by id as text if ids are strings", async () => {
    const started = await start();
    await seed(started, [
      { id: "b2", title: "Room" },
      { id: "a9", title: "Room" },
      { id: "b1", title: "Room" },
    ]);
    const { body } = await started.v3.get<V3Page>(resources);
    expect(body.data.map(({ id }) => id)).toEqual(["a9", "b1", "b2"]);
  });

  test("loses nothing if some ids are numbers and others strings", async () => {
    const started = await start();
    const ids = [9, "1a", 10, "10", "9", 1, "1"];
    await seed(
      started,
      ids.map((id) => ({ id, title: "Room" })),
    );
    const pages = await walk(started.v3, 1);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))).toEqual(new Set(ids));
  });

  test("is the same for every limit, with each resource once", async () => {
    const { v3 } = await start();
    const whole = (await walk(v3, 100)).flatMap(({ data }) => data);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(130);
    for (const limit of [1, 7, 25, 65]) expect((await walk(v3, limit)).flatMap(({ data }) => data)).toEqual(whole);
  });

  test("contains no resources of another Location", async () => {
    const started = await start();
    await seed(started, [{ id: 1, title: "Here" }]);
    await seed(started, [{ id: 2, title: "There" }], 103);
    const { body } = await started.v3.get<V3Page>(resources);
    expect(body.data.map(({ id }) => id)).toEqual([1]);
  });
});

describe("a page", () => {
  test.each([
    ["?limit=1", 1],
    ["?limit=99", 99],
    ["?limit=100", 100],
    ["", 25],
  ])("of %s holds %i of 101", async (query, size) => {
    const started = await start();
    await seed(started, folders(101));
    const { body } = await started.v3.get<V3Page>(resources + query);
    expect(body.data).toHaveLength(size);
    expect(body.has_more).toBe(true);
  });

  test.each(["0", "101", "-1", "1.5", "abc", "", "1e2", "99999999999999999999"])(
    "of limit=%s is refused with 422",
    async (limit) => {
      const { v3 } = await start();
      const { status, body } = await v3.get(`${resources}?limit=${limit}`);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        error: { code: "validation_failed", fields: [{ field: "limit", code: "out_of_range" }] },
      });
    },
  );

  test("is the last one if it holds exactly what is left", async () => {
    const started = await start();
    await seed(started, folders(50));
    const pages = await walk(started.v3, 25);
    expect(pages.map(({ data, has_more, next_cursor }) => [data.length, has_more, next_cursor === null])).toEqual([
      [25, true, false],
      [25, false, true],
    ]);
  });

  test("of an empty collection is an empty list", async () => {
    const started = await start();
    await seed(started, []);
    const { body } = await started.v3.get<V3Page>(resources);
    expect(body).toEqual({ object: "list", data: [], has_more: false, next_cursor: null });
  });

  test("has a body and four headers as the specification describes them", async () => {
    const operation = loadOperations().find(({ id }) => id === "listResources");
    if (!operation) throw new Error("there is no operation listResources");
    const { v3 } = await start();
    const { status, headers, body } = await v3.get(resources);
    const slot = { direction: "response", part: "headers", status } as const;
    const schema = schemaFor(operation, slot) ?? {};
    expect(schema.required).toHaveLength(4);
    expect(validate(operation, slot, fromWire(schema, headers))).toEqual([]);
    expect(validate(operation, { ...slot, part: "body" }, body)).toEqual([]);
  });

  test("has a request id of its own, and so has a refusal", async () => {
    const { v3 } = await start();
    const answers = [await v3.get(resources), await v3.get(resources), await v3.get("/locations/102/resources")];
    expect(new Set(answers.map(({ headers }) => headers["x-request-id"] ?? "")).size).toBe(3);
  });
});
