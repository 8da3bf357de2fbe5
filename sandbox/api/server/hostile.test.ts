import fc from "fast-check";
import { expect, test } from "vitest";
import { loadOperations } from "../../../specs/operations.ts";
import { attacks, head, whole } from "../../testing/attacks.ts";
import { mangled, type RandomRequest, randomRequest } from "../../testing/random-requests.ts";
import { type RawAnswer, RawConnection } from "../../testing/raw-connection.ts";
import { samples } from "../../testing/requests.ts";
import {
  type AttackTarget,
  type AttackTargets,
  answerTo,
  seen,
  startLinked,
  stateOf,
  targetsOf,
} from "../../testing/targets.ts";
import { underAttack } from "../../testing/under-attack.ts";
import { soundBodies, wrongBodies, wrongCommands } from "../../testing/wrong-bodies.ts";
import { mounts } from "./router.ts";
import { Traffic } from "./traffic.ts";

const { sandbox, targets, before, escaped } = await underAttack();

test.each(Object.entries(attacks))("%s is refused on every surface, and changes nothing", async (_, attack) => {
  const { bytes, status, otherwise = {} } = attack;
  const all = Object.values(targets);
  const results = all.map(async (target) => [
    target.surface,
    seen(target.surface, await answerTo(target, bytes(target))),
  ]);
  expect(await Promise.all(results)).toEqual(all.map(({ surface }) => [surface, `${otherwise[surface] ?? status}`]));
  expect(stateOf(sandbox)).toBe(before);
});

test("HEAD is refused without a body", async () => {
  for (const target of Object.values(targets)) {
    const connection = new RawConnection(target.port);
    void connection.write(head({ ...target, method: "HEAD" }) + head({ ...target, method: "HEAD" }));
    const statuses = [(await connection.next(true))?.status, (await connection.next(true))?.status];
    expect(statuses).toEqual(target.surface === "control" ? [404, 404] : [405, 405]);
    connection.close();
  }
});

/** A v1 operation's sound request, but for its body, which is given. */
function requestOf({ base, app }: AttackTargets, id: string, body: string): [AttackTarget, Buffer] {
  const { address, method = "" } = loadOperations().find((operation) => operation.id === id) ?? {};
  const isCallback = address === "app_url";
  const target = isCallback ? app : base;
  const path = mounts[isCallback ? "app_url" : "base_url"].prefix + samples[id]?.path;
  return [target, whole({ ...target, method, path }, body)];
}

test("a body whose fields are all of the right type is taken", async () => {
  const sound = await startLinked();
  for (const [operation, body] of soundBodies) {
    const answer = await answerTo(...requestOf(targetsOf(sound), operation, JSON.stringify(body)));
    expect([operation, answer?.status]).toEqual([operation, expect.toSatisfy((status: number) => status < 300)]);
  }
  await sound.close();
});

test.each(Object.keys(Object.fromEntries(wrongBodies)))(
  "a body of %s with any field of a wrong type is refused, and changes nothing",
  async (operation) => {
    for (const [, body] of wrongBodies.filter(([name]) => name === operation)) {
      const [target, bytes] = requestOf(targets, operation, body);
      expect([body, seen(target.surface, await answerTo(target, bytes))]).toEqual([
        body,
        expect.stringMatching(/^4\d\d$/),
      ]);
    }
    expect(stateOf(sandbox)).toBe(before);
  },
);

test.each(wrongCommands)("the control protocol refuses %s %s, and changes nothing", async (path, body) => {
  const { control } = targets;
  const answer = await answerTo(control, whole({ ...control, path: `/control${path}` }, body));
  expect(seen("control", answer)).toBe("422");
  expect(stateOf(sandbox)).toBe(before);
});

test("of large requests only the latest are remembered", () => {
  const traffic = new Traffic();
  const large = "x".repeat(1_000_000);
  for (let turn = 1; turn <= 1000; turn++) {
    traffic.add(traffic.note({ surface: "base", method: "POST", url: "/", rawHeaders: [] }), large);
    expect(traffic.after(0).length).toBeLessThan(65);
  }
  expect(traffic.after(0).at(-1)?.n).toBe(1000);
});

/** Sends requests one after another on one connection, which is renewed when it has ended. */
class Lane {
  readonly surface: AttackTarget["surface"];
  readonly #port: number;
  #connection: RawConnection | undefined;

  constructor({ surface, port }: AttackTarget) {
    this.surface = surface;
    this.#port = port;
  }

  async send({ bytes, method }: RandomRequest): Promise<RawAnswer | undefined> {
    this.#connection ??= new RawConnection(this.#port);
    void this.#connection.write(bytes);
    const answer = await this.#connection.next(method === "HEAD");
    if (!answer || answer.headers.connection === "close") this.close();
    return answer;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

const quoted = (bytes: Buffer): string => JSON.stringify(bytes.toString("latin1"));

/** What is wrong with the answer to a request: a 5xx, none, or a refusal in another form than the documented one. */
async function faultsOf(lane: Lane, request: RandomRequest): Promise<string[]> {
  const answer = await lane.send(request);
  const result = request.method === "HEAD" ? `${answer?.status}` : seen(lane.surface, answer);
  return /^[234]\d\d$/.test(result) ? [] : [`${result} to ${quoted(request.bytes)}`];
}

/** What is wrong with the answers to bytes that may be no request: a 5xx; there need not be any. */
async function faultsOfMangled({ surface, bytes }: RandomRequest): Promise<string[]> {
  const connection = new RawConnection(targets[surface].port);
  await connection.write(bytes);
  connection.halfClose();
  const answers = await connection.rest();
  connection.close();
  return [...answers.matchAll(/HTTP\/1\.1 (5\d\d) /g)].map(([, status]) => `${status} to ${quoted(bytes)}`);
}

test("20,000 random and hostile requests leave it answering, unchanged, and without one 5xx", async () => {
  const lanes = Object.values(targets).flatMap((target) => Array.from({ length: 4 }, () => new Lane(target)));
  let sent = 0;
  const inLane = async (lane: Lane, turn: number, requests: RandomRequest[]) => {
    const faults: string[] = [];
    const own = requests.filter(({ surface }) => surface === lane.surface).filter((_, index) => index % 4 === turn % 4);
    for (const request of own) faults.push(...(await faultsOf(lane, request)));
    return faults;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomRequest(targets), { minLength: 90, maxLength: 90 }),
      fc.array(mangled(targets), { minLength: 10, maxLength: 10 }),
      async (requests, broken) => {
        sent += requests.length + broken.length;
        const faults = [...lanes.map((lane, turn) => inLane(lane, turn, requests)), ...broken.map(faultsOfMangled)];
        expect((await Promise.all(faults)).flat()).toEqual([]);
      },
    ),
    // A fault names its request, so there is nothing to shrink.
    { seed: 42, numRuns: 200, endOnFailure: true },
  );
  for (const lane of lanes) lane.close();
  expect(sent).toBe(20_000);
  expect(stateOf(sandbox)).toBe(before);
  expect(escaped).toEqual([]);
  const { base } = targets;
  const countries = await answerTo(base, head({ ...base, method: "GET", path: "/api/v1/countries" }));
  expect(countries?.status).toBe(200);
  expect(JSON.parse(countries?.body ?? "")).toMatchObject({ success: true, data: { length: 7 }, meta: [] });
}, 60_000);
