import { describe, expect, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { Control, ControlRefusal } from "./control.ts";
import { createPatience } from "./testing/patience.ts";
import { rejection } from "./testing/rejection.ts";
import { closedAddress, startServer } from "./testing/server.ts";

const description = {
  protocol: "assay-control/1",
  capabilities: ["reset"],
  clock: "frozen",
  now: "2026-03-01T00:00:00Z",
};

/** A control protocol that gives every call the same answer. */
async function answering(status: number, body: unknown) {
  const server = await startServer((response) => {
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return { ...server, control: new Control(`${server.url}/control/`, "secret") };
}

type ControlCall = [
  name: string,
  call: (control: Control) => Promise<unknown>,
  sent: { method: string; path: string; body?: unknown },
];

const calls: ControlCall[] = [
  ["describe", (control) => control.describe(), { method: "GET", path: "" }],
  ["reset", (control) => control.reset(7), { method: "POST", path: "/reset", body: { seed: 7 } }],
  [
    "seed",
    (control) => control.seed(1, "calls", [{ id: 2 }]),
    { method: "POST", path: "/seed", body: { location_id: 1, collection: "calls", items: [{ id: 2 }] } },
  ],
  [
    "seedConnected",
    (control) => control.seedConnected(3, []),
    { method: "POST", path: "/seed", body: { application_id: 3, collection: "connected_locations", items: [] } },
  ],
  [
    "freeze",
    (control) => control.freeze(1, 3),
    { method: "POST", path: "/links/freeze", body: { location_id: 1, application_id: 3 } },
  ],
  [
    "disable",
    (control) => control.disable(1, 3),
    { method: "POST", path: "/links/disable", body: { location_id: 1, application_id: 3 } },
  ],
  [
    "sendLifecycleTo",
    (control) => control.sendLifecycleTo(3, null),
    { method: "POST", path: "/applications", body: { application_id: 3, lifecycle_webhook_url: null } },
  ],
  [
    "subscribe",
    (control) => control.subscribe(1, "http://h/hook", ["ClientEvent"]),
    { method: "POST", path: "/hooks", body: { location_id: 1, url: "http://h/hook", events: ["ClientEvent"] } },
  ],
  [
    "change",
    (control) => control.change(1, "ClientEvent", "create"),
    { method: "POST", path: "/events", body: { location_id: 1, event: "ClientEvent", change: "create" } },
  ],
  [
    "change of a resource",
    (control) => control.change(1, "GoodsOperationEvent", "create", "goods_operations_move"),
    {
      method: "POST",
      path: "/events",
      body: { location_id: 1, event: "GoodsOperationEvent", change: "create", resource: "goods_operations_move" },
    },
  ],
  ["deliveries", (control) => control.deliveries(), { method: "GET", path: "/deliveries" }],
  ["traffic", (control) => control.traffic(12), { method: "GET", path: "/traffic?after=12" }],
  [
    "standIn",
    (control) => control.standIn({ surface: "v3", method: "GET", path: "/x", times: 1, reply: "drop" }),
    { method: "POST", path: "/replies", body: { surface: "v3", method: "GET", path: "/x", times: 1, reply: "drop" } },
  ],
  ["advance", (control) => control.advance(60), { method: "POST", path: "/clock/advance", body: { seconds: 60 } }],
];

describe("a call of the control protocol", () => {
  test.each(calls)("%s is sent with the token", async (_, call, { method, path, body }) => {
    const { control, seen } = await answering(200, description);
    await call(control);
    expect(seen).toMatchObject([
      {
        method,
        path: `/control${path}`,
        headers: { authorization: "Bearer secret" },
        body: JSON.stringify(body) ?? "",
      },
    ]);
  });

  test("gives what stands in the answer", async () => {
    const answer = { items: [{ id: 1 }], deliveries: [{ id: 2 }], requests: [{ n: 3 }] };
    const { control } = await answering(200, answer);
    expect(await control.seed(1, "calls", [])).toEqual(answer.items);
    expect(await control.deliveries()).toEqual(answer.deliveries);
    expect(await control.traffic(0)).toEqual(answer.requests);
  });
});

describe("a refusal", () => {
  test.each(calls)("of the token is a mistake in the profile, in %s too", async (_, call) => {
    const { control } = await answering(401, "");
    const error = await rejection(call(control));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ key: "control.token" });
  });

  test("of the description means that the address is wrong", async () => {
    const { control, url } = await answering(404, "no such page");
    const error = await rejection(control.describe());
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      key: "control.url",
      message: `control.url: GET / answers 404 at ${url}/control: no such page`,
    });
  });

  test.each(calls.slice(1))("of %s is a refusal, with what the target says", async (_, call, { method }) => {
    const { control } = await answering(422, '{"error":"there is no such link"}');
    const error = await rejection(call(control));
    expect(error).toBeInstanceOf(ControlRefusal);
    expect((error as Error).message).toMatch(new RegExp(`^${method} /.* answers 422 at .*: .*there is no such link`));
  });

  test("is repeated only in part where it is long", async () => {
    const { control } = await answering(500, "x".repeat(10_000));
    expect(((await rejection(control.reset(1))) as Error).message.length).toBeLessThan(400);
  });
});

describe("a wrong answer", () => {
  const wrong: [what: string, body: unknown, message: RegExp][] = [
    ["is not JSON", "<html>", /does not answer with JSON/],
    [
      "has another protocol",
      { ...description, protocol: "assay-control/9" },
      /speaks assay-control\/9, expected assay-control\/1/,
    ],
    ["has no protocol", {}, /speaks another protocol, expected assay-control\/1/],
    ["has no list of capabilities", { ...description, capabilities: "reset" }, /does not list its capabilities/],
  ];

  test.each(wrong)("to describe that %s is a mistake at control.url", async (_, body, message) => {
    const { control } = await answering(200, body);
    const error = await rejection(control.describe());
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ key: "control.url", message: expect.stringMatching(message) as string });
  });

  test("to a later call that is not JSON is a mistake at control.url too", async () => {
    const { control } = await answering(200, "done");
    expect(await rejection(control.freeze(1, 2))).toMatchObject({ key: "control.url" });
  });
});

describe("no answer", () => {
  test("because nobody listens is a mistake at control.url", async () => {
    const url = await closedAddress();
    expect(await rejection(new Control(url).describe())).toMatchObject({
      key: "control.url",
      message: `control.url: cannot reach ${url} (ECONNREFUSED); start the target, or mend the address`,
    });
  });

  test("until patience ends is a mistake at control.url", async () => {
    const { patience, end } = createPatience();
    const { url } = await startServer(end);
    expect(await rejection(new Control(url, "", patience).describe())).toMatchObject({
      key: "control.url",
      message: `control.url: cannot reach ${url} (no answer in time); start the target, or mend the address`,
    });
  });
});
