import { describe, expect, test } from "vitest";
import type { InstallState } from "../../../specs/install-machine.ts";
import type { SandboxAnswer, V1Envelope } from "../../testing/client.ts";
import { confirm, grant, link, reach, stateOf } from "../../testing/installing.ts";
import { type Started, start } from "../../testing/start.ts";
import { transitions } from "../../world/transitions.ts";

interface WalkedRow {
  row: string;
  from: InstallState;
  does: (started: Started) => Promise<SandboxAnswer>;
  answers: number;
  becomes: InstallState;
  at?: { location_id: number; application_id: number };
}

const uninstall = ({ partner }: Started) => partner.post("/marketplace/salon/100/application/200/uninstall");
const disable = ({ control }: Started) => control.post("/links/disable", link);
const freeze = ({ control }: Started) => control.post("/links/freeze", link);
const blocked = { location_id: 101, application_id: 200 };
const fast = { location_id: 100, application_id: 201 };
const misplacedDraft = { location_id: 103, application_id: 202 };
const states: InstallState[] = ["uninstalled", "pending", "active", "freezed"];

const rows: WalkedRow[] = [
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
  test.each(rows)("$row: $from becomes $becomes, and the answer is $answers", async ({ from, does, ...row }) => {
    const started = await start();
    await reach(started, from);
    expect((await does(started)).status).toBe(row.answers);
    expect(await stateOf(started, row.at)).toBe(row.becomes);
  });

  test("has no row that is not tested above", () => {
    expect([...new Set(rows.map(({ row }) => row))]).toEqual(transitions.map(({ id }) => id));
  });

  const nowhere: [trigger: string, from: InstallState, does: WalkedRow["does"], answers: number][] = [
    ["freeze", "uninstalled", freeze, 409],
    ["freeze", "pending", freeze, 409],
    ["freeze", "freezed", freeze, 409],
    ["disable", "uninstalled", disable, 409],
    ["uninstall", "uninstalled", uninstall, 404],
  ];
  test.each(nowhere)("%s does not move a link that is %s", async (_, from, does, answers) => {
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

  test("an application declares its permissions", async () => {
    const { owner } = await start();
    const { body } = await owner.get<V1Envelope>("/company/100/marketplace/applications/200/permissions");
    expect(body.data.map(({ slug }) => slug)).toEqual(["calls", "clients"]);
  });

  test("the callback is not served at the main address, and changes nothing there", async () => {
    const started = await start();
    await reach(started, "pending");
    const answer = await started.partner.post("/marketplace/partner/callback", { salon_id: 100, application_id: 200 });
    expect(answer.status).toBe(404);
    expect(await stateOf(started)).toBe("pending");
  });
});
