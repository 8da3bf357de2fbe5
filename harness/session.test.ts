import { describe, expect, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { packageFile } from "../base/package-file.ts";
import { limit } from "../specs/limits.ts";
import { loadOperations } from "../specs/operations.ts";
import { createSession } from "./session.ts";
import { rejection } from "./testing/rejection.ts";
import { startServer, type TestServer } from "./testing/server.ts";
import { wallTimer } from "./time/pace.ts";

// Read once, before the tests: from source, this parses the YAML of the whole specification.
const documented = loadOperations();

const world = {
  urls: { base_url: "http://world/api/v1", v3_base_url: "http://world/v3" },
  credentials: { partner_token: "world-partner", v3_token: "world-v3" },
  fixtures: { location_id: 1, application_id: 2 },
};

/** A target whose control protocol has some capabilities; its clock is frozen, and moves as it is asked. */
async function targetWith(...capabilities: string[]): Promise<TestServer> {
  const server: TestServer = await startServer((response) => {
    const { path = "", body = "" } = server.seen.at(-1) ?? {};
    const answers: Record<string, () => unknown> = {
      "/": () => ({ protocol: "assay-control/1", capabilities, clock: "frozen", now: "2026-03-01T00:00:00Z" }),
      "/reset": () => world,
      "/clock/advance": () => {
        const { seconds } = JSON.parse(body) as { seconds: number };
        return { now: new Date(Date.UTC(2026, 2, 1) + seconds * 1000).toISOString() };
      },
    };
    response.end(JSON.stringify(answers[path]?.()));
  });
  return server;
}

const profile = { name: "shop", urls: { base_url: "http://shop/api/v1" } };

describe("a session without control", () => {
  test("has no capability, and the time of this machine", async () => {
    const session = await createSession(profile);
    expect(session.control).toBeUndefined();
    expect(session.can("reset")).toBe(false);
    expect(session.whyNot("reset", "clock", "links")).toBe(
      "this needs reset, clock and links of the control protocol, and the profile names none",
    );
    expect(session.timer).toBe(wallTimer);
  });

  test("opens the only world that there is, and changes nothing in it unless the profile allows it", async () => {
    const session = await createSession(profile);
    expect(await session.open(42)).toMatchObject({
      name: "shop",
      urls: profile.urls,
      credentials: {},
      fixtures: {},
      allow: { mutations: false, bursts: false },
    });
    const permitted = await createSession({ ...profile, allow: { mutations: true } });
    expect(await permitted.open(42)).toMatchObject({ allow: { mutations: true, bursts: false } });
  });

  test("keeps the documented rate unless the profile has its own", async () => {
    const rate = { per_second: limit("rate_per_second"), per_minute: limit("rate_per_minute") };
    expect((await (await createSession(profile)).open(1)).pace).toEqual(rate);
    const slow = await createSession({ ...profile, pace: { per_second: 1 } });
    expect((await slow.open(1)).pace).toEqual({ ...rate, per_second: 1 });
  });

  test("knows the operations of the specification, and those that an overlay supplies", async () => {
    expect((await (await createSession(profile)).open(1)).operations).toBe(documented);
    const overlays = [packageFile("examples/sandbox-payloads.overlay.yaml")];
    const { operations } = await (await createSession({ ...profile, overlays })).open(1);
    expect(operations.find(({ id }) => id === "listTariffs")?.isOverlaid).toBe(true);
  });
});

describe("a session with a control that cannot reset", () => {
  test("opens the profile's own world, without asking for a reset", async () => {
    const server = await targetWith("clock");
    const session = await createSession({ ...profile, control: { url: server.url } });
    expect(await session.open(42)).toMatchObject({ urls: profile.urls, credentials: {}, allow: { mutations: false } });
    expect(server.seen.map(({ path }) => path)).toEqual(["/"]);
  });

  test("is refused where the profile has no addresses", async () => {
    const server = await targetWith("clock");
    const error = await rejection(createSession({ name: "shop", control: { url: server.url } }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ key: "urls" });
  });
});

describe("a session with a control that can reset", () => {
  test("opens a new world with each seed, and may change everything in it", async () => {
    const server = await targetWith("reset");
    const session = await createSession({ name: "shop", control: { url: server.url } });
    expect(await session.open(7)).toMatchObject({ ...world, allow: { mutations: true, bursts: true } });
    await session.open(8);
    expect(server.seen.slice(1).map(({ path, body }) => [path, body])).toEqual([
      ["/reset", '{"seed":7}'],
      ["/reset", '{"seed":8}'],
    ]);
  });

  test("lets the profile win over the world", async () => {
    const server = await targetWith("reset");
    const session = await createSession({
      ...profile,
      control: { url: server.url },
      credentials: { v3_token: "own-v3" },
      fixtures: { location_id: 100 },
      allow: { bursts: false },
    });
    expect(await session.open(7)).toMatchObject({
      urls: { ...world.urls, ...profile.urls },
      credentials: { partner_token: "world-partner", v3_token: "own-v3" },
      fixtures: { location_id: 100, application_id: 2 },
      allow: { mutations: true, bursts: false },
    });
  });
});

describe("the time of a session", () => {
  test("is the target's, and waiting moves its clock by whole seconds", async () => {
    const server = await targetWith("clock");
    const { timer } = await createSession({ ...profile, control: { url: server.url } });
    expect(timer.now()).toBe(Date.UTC(2026, 2, 1));
    await timer.wait(1500);
    expect(timer.now()).toBe(Date.UTC(2026, 2, 1) + 2000);
    expect(server.seen.at(-1)).toMatchObject({ path: "/clock/advance", body: '{"seconds":2}' });
  });

  test("is this machine's where the target's clock cannot be moved", async () => {
    const server = await targetWith("reset");
    expect((await createSession({ ...profile, control: { url: server.url } })).timer).toBe(wallTimer);
  });
});

test("a session redacts the profile's credentials, the token of its control, and what else is secret in the profile", async () => {
  const server = await targetWith();
  const control = { url: server.url, token: "control-secret" };
  const secrets = [["app_secret", "from-the-environment"]] as const;
  const { redaction } = await createSession({ ...profile, control, secrets, credentials: { partner_token: "own" } });
  expect(redaction.redact("own, control-secret, from-the-environment")).toBe(
    "$PARTNER_TOKEN, $CONTROL_TOKEN, $APP_SECRET",
  );
});
