import fc from "fast-check";
import { expect, test } from "vitest";
import { isWhole } from "../../../cli/testing/rows.ts";
import { head } from "../../testing/attacks.ts";
import { mangled, type RandomRequest, randomRequest } from "../../testing/random-requests.ts";
import { type RawAnswer, RawConnection } from "../../testing/raw-connection.ts";
import { type AttackTarget, answerTo, seen, stateOf } from "../../testing/targets.ts";
import { underAttack } from "../../testing/under-attack.ts";

const { sandbox, targets, before, escaped } = await underAttack();

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

/** Flaws in the answer to a request: a 5xx, none, or a refusal in another form than the documented one. */
async function faultsOf(lane: Lane, request: RandomRequest): Promise<string[]> {
  const answer = await lane.send(request);
  const result = request.method === "HEAD" ? `${answer?.status}` : seen(lane.surface, answer);
  return /^[234]\d\d$/.test(result) ? [] : [`${result} to ${quoted(request.bytes)}`];
}

/** Flaws in the answers to bytes that may be no request: a 5xx; there need not be any. */
async function faultsOfMangled({ surface, bytes }: RandomRequest): Promise<string[]> {
  const connection = new RawConnection(targets[surface].port);
  await connection.write(bytes);
  connection.halfClose();
  const answers = await connection.rest();
  connection.close();
  return [...answers.matchAll(/HTTP\/1\.1 (5\d\d) /g)].map(([, status]) => `${status} to ${quoted(bytes)}`);
}

/** How many hundreds of requests are sent. */
const numRuns = isWhole ? 200 : 70;

test("thousands of random and hostile requests leave it working and unchanged, and get no 5xx", async () => {
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
    { seed: 42, numRuns, endOnFailure: true },
  );
  for (const lane of lanes) lane.close();
  expect(sent).toBe(numRuns * 100);
  expect(stateOf(sandbox)).toBe(before);
  expect(escaped).toEqual([]);
  const { base } = targets;
  const countries = await answerTo(base, head({ ...base, method: "GET", path: "/api/v1/countries" }));
  expect(countries?.status).toBe(200);
  expect(JSON.parse(countries?.body ?? "")).toMatchObject({ success: true, data: { length: 7 }, meta: [] });
});
