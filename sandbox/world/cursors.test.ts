import { describe, expect, test } from "vitest";
import { type V3Page, walk } from "../testing/pages.ts";
import { type Started, start } from "../testing/start.ts";

const resources = (location = 100) => `/locations/${location}/resources`;

const give = async ({ v3 }: Started, limit = 5): Promise<string> => {
  const { body } = await v3.get<V3Page>(`${resources()}?limit=${limit}`);
  return body.next_cursor ?? "";
};

const use = ({ v3 }: Pick<Started, "v3">, cursor: string, location?: number) =>
  v3.get<V3Page>(`${resources(location)}?cursor=${encodeURIComponent(cursor)}`);

const refused = (code: string) => ({
  status: 422,
  body: { error: { code: "validation_failed", fields: [{ field: "cursor", code }] } },
});

describe("a cursor", () => {
  test("is served until exactly fifteen minutes after it was given", async () => {
    const started = await start();
    const cursor = await give(started);
    await started.advance(15 * 60);
    expect((await use(started, cursor)).status).toBe(200);
  });

  test("has expired a second later", async () => {
    const started = await start();
    const cursor = await give(started);
    await started.advance(15 * 60 + 1);
    expect(await use(started, cursor)).toMatchObject(refused("expired_cursor"));
  });

  test("has a lifetime of its own, whatever the age of the cursor before it", async () => {
    const started = await start();
    const first = await give(started);
    await started.advance(15 * 60);
    const { body } = await use(started, first);
    await started.advance(15 * 60);
    expect((await use(started, body.next_cursor ?? "")).status).toBe(200);
    expect((await use(started, first)).status).toBe(422);
  });

  test("can be used again, with another limit", async () => {
    const started = await start();
    const cursor = await give(started);
    const path = `${resources()}?limit=3&cursor=${encodeURIComponent(cursor)}`;
    const [once, twice] = [await started.v3.get<V3Page>(path), await started.v3.get<V3Page>(path)];
    expect(once.body.data).toHaveLength(3);
    expect(twice.body.data).toEqual(once.body.data);
  });

  test("continues after the last item even if that item is gone", async () => {
    const started = await start();
    const put = (titles: string[]) =>
      started.control.post("/seed", {
        location_id: 100,
        collection: "resources",
        items: titles.map((title) => ({ title })),
      });
    await put(["A", "B", "C", "D"]);
    const cursor = await give(started, 2);
    await put(["A", "AA", "C", "D"]);
    const { body } = await use(started, cursor);
    expect(body.data.map(({ title }) => title)).toEqual(["C", "D"]);
  });

  test("does not contain the credential", async () => {
    const started = await start();
    const [payload = ""] = (await give(started)).split(".");
    const { v3_token } = started.sandbox.platform.world.people.credentials;
    expect(Buffer.from(payload, "base64url").toString()).not.toContain(v3_token);
  });

  test("of another credential is foreign", async () => {
    const started = await start();
    const cursor = await give(started);
    expect(await use({ v3: started.otherV3 }, cursor)).toMatchObject(refused("foreign_cursor"));
  });

  test("of another Location is foreign", async () => {
    const started = await start();
    const cursor = await give(started);
    expect(await use(started, cursor, 103)).toMatchObject(refused("foreign_cursor"));
  });

  test("is refused with 404 if the Location is out of reach", async () => {
    const started = await start();
    const cursor = await give(started);
    expect((await use(started, cursor, 102)).status).toBe(404);
  });

  test("that is empty means the first page", async () => {
    expect(await use(await start(), "")).toMatchObject({ status: 200 });
  });

  const spoiled: [how: string, spoil: (cursor: string) => string][] = [
    ["is any text", () => "next"],
    ["is cut short", (cursor) => cursor.slice(0, -1)],
    ["lacks its signature", (cursor) => cursor.split(".")[0] ?? ""],
    ["has more text at its end", (cursor) => `${cursor}.x`],
    ["has another payload", (cursor) => `${Buffer.from("[]").toString("base64url")}.${cursor.split(".")[1]}`],
    ["is not ASCII", (cursor) => `${cursor}ā`],
    ["is endless", () => "x".repeat(8000)],
  ];
  test.each(spoiled)("that %s is invalid", async (_, spoil) => {
    const started = await start();
    expect(await use(started, spoil(await give(started)))).toMatchObject(refused("invalid_cursor"));
  });

  test("of another sandbox is invalid", async () => {
    const [own, foreign] = [await start(), await start()];
    expect(await use(own, await give(foreign))).toMatchObject(refused("invalid_cursor"));
  });

  test("shows neither titles nor tokens as plain text", async () => {
    const started = await start();
    const [page] = await walk(started.v3, 100);
    const cursor = page?.next_cursor ?? "";
    expect(cursor).not.toContain(started.credentials.v3_token);
    expect(cursor).not.toContain(page?.data.at(-1)?.title);
    expect(cursor).toMatch(/^[\w-]+\.[\w-]+$/);
  });
});
