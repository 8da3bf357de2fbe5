import { describe, expect, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import { createPatience } from "../testing/patience.ts";
import { rejection } from "../testing/rejection.ts";
import { closedAddress, startServer } from "../testing/server.ts";
import { type Control, httpControl } from "./control.ts";
import { ControlFailure, ControlRefusal } from "./control-calls.ts";

const description = {
  protocol: "assay-control/1",
  capabilities: ["reset"],
  clock: "frozen",
  now: "2026-03-01T00:00:00Z",
};

const delivery = { url: "http://h/hook", resource: "client", outcome: "delivered" };

/** Suits every call at once, as a list of one item. */
const everything = {
  ...description,
  urls: {},
  credentials: {},
  fixtures: {},
  items: [{ id: 1 }],
  resource: "client",
  resource_id: 7,
  status: "create",
  deliveries: [delivery],
  requests: [],
};

/** A control protocol that gives every call the same answer. */
async function answering(status: number, body: unknown) {
  const server = await startServer((response) => {
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return { ...server, control: httpControl({ url: `${server.url}/control/`, token: "secret" }) };
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
    (control) => control.seedConnected(3, [{}]),
    { method: "POST", path: "/seed", body: { application_id: 3, collection: "connected_locations", items: [{}] } },
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
    const { control, seen } = await answering(200, everything);
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
    const request = {
      n: 3,
      at: "2026-03-01T00:00:00Z",
      surface: "v3",
      method: "GET",
      url: "/v3",
      headers: [["Accept", "*/*"]],
      body: "",
      status: null,
    };
    const { control } = await answering(200, { ...everything, requests: [request] });
    expect(await control.seed(1, "calls", [{}])).toEqual([{ id: 1 }]);
    expect(await control.deliveries()).toEqual([expect.objectContaining(delivery)]);
    expect(await control.traffic(0)).toEqual([request]);
  });

  test("leaves out of a new world what is null or unknown", async () => {
    const credentials = { partner_token: "p", v3_token: null, password: 7 };
    const { control } = await answering(200, { credentials, fixtures: null });
    expect(await control.reset(1)).toEqual({ urls: {}, credentials: { partner_token: "p" }, fixtures: {} });
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
      message: `control.url: GET / at ${url}/control answers 404: no such page`,
    });
  });

  test.each(calls.slice(1))("of %s is a refusal, with what the target says", async (_, call, { method }) => {
    const { control } = await answering(422, '{"error":"there is no such link"}');
    const error = await rejection(call(control));
    expect(error).toBeInstanceOf(ControlRefusal);
    expect((error as Error).message).toMatch(new RegExp(`^${method} /.* at .* answers 422: .*there is no such link`));
  });

  test("ends nothing where a target may refuse, but a failure does", async () => {
    const refusing = (await answering(404, "there is no such Location")).control;
    expect(await refusing.allows(() => refusing.seed(1, "calls", []))).toBe(false);
    const failing = (await answering(200, "no JSON")).control;
    expect(await rejection(failing.allows(() => failing.seed(1, "calls", [])))).toBeInstanceOf(ControlFailure);
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
    [
      "has no list of capabilities",
      { ...description, capabilities: "reset" },
      /capabilities: found the string "reset", expected a list of capabilities/,
    ],
    [
      "has a clock of no kind",
      { ...description, capabilities: ["clock"], clock: null },
      /clock: found null, expected one of "frozen", "running"/,
    ],
    [
      "has no time",
      { ...description, capabilities: ["clock"], now: "soon" },
      /now: found the string "soon", expected an ISO 8601 date-time with an offset/,
    ],
    ["is null", null, /speaks another protocol/],
  ];

  test.each(wrong)("to describe that %s is a mistake at control.url", async (_, body, message) => {
    const { control } = await answering(200, body);
    const error = await rejection(control.describe());
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ key: "control.url", message: expect.stringMatching(message) as string });
  });

  const laterAnswers: [call: string, call: (control: Control) => Promise<unknown>, body: unknown, complaint: RegExp][] =
    [
      [
        "freeze",
        (control) => control.freeze(1, 2),
        "done",
        /POST \/links\/freeze at .* answers what is not JSON: done/,
      ],
      [
        "advance",
        (control) => control.advance(1),
        { now: null },
        /answers {"now":null}: now: found null, expected an ISO/,
      ],
      ["advance", (control) => control.advance(1), "null", /POST \/clock\/advance at .* answers null: found null/],
      ["reset", (control) => control.reset(1), [], /found an empty array, expected an object/],
      [
        "reset",
        (control) => control.reset(1),
        { fixtures: 5 },
        /fixtures: found the number 5, expected an object or null/,
      ],
      [
        "reset",
        (control) => control.reset(1),
        { fixtures: { location_id: "100" } },
        /fixtures: location_id: found the string "100", expected a whole number/,
      ],
      [
        "reset",
        (control) => control.reset(1),
        '{"fixtures": {"location_id": 1e999}}',
        /fixtures: location_id: found .*, expected a whole number/,
      ],
      [
        "reset",
        (control) => control.reset(1),
        { credentials: { v3_token: 12 } },
        /credentials: v3_token: found the number 12, expected a token/,
      ],
      [
        "seed",
        (control) => control.seed(1, "calls", [{}]),
        { items: null },
        /items: found null, expected a list of objects/,
      ],
      [
        "seed",
        (control) => control.seed(1, "calls", [{}]),
        { items: [null] },
        /items: 0: found null, expected an object/,
      ],
      [
        "seed",
        (control) => control.seed(1, "calls", [{}]),
        { items: [] },
        /items: found 0, expected the 1 that were sent/,
      ],
      ["change", (control) => control.change(1, "ClientEvent", "created"), {}, /resource: it is missing/],
      ["deliveries", (control) => control.deliveries(), { deliveries: [{}] }, /deliveries: 0: url: it is missing/],
      [
        "traffic",
        (control) => control.traffic(0),
        { requests: {} },
        /requests: found an empty object, expected an array/,
      ],
    ];

  test.each(laterAnswers)("to %s says who said what (%#)", async (_, call, body, complaint) => {
    const { control } = await answering(200, body);
    const error = await rejection(call(control));
    expect(error).toBeInstanceOf(ControlFailure);
    expect((error as Error).message).toMatch(complaint);
    expect(control.troubles).toEqual([(error as Error).message]);
  });
});

describe("no answer", () => {
  test("because no one listens is a mistake at control.url", async () => {
    const url = closedAddress();
    expect(await rejection(httpControl({ url }).describe())).toMatchObject({
      key: "control.url",
      message: `control.url: cannot reach ${url} (ECONNREFUSED); start the target, or fix the address`,
    });
  });

  test("until patience ends is a mistake at control.url", async () => {
    const { patience, end } = createPatience();
    const { url } = await startServer(end);
    expect(await rejection(httpControl({ url }, { patience }).describe())).toMatchObject({
      key: "control.url",
      message: `control.url: cannot reach ${url} (no answer in time); start the target, or fix the address`,
    });
  });

  test("to a later call is a failure of the control protocol", async () => {
    const url = closedAddress();
    const control = httpControl({ url });
    const error = await rejection(control.reset(1));
    expect(error).toBeInstanceOf(ControlFailure);
    expect(error).toMatchObject({ message: `POST /reset at ${url} gives no answer (ECONNREFUSED)` });
    await rejection(control.reset(2));
    expect(control.troubles).toEqual([`POST /reset at ${url} gives no answer (ECONNREFUSED)`]);
  });
});
