import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ControlCallName } from "../../harness/control/control-calls.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { type CallReport, checkControl } from "./check-control.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ clock: "frozen" });
});
afterAll(() => sandbox.close());

type Fields = Record<string, unknown>;

/** A deviation of a control protocol from the sandbox's, by path: it changes the request, or the answer, or answers itself. */
interface Deviation {
  ask?: (fields: Fields) => Fields;
  answer?: (answer: Fields) => unknown;
  instead?: (fields: Fields) => { status: number; body: unknown };
}

/** The sandbox's control protocol with a deviation at one path. */
async function deviating(
  path: string,
  { ask = (same) => same, answer = (same) => same, instead }: Deviation,
): Promise<string> {
  const { url } = sandbox.control;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const isAbout = request.url === path;
    const fields = (text ? JSON.parse(text) : {}) as Fields;
    const own = isAbout ? instead?.(fields) : undefined;
    if (own) return void response.writeHead(own.status).end(JSON.stringify(own.body));
    const reply = await fetch(url + (request.url ?? ""), {
      method: request.method ?? "",
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      ...(text ? { body: JSON.stringify(isAbout ? ask(fields) : fields) } : {}),
    });
    const body = (await reply.json()) as Fields;
    response.writeHead(reply.status).end(JSON.stringify(isAbout && reply.ok ? answer(body) : body));
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const check = async (call: ControlCallName, url: string): Promise<CallReport> => {
  const profile = { name: "deviating", control: { url, token: sandbox.control.token } };
  const { calls } = await checkControl(profile, { signal: new AbortController().signal, wanted: [call] });
  return calls[0] as CallReport;
};

const mistakes: [call: ControlCallName, what: string, path: string, deviation: Deviation, found: RegExp][] = [
  [
    "describe",
    "has a capability of its own",
    "/",
    { answer: (all) => ({ ...all, capabilities: ["reset", "teleport"] }) },
    /there is no capability teleport/,
  ],
  [
    "describe",
    "has a frozen clock that runs",
    "/",
    { answer: (all) => ({ ...all, now: new Date().toISOString() }) },
    /the clock is "frozen", but moves by itself/,
  ],
  [
    "reset",
    "has no credentials",
    "/reset",
    { answer: ({ urls, fixtures }) => ({ urls, fixtures }) },
    /the answer has no credentials.partner_token/,
  ],
  [
    "advance",
    "moves half as far",
    "/clock/advance",
    { ask: ({ seconds }) => ({ seconds: Math.ceil(Number(seconds) / 2) }) },
    /moves the clock by 3600 s/,
  ],
  [
    "advance",
    "takes any number",
    "/clock/advance",
    { ask: ({ seconds }) => ({ seconds: Math.max(1, Math.ceil(Number(seconds))) }) },
    /\{"seconds":0} is answered as if it made sense/,
  ],
  [
    "seed",
    "adds nothing",
    "/seed",
    { ask: (fields) => ({ ...fields, location_id: 103 }) },
    /clients: the API shows .* after .* was seeded/,
  ],
  [
    "seed",
    "spoils values",
    "/seed",
    { answer: ({ items }) => ({ items: (items as Fields[]).map((item) => ({ ...item, title: "?" })) }) },
    /resources: title "Room" comes back as "\?"/,
  ],
  [
    "seed",
    "takes any collection",
    "/seed",
    { instead: ({ items }) => (Array.isArray(items) ? { status: 200, body: { items } } : { status: 422, body: {} }) },
    /a collection that does not exist is answered as if it made sense/,
  ],
  [
    "freeze",
    "does nothing",
    "/links/freeze",
    { instead: () => ({ status: 200, body: {} }) },
    /the status reads "active" after a freeze/,
  ],
  ["freeze", "fails", "/links/freeze", { instead: () => ({ status: 500, body: { error: "oops" } }) }, /answers 500/],
  [
    "disable",
    "does nothing",
    "/links/disable",
    { instead: () => ({ status: 200, body: {} }) },
    /the status reads "active" after a disabling/,
  ],
  [
    "applications",
    "does nothing",
    "/applications",
    { instead: () => ({ status: 200, body: {} }) },
    /no lifecycle event comes within 61 s/,
  ],
  [
    "hooks",
    "does nothing",
    "/hooks",
    { instead: () => ({ status: 200, body: {} }) },
    /no webhook comes to the address/,
  ],
  [
    "hooks",
    "subscribes to everything",
    "/hooks",
    { ask: (fields) => ({ ...fields, events: ["ClientEvent", "StaffEvent"] }) },
    /2 webhooks came/,
  ],
  [
    "emit",
    "announces another record",
    "/events",
    { answer: (all) => ({ ...all, resource_id: 1 }) },
    /the webhook carries the resource_id \d+, but 1 was announced/,
  ],
  [
    "deliveries",
    "calls everything delivered",
    "/deliveries",
    {
      answer: ({ deliveries }) => ({
        deliveries: (deliveries as Fields[]).map((item) => ({ ...item, outcome: "delivered" })),
      }),
    },
    /answered with 500 is listed last as/,
  ],
  [
    "deliveries",
    "has none",
    "/deliveries",
    { answer: () => ({ deliveries: null }) },
    /deliveries: found null, expected a list of deliveries/,
  ],
];

describe("a control protocol is found wrong", () => {
  test.each(mistakes)("where %s %s", async (call, _, path, deviation, found) => {
    const report = await check(call, await deviating(path, deviation));
    expect(report.outcome).toBe("error");
    expect(report.wrong.map((mistake) => mistake.found).join("\n")).toMatch(found);
    expect(report.wrong.every(({ mend }) => mend.length > 0)).toBe(true);
  });
});

test("without a world to begin in, nothing can be checked, and the secrets of a wrong answer are not shown", async () => {
  const answer = (all: Fields) => ({ ...all, fixtures: { location_id: "100" } });
  await expect(check("reset", await deviating("/reset", { answer }))).rejects.toThrow(
    /^control\.url: POST \/reset at [^{]* answers: fixtures: location_id: found the string "100", expected a whole number/,
  );
});
