import { describe, expect, test } from "vitest";
import type { Answer } from "./testing/client.ts";
import { confirm, grant, link, reach, readStatus, stateOf } from "./testing/installing.ts";
import { type Started, start } from "./testing/start.ts";
import { type State, transitions } from "./transitions.ts";

interface Row {
  row: string;
  from: State;
  does: (started: Started) => Promise<Answer>;
  answers: number;
  becomes: State;
  at?: { location_id: number; application_id: number };
}

const uninstall = ({ partner }: Started) => partner.post("/marketplace/salon/100/application/200/uninstall");
const disable = ({ control }: Started) => control.post("/links/disable", link);
const freeze = ({ control }: Started) => control.post("/links/freeze", link);
const blocked = { location_id: 101, application_id: 200 };
const fast = { location_id: 100, application_id: 201 };
const misplacedDraft = { location_id: 103, application_id: 202 };
const states: State[] = ["uninstalled", "pending", "active", "freezed"];

const rows: Row[] = [
  ...states.map((from) => ({
    row: "refuse right",
    from,
    does: ({ limited }: Started) => grant({ owner: limited }),
    answers: 403,
    becomes: from,
  })),
  {
    row: "refuse blocked",
    from: "uninstalled",
    does: (it) => grant(it, blocked),
    answers: 403,
    becomes: "uninstalled",
    at: blocked,
  },
  {
    row: "refuse draft",
    from: "uninstalled",
    does: (it) => grant(it, misplacedDraft),
    answers: 403,
    becomes: "uninstalled",
    at: misplacedDraft,
  },
  {
    row: "fast install",
    from: "uninstalled",
    does: (it) => grant(it, fast),
    answers: 201,
    becomes: "active",
    at: fast,
  },
  { row: "connect", from: "uninstalled", does: grant, answers: 201, becomes: "pending" },
  { row: "reconnect", from: "pending", does: grant, answers: 201, becomes: "pending" },
  { row: "grant again", from: "active", does: grant, answers: 201, becomes: "active" },
  { row: "reconnect freezed", from: "freezed", does: grant, answers: 201, becomes: "pending" },
  { row: "confirm", from: "pending", does: confirm, answers: 201, becomes: "active" },
  {
    row: "confirm late",
    from: "pending",
    does: async (it) => {
      await it.advance(12 * 3600 + 1);
      return confirm(it);
    },
    answers: 422,
    becomes: "pending",
  },
  { row: "confirm again", from: "active", does: confirm, answers: 201, becomes: "active" },
  { row: "confirm freezed", from: "freezed", does: confirm, answers: 403, becomes: "freezed" },
  { row: "confirm unasked", from: "uninstalled", does: confirm, answers: 404, becomes: "uninstalled" },
  {
    row: "lapse",
    from: "pending",
    does: ({ control }) => control.post("/clock/advance", { seconds: 12 * 3600 + 1 }),
    answers: 200,
    becomes: "pending",
  },
  { row: "freeze", from: "active", does: freeze, answers: 200, becomes: "freezed" },
  { row: "disable pending", from: "pending", does: disable, answers: 200, becomes: "uninstalled" },
  { row: "disable active", from: "active", does: disable, answers: 200, becomes: "uninstalled" },
  { row: "disable freezed", from: "freezed", does: disable, answers: 200, becomes: "uninstalled" },
  { row: "uninstall pending", from: "pending", does: uninstall, answers: 200, becomes: "uninstalled" },
  { row: "uninstall active", from: "active", does: uninstall, answers: 200, becomes: "uninstalled" },
  { row: "uninstall freezed", from: "freezed", does: uninstall, answers: 200, becomes: "uninstalled" },
];

describe("the install machine", () => {
  test.each(rows)("$row: $from becomes $becomes and $answers is answered", async ({ from, does, ...row }) => {
    const started = await start();
    await reach(started, from);
    expect((await does(started)).status).toBe(row.answers);
    expect(await stateOf(started, row.at)).toBe(row.becomes);
  });

  test("has no row that is not walked above", () => {
    expect([...new Set(rows.map(({ row }) => row))]).toEqual(transitions.map(({ id }) => id));
  });

  const nowhere: [trigger: string, from: State, does: Row["does"], answers: number][] = [
    ["freeze", "uninstalled", freeze, 409],
    ["freeze", "pending", freeze, 409],
    ["freeze", "freezed", freeze, 409],
    ["disable", "uninstalled", disable, 409],
    ["uninstall", "uninstalled", uninstall, 404],
  ];
  test.each(nowhere)("%s moves no link that is %s", async (_, from, does, answers) => {
    const started = await start();
    await reach(started, from);
    expect((await does(started)).status).toBe(answers);
    expect(await stateOf(started)).toBe(from);
  });

  test("a public application that is whitelisted is installed fast", async () => {
    const started = await start();
    Object.assign(started.sandbox.platform.world.people.applications.get(200) ?? {}, { isWhitelisted: true });
    await grant(started);
    expect(await stateOf(started)).toBe("active");
  });

  test("a draft is installed on its test Location", async () => {
    const started = await start();
    const draft = { location_id: 100, application_id: 202 };
    expect((await grant(started, draft)).status).toBe(201);
    expect(await stateOf(started, draft)).toBe("pending");
  });

  test("links of other Locations and applications stay as they are", async () => {
    const started = await start();
    const second = { location_id: 103, application_id: 200 };
    await reach(started, "active");
    await reach(started, "pending", second);
    await disable(started);
    expect(await stateOf(started, second)).toBe("pending");
    expect(await stateOf(started, fast)).toBe("uninstalled");
  });

  test("the callback is not served at the main address, and changes nothing there", async () => {
    const started = await start();
    await reach(started, "pending");
    const answer = await started.partner.post("/marketplace/partner/callback", { salon_id: 100, application_id: 200 });
    expect(answer.status).toBe(404);
    expect(await stateOf(started)).toBe("pending");
  });
});

describe("the confirmation window", () => {
  test("is open twelve hours after grant_access, to the second", async () => {
    const started = await start();
    await grant(started);
    await started.advance(12 * 3600);
    expect((await confirm(started)).status).toBe(201);
    expect(await stateOf(started)).toBe("active");
  });

  test("stays closed until the owner reconnects, and is then open for twelve hours more", async () => {
    const started = await start();
    await grant(started);
    await started.advance(12 * 3600 + 1);
    await confirm(started);
    expect((await confirm(started)).status).toBe(422);
    await grant(started);
    await started.advance(12 * 3600);
    expect((await confirm(started)).status).toBe(201);
  });

  test("begins anew with a reconnect before it closes", async () => {
    const started = await start();
    await grant(started);
    await started.advance(11 * 3600);
    await grant(started);
    await started.advance(12 * 3600);
    expect((await confirm(started)).status).toBe(201);
  });

  test("does not begin anew with a grant that is refused", async () => {
    const started = await start();
    await grant(started);
    await started.advance(11 * 3600);
    await grant({ owner: started.limited });
    await started.advance(2 * 3600);
    expect((await confirm(started)).status).toBe(422);
  });

  test.each([
    [12 * 3600, 201],
    [12 * 3600 + 1, 422],
  ])("opens for a freezed link that is granted again: after %i seconds it answers %i", async (seconds, answers) => {
    const started = await start();
    await reach(started, "freezed");
    await started.advance(3600);
    await grant(started);
    await started.advance(seconds);
    expect((await confirm(started)).status).toBe(answers);
  });
});

describe("the installation status", () => {
  test("tells when the link was created, and every change with its source", async () => {
    const started = await start();
    await grant(started);
    await started.advance(60);
    await confirm(started);
    await started.advance(60);
    await freeze(started);
    await started.advance(60);
    await uninstall(started);
    const { data } = (await readStatus(started)).body;
    expect(data.connection_status).toEqual({ status: "uninstalled", created_at: "2026-03-02 09:00:00" });
    expect(data.logs.map((entry) => Object.values(entry))).toEqual([
      ["2026-03-02 09:00:00", "uninstalled", "pending", "marketplace"],
      ["2026-03-02 09:01:00", "pending", "active", "partner_api"],
      ["2026-03-02 09:02:00", "active", "freezed", "marketplace"],
      ["2026-03-02 09:03:00", "freezed", "uninstalled", "partner_api"],
    ]);
  });

  test("begins again with a new link, after the log of the old one", async () => {
    const started = await start();
    await reach(started, "active");
    await disable(started);
    await started.advance(3600);
    await grant(started);
    const { data } = (await readStatus(started)).body;
    expect(data.connection_status).toEqual({ status: "pending", created_at: "2026-03-02 10:00:00" });
    expect(data.logs.map((entry) => entry.status_to)).toEqual(["pending", "active", "uninstalled", "pending"]);
  });

  test("logs nothing when the state stays", async () => {
    const started = await start();
    await reach(started, "active");
    await grant(started);
    await confirm(started);
    expect((await readStatus(started)).body.data.logs).toHaveLength(2);
  });

  test("reads alike at both addresses", async () => {
    const started = await start();
    await reach(started, "active");
    const there = await started.app.get("/marketplace/salon/100/application/200");
    expect(there.body).toEqual((await readStatus(started)).body);
  });

  test("is not found where the application was never connected", async () => {
    const started = await start();
    expect((await readStatus(started)).status).toBe(404);
    expect((await readStatus(started, { location_id: 999_999_999, application_id: 200 })).status).toBe(404);
  });
});
