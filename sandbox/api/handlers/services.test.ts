import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { start } from "../../testing/start.ts";

describe("a service", () => {
  const read = async (path: string) => (await start()).partner.get<V1Envelope<Record<string, unknown>>>(path);

  test.each(["", "?staff_id=400&category_id=50"])("is read by Location and id%s", async (query) => {
    const { body } = await read(`/services/100/300${query}`);
    expect(body.data.id).toBe(300);
    expect(body.meta).toEqual([]);
  });

  test.each(["/services/100/299", "/services/100/310", "/services/999999999/300", "/services/100/x"])(
    "at %s is not found",
    async (path) => {
      expect((await read(path)).status).toBe(404);
    },
  );
});
