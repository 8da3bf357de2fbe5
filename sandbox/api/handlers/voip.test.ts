import { describe, expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { type Started, start } from "../../testing/start.ts";

const send = ({ owner }: Started, command: string, more: Record<string, unknown> = {}, salon_id = 100) =>
  owner.post<V1Envelope<Record<string, unknown>>>("/voip/integration", { salon_id, command, ...more });

const call = { caller_phone: "+37120000077", status: "missed", type: "incoming", duration: 7 };

const history = async ({ owner }: Started, salon_id = 100) => {
  const asked = { salon_id, phone: call.caller_phone, date_from: "2026-03-02", date_to: "2026-03-02" };
  return (await owner.get<V1Envelope>("/voip/integration/calls", asked)).body.data;
};

describe("the telephony system", () => {
  test("saves a call once the integration is enabled", async () => {
    const started = await start();
    await send(started, "enable");
    const { body } = await send(started, "save", { call });
    expect(await history(started)).toMatchObject([{ ...call, id: body.data.id, call_date: "2026-03-02T09:00:00Z" }]);
  });

  test("saves nothing before that, nor after it is disabled", async () => {
    const started = await start();
    expect((await send(started, "save", { call })).body.data).toEqual({ saved: false });
    await send(started, "enable");
    await send(started, "disable");
    expect((await send(started, "save", { call })).body.data).toEqual({ saved: false });
    expect(await history(started)).toEqual([]);
  });

  test("enables a single Location", async () => {
    const started = await start();
    await send(started, "enable");
    await send(started, "save", { call }, 103);
    expect(await history(started, 103)).toEqual([]);
  });

  test("keeps the calls that were there", async () => {
    const started = await start();
    const total = async () =>
      (
        await started.owner.get<V1Envelope>("/voip/integration/calls", {
          salon_id: 100,
          date_from: "2000-01-01",
          date_to: "2100-01-01",
        })
      ).body.data.length;
    const before = await total();
    await send(started, "enable");
    await send(started, "save", { call });
    await send(started, "save", { call });
    expect(await total()).toBe(before + 2);
  });

  test.each([
    ["incoming", true],
    ["outgoing", false],
    ["internal", false],
  ])("notifies of a call that is %s: %s", async (type, notified) => {
    const started = await start();
    expect((await send(started, "notify", { type })).body.data).toEqual({ notified: false });
    await send(started, "enable");
    expect((await send(started, "notify", { type })).body.data).toEqual({ notified });
  });

  test.each(["", "toString", "delete"])("is refused the command '%s'", async (command) => {
    expect((await send(await start(), command)).status).toBe(422);
  });

  test.each([
    { client_id: "7" },
    { client_id: null },
    { caller_phone: 37_120_000_077 },
    { record_link: null },
    { duration: 1.5 },
    { status: "unknown" },
    { status: ["missed"] },
    { type: "sideways" },
    { call_date: "2026-03-02" },
    { call_date: "2026-03-02T09:00:00" },
    { call_date: "2026-03-99T09:00:00Z" },
  ])("is refused a call with %j, which the history could not show", async (field) => {
    const started = await start();
    await send(started, "enable");
    expect((await send(started, "save", { call: { ...call, ...field } })).status).toBe(422);
    expect(await history(started)).toEqual([]);
  });

  test("is refused a call that is not an object, and a Location that does not exist", async () => {
    const started = await start();
    await send(started, "enable");
    for (const none of [undefined, null, [], "call"])
      expect((await send(started, "save", { call: none })).status).toBe(422);
    expect((await send(started, "enable", {}, 999_999_999)).status).toBe(404);
  });
});
