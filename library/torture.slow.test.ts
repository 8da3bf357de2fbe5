import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { mayRepeat } from "../cli/testing/may-repeat.ts";
import { rowsOf } from "../cli/testing/rows.ts";
import { usualBounds } from "../harness/bounds.ts";
import { createReceiver } from "../harness/receiver.ts";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { judgeTarget } from "./judge.ts";
import { askedWaits } from "./testing/torture/asked-waits.ts";
import { controlMisbehaviours } from "./testing/torture/control-misbehaviours.ts";
import { answers, mayBeLate, misbehaviours } from "./testing/torture/misbehaviours.ts";
import { bounds, keepWaiting, torment, tormentControl } from "./testing/torture/torment.ts";
import { unreachables } from "./testing/torture/unreachable.ts";

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ clock: "frozen" })));
afterAll(() => sandbox.close());

test("there are at least a hundred misbehaviours", () => {
  expect(Object.keys(misbehaviours).length).toBeGreaterThanOrEqual(100);
});

test.each(rowsOf(Object.entries(misbehaviours)))(
  "a target that %s is judged to the end",
  mayRepeat("a target that %s is judged to the end"),
  async (_, { does, breaks, says }) => {
    const { entries, results, found, said } = await torment(sandbox, does, { mayBeLate: mayBeLate({ says }) });
    expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
    expect(entries.at(-1)).toMatchObject({ kind: "end" });
    expect(results.requirements.find(({ id }) => id === "DICT-4")).toMatchObject({ outcome: "pass" });
    expect(said).toMatch(says);
    // A target that breaks nothing is blamed for nothing.
    if (says.source === "^$") expect(found).toEqual({});
    if (breaks) expect(Object.keys(found)).toContain(breaks);
  },
);

test.each(Object.entries(askedWaits))(
  "a target that asks for a wait of %s is not obeyed",
  mayRepeat("a target that asks for a wait of %s is not obeyed"),
  async (_, asked) => {
    const { entries, results, found, said } = await keepWaiting(sandbox, asked);
    expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
    expect(results.requirements.find(({ id }) => id === "DICT-4")).toMatchObject({ outcome: "pass" });
    expect(said).toMatch(asked.says);
    if (asked.breaks) expect(Object.keys(found)).toContain(asked.breaks);
  },
);

test.each(Object.entries(controlMisbehaviours))("a control that %s is named", async (_, torture) => {
  const outcome = await tormentControl(sandbox, torture).catch((error: unknown) => {
    expect(error).toBeInstanceOf(UsageError);
    return { entries: [], said: (error as Error).message };
  });
  expect(outcome.entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
  expect(outcome.said).toMatch(torture.says);
});

test.each(Object.entries(unreachables))("a target that %s is reported in one line", async (_, [open, says]) => {
  const { url, authority, close } = await open();
  const profile = {
    name: "unreachable",
    urls: { base_url: url },
    credentials: { partner_token: "t" },
    ...(authority ? { tls: { ca_file: authority } } : {}),
    bounds,
  };
  const error = await judgeTarget(profile, { only: ["DICT-1"] }).catch((thrown: unknown) => thrown);
  close();
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toMatch(/^urls\.base_url: cannot reach http/);
  expect((error as Error).message).toMatch(says);
});

test("a target that falls silent is given up at once, and what was judged stays", async () => {
  const { results, said } = await torment(sandbox, (socket) => void socket.pause(), { path: "" });
  expect(said).toMatch(/the provider is gone: .* no longer answers \(no answer in time\), since GET/);
  expect(results.complete).toBe(false);
});

test("a target that is reached by IPv6 alone is judged as any other", async () => {
  const { hostname, port } = new URL(sandbox.urls.base_url);
  const server = createTcpServer((socket) => {
    const upstream = connect(Number(port), hostname);
    socket.on("error", () => upstream.destroy()).pipe(upstream);
    upstream.on("error", () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "::1", listening));
  const origin = `http://[::1]:${(server.address() as AddressInfo).port}`;
  const { results } = await judgeTarget(
    {
      name: "by IPv6",
      control: sandbox.control,
      urls: { base_url: sandbox.urls.base_url.replace(/^https?:\/\/[^/]+/, origin) },
    },
    { only: ["DICT-1"], depth: "quick" },
  );
  server.close();
  expect(results.requirements.map(({ id, outcome }) => [id, outcome])).toContainEqual(["DICT-1", "pass"]);
});

test("credentials never follow a redirect to another host", async () => {
  const stolen: string[] = [];
  const thief = createServer((request, response) => {
    stolen.push(JSON.stringify(request.headers));
    response.end("{}");
  });
  await new Promise<void>((listening) => thief.listen(0, "127.0.0.1", listening));
  const location = `http://localhost:${(thief.address() as AddressInfo).port}/steal`;
  for (const status of [301, 302, 303, 307, 308]) await torment(sandbox, answers("", { location }, status));
  thief.close();
  expect(stolen).toEqual([]);
});

describe("webhooks to a receiver", () => {
  const post = (url: string, body: string) =>
    fetch(url, { method: "POST", body }).then(
      ({ status }) => status,
      () => 0,
    );

  test("of ten thousand at once, what can be kept is kept, and others are served afterwards", async () => {
    const receiver = await createReceiver(() => 0, {}, { bounds: { ...usualBounds, webhooks: 300 } });
    const url = receiver.url("/hooks");
    const { hostname, port } = new URL(url);
    const send = () =>
      new Promise<string>((ended) => {
        let answer = "";
        const socket = connect(Number(port), hostname, () =>
          socket.write("POST /hooks HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}"),
        );
        // The system itself may keep someone waiting where so many come.
        socket
          .setTimeout(20_000, () => socket.destroy())
          .setEncoding("latin1")
          .on("data", (text: string) => (answer += text))
          .on("error", () => undefined)
          .once("close", () => ended(answer));
      });
    const answered = await Promise.all(Array.from({ length: 10_000 }, send));
    expect(answered.filter((answer) => answer.startsWith("HTTP/1.1 200 ")).length).toBeGreaterThanOrEqual(300);
    expect(await post(url, "{}")).toBe(200);
    expect(receiver.arrivals).toHaveLength(300);
    await receiver.close();
  });

  test("of twenty with 50 MB each, the beginnings are kept, and memory stays bounded", async () => {
    const floods: string[] = [];
    const receiver = await createReceiver(() => 0, {}, { onFlood: (what) => void floods.push(what) });
    const url = receiver.url("/hooks");
    const body = "x".repeat(50_000_000);
    const before = process.memoryUsage.rss();
    for (let count = 0; count < 20; count++) expect(await post(url, body)).toBe(0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(400_000_000);
    // Their headers and paths count too.
    expect(receiver.arrivals).toHaveLength(7);
    expect(floods).toEqual(["more than 64 MB of webhooks came to one proof, and the rest is not looked at"]);
    for (const { flaw } of receiver.arrivals) expect(flaw).toMatch(/^a body of more than /);
    expect(await post(url, "{}")).toBe(200);
    await receiver.close();
  });
});
