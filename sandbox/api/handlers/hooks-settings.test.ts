import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { start } from "../../testing/start.ts";

describe("the subscription of a Location", () => {
  const settings = "/hooks_settings/100";
  const subscription = { url: "http://127.0.0.1:9/hooks", events: ["ClientEvent", "RecordEvent"] };

  test("is empty at first, can be changed, read back, and ended", async () => {
    const { owner } = await start();
    const data = async () => (await owner.get<V1Envelope<unknown>>(settings)).body.data;
    expect(await data()).toEqual({ url: null, events: [] });
    await owner.post(settings, subscription);
    expect(await data()).toEqual(subscription);
    await owner.post(settings, { events: [] });
    expect(await data()).toEqual({ url: null, events: [] });
  });

  test("belongs to one Location", async () => {
    const { owner } = await start();
    await owner.post(settings, subscription);
    expect((await owner.get<V1Envelope<unknown>>("/hooks_settings/103")).body.data).toEqual({ url: null, events: [] });
  });

  test.each([
    { ...subscription, events: "ClientEvent" },
    { ...subscription, events: ["NoEvent"] },
    { ...subscription, events: ["toString"] },
    { ...subscription, url: "ftp://127.0.0.1/hooks" },
    { ...subscription, url: "hooks" },
    { ...subscription, url: "http://" },
    { events: ["ClientEvent"] },
  ])("is not changed by %j", async (body) => {
    const { owner } = await start();
    await owner.post(settings, subscription);
    expect((await owner.post(settings, body)).status).toBe(422);
    expect((await owner.get<V1Envelope<unknown>>(settings)).body.data).toEqual(subscription);
  });
});
