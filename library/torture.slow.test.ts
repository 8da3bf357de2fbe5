import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { usualBounds } from "../harness/bounds.ts";
import { createReceiver } from "../harness/receiver.ts";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { judgeTarget } from "./judge.ts";
import { askedWaits } from "./testing/torture/asked-waits.ts";
import { controlMisbehaviours } from "./testing/torture/control-misbehaviours.ts";
import { answers, misbehaviours } from "./testing/torture/misbehaviours.ts";
import { bounds, keepWaiting, torment, tormentControl } from "./testing/torture/torment.ts";

import { unreachables } from "./testing/torture/unreachable.ts";

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ clock: "frozen" })));
afterAll(() => sandbox.close());

/** Bounds are small here, so that a busy machine may reach one by itself. */
const again = { retry: 2 };

test("there are at least a hundred misbehaviours", () => {
  expect(Object.keys(misbehaviours).length).toBeGreaterThanOrEqual(100);
});

test.each(Object.entries(misbehaviours))(
  "a target that %s is judged to the end",
  again,
  async (_, { does, breaks, says }) => {
    const { entries, results, found, said } = await torment(sandbox, does);
    expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
    expect(entries.at(-1)).toMatchObject({ kind: "end" });
    expect(results.requirements.find(({ id }) => id === "DICT-4")).toMatchObject({ outcome: "pass" });
    expect(said).toMatch(says);
    // What breaks nothing is blamed for nothing.
    if (says.source === "^$") expect(found).toEqual({});
    if (breaks) expect(Object.keys(found)).toContain(breaks);
  },
);

test.each(Object.entries(askedWaits))("a target that asks for a wait of %s is not obeyed", again, async (_, asked) => {
  const { entries, results, found, said } = await keepWaiting(sandbox, asked);
  expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
  expect(results.requirements.find(({ id }) => id === "DICT-4")).toMatchObject({ outcome: "pass" });
  expect(said).toMatch(asked.says);
  if (asked.breaks) expect(Object.keys(found)).toContain(asked.breaks);
});

test.each(Object.entries(controlMisbehaviours))("a control that %s is named", async (_, torture) => {
  const outcome = await tormentControl(sandbox, torture).catch((error: unknown) => {
    expect(error).toBeInstanceOf(UsageError);
    return { entries: [], said: (error as Error).message };
  });
  expect(outcome.entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
  expect(outcome.said).toMatch(torture.says);
});

test.each(Object.entries(unreachables))("a target that %s is told in one line", async (_, [open, says]) => {
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
  const { results, said } = await torment(sandbox, (socket) => void socket.pause(), "");
  expect(said).toMatch(/the provider is gone: nobody answers at .* any more \(no answer in time\), since GET/);
  expect(results.complete).toBe(false);
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

test("of a thousand webhooks at once, what can be kept is kept, and others are served afterwards", async () => {
  const receiver = await createReceiver(() => 0, {}, { bounds: { ...usualBounds, webhooks: 300 } });
  const url = receiver.url("/hooks");
  const body = "x".repeat(10_000);
  const post = () =>
    fetch(url, { method: "POST", body }).then(
      ({ status }) => status,
      () => 0,
    );
  await Promise.all(Array.from({ length: 1000 }, post));
  expect(await post()).toBe(200);
  expect(receiver.arrivals).toHaveLength(300);
  await receiver.close();
});
