import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadOperations } from "../specs/operations.ts";
import { specified } from "./behaviour.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
import { prefixOf } from "./router.ts";
import { type Attack, attacks, head, type Target, whole } from "./testing/attacks.ts";
import { mangled, type RandomRequest, randomRequest } from "./testing/random-requests.ts";
import { type RawAnswer, RawConnection } from "./testing/raw-connection.ts";
import { samples } from "./testing/requests.ts";
import { soundBodies, wrongBodies } from "./testing/wrong-bodies.ts";

type Targets = Record<Target["surface"], Target>;

const escaped: unknown[] = [];
const note = (error: unknown) => void escaped.push(error);
let sandbox: Sandbox;
let targets: Targets;
let before: string;

/** Everything that a request could change. */
const stateOf = ({ platform }: Sandbox): string => JSON.stringify([platform.world.state, platform.clock.now()]);

/** A sandbox at any pace with a link and a telephony integration, so that every call has something to act on. */
async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const unhurried = specified({ ratePerSecond: 1e9, ratePerMinute: 1e9, v3Limit: 1e9 });
  const started = await createSandbox({ clock: "frozen", behaviour: unhurried, ...options });
  const { state } = started.platform.world;
  const times = { createdAt: state.now, grantedAt: state.now };
  state.links["100:200"] = { locationId: 100, applicationId: 200, state: "active", ...times, logs: [], payments: [] };
  state.voip[100] = true;
  return started;
}

/** A call of each surface that would be sound with the right body, and who may make it. */
function targetsOf({ urls, control, platform }: Sandbox): Targets {
  const { partner_token, owner_user_token, v3_token } = platform.world.people.credentials;
  const partner = `Bearer ${partner_token}`;
  const port = (url: string) => Number(new URL(url).port);
  return {
    base: {
      surface: "base",
      port: port(urls.base_url),
      method: "POST",
      path: "/api/v1/voip/integration",
      prefix: "/api/v1",
      authorization: `${partner}, User ${owner_user_token}`,
    },
    app: {
      surface: "app",
      port: port(urls.app_url),
      method: "POST",
      path: "/marketplace/partner/callback",
      prefix: "",
      authorization: partner,
    },
    v3: {
      surface: "v3",
      port: port(urls.v3_base_url),
      method: "GET",
      path: "/v3/locations/100/resources",
      prefix: "/v3",
      authorization: `Bearer ${v3_token}`,
    },
    control: {
      surface: "control",
      port: port(control.url),
      method: "POST",
      path: "/control/seed",
      prefix: "/control",
      authorization: `Bearer ${control.token}`,
    },
  };
}

/** The first answer to some bytes on a connection of their own. */
async function answerTo(target: Target, bytes: string | Buffer): Promise<RawAnswer | undefined> {
  const connection = new RawConnection(target.port);
  void connection.write(bytes);
  const answer = await connection.next();
  connection.close();
  return answer;
}

/** An answer as the requirement sees it: its status, and whether a refusal is worded as its surface words them. */
function seen(surface: Target["surface"], answer: RawAnswer | undefined): string {
  if (!answer) return "no answer";
  if (answer.status < 400) return `${answer.status}`;
  return `${answer.status}${isWorded(surface, answer) ? "" : ` ${answer.body}`}`;
}

function isWorded(surface: Target["surface"], { headers, body }: RawAnswer): boolean {
  if (headers["content-type"] !== "application/json") return false;
  const { success, data, meta, error } = JSON.parse(body) as Record<string, Record<string, unknown> | boolean | null>;
  if (surface === "v3") return typeof error === "object" && typeof error?.message === "string";
  if (surface === "control") return typeof error === "string";
  const isMessage = typeof meta === "object" && typeof meta?.message === "string" && meta.message !== "";
  return success === false && typeof data === "object" && isMessage;
}

/** What becomes of an attack on each surface. */
const outcomes = async (attack: Attack): Promise<string[]> =>
  Promise.all(
    Object.values(targets).map(
      async (target) => `${target.surface}: ${seen(target.surface, await answerTo(target, attack.bytes(target)))}`,
    ),
  );

async function readCountries(): Promise<unknown> {
  const { base } = targets;
  const answer = await answerTo(base, head({ ...base, method: "GET", path: "/api/v1/countries" }));
  return answer && { status: answer.status, ...(JSON.parse(answer.body) as object) };
}

beforeAll(async () => {
  process.on("unhandledRejection", note).on("uncaughtException", note);
  sandbox = await start();
  targets = targetsOf(sandbox);
  before = stateOf(sandbox);
});

afterAll(async () => {
  await sandbox.close();
  process.off("unhandledRejection", note).off("uncaughtException", note);
  expect(escaped).toEqual([]);
});

test.each(Object.entries(attacks))("%s is refused on every surface, and changes nothing", async (_, attack) => {
  expect(await outcomes(attack)).toEqual(
    Object.values(targets).map(({ surface }) => `${surface}: ${attack.otherwise?.[surface] ?? attack.status}`),
  );
  expect(stateOf(sandbox)).toBe(before);
});

/** Where an operation of v1 is, and its sound request under sound credentials. */
function requestOf(targets: Targets, operation: string, body: string): [Target, Buffer] {
  const found = loadOperations().find((one) => one.id === operation);
  const target = targets[found?.address === "app_url" ? "app" : "base"];
  const path = prefixOf(found?.address ?? "") + samples[operation]?.path;
  const { authorization } = targets[(found?.schemes.includes("BearerPartnerUser") ?? true) ? "base" : "base"];
  return [target, whole({ ...target, method: found?.method ?? "", path, authorization }, body)];
}

test("a body whose fields are all of the right type is taken", async () => {
  const other = await start();
  const answers = await Promise.all(
    soundBodies.map(async ([operation, body]) => {
      const answer = await answerTo(...requestOf(targetsOf(other), operation, JSON.stringify(body)));
      return `${operation}: ${(answer?.status ?? 500) < 300}`;
    }),
  );
  await other.close();
  expect(answers).toEqual(soundBodies.map(([operation]) => `${operation}: true`));
});

test.each(Object.keys(Object.fromEntries(wrongBodies)))(
  "a body of %s with any field of a wrong type is refused, and changes nothing",
  async (operation) => {
    const taken: string[] = [];
    for (const [, body] of wrongBodies.filter(([one]) => one === operation)) {
      const [target, bytes] = requestOf(targets, operation, body);
      const result = seen(target.surface, await answerTo(target, bytes));
      if (!/^4\d\d$/.test(result)) taken.push(`${result}: ${body}`);
    }
    expect(taken).toEqual([]);
    expect(stateOf(sandbox)).toBe(before);
  },
);

test("HEAD is refused without a body", async () => {
  for (const target of Object.values(targets)) {
    const connection = new RawConnection(target.port);
    await connection.write(head({ ...target, method: "HEAD" }));
    expect((await connection.next(true))?.status).toBe(target.surface === "control" ? 404 : 405);
    connection.close();
  }
});

/** Sends requests one after another on one connection, which is renewed when it has ended. */
class Lane {
  readonly #port: number;
  #connection: RawConnection | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async send({ bytes, method }: RandomRequest): Promise<RawAnswer | undefined> {
    if (!this.#connection || this.#connection.isOver) this.#connection = new RawConnection(this.#port);
    void this.#connection.write(bytes);
    const answer = await this.#connection.next(method === "HEAD");
    if (answer?.headers.connection === "close") this.close();
    return answer;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

test("20,000 random and hostile requests leave it answering, unchanged, and without one 5xx", async () => {
  const lanes = Object.values(targets).flatMap(({ surface, port }) =>
    Array.from({ length: 4 }, () => ({ surface, lane: new Lane(port) })),
  );
  const statuses = new Map<number, number>();
  const judge = (request: RandomRequest, answer: RawAnswer | undefined) => {
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
    const result = answer && request.method === "HEAD" ? `${answer.status}` : seen(request.surface, answer);
    if (!/^[234]\d\d$/.test(result)) throw new Error(`${result}: ${JSON.stringify(request.bytes.toString("latin1"))}`);
  };
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomRequest(targets), { minLength: 90, maxLength: 90 }),
      fc.array(mangled(targets), { minLength: 10, maxLength: 10 }),
      async (requests, broken) => {
        sent += requests.length + broken.length;
        await Promise.all([
          ...lanes.map(async ({ surface, lane }, index) => {
            const own = requests.filter((one) => one.surface === surface).filter((_, turn) => turn % 4 === index % 4);
            for (const request of own) judge(request, await lane.send(request));
          }),
          ...broken.map(async (request) => {
            const connection = new RawConnection(targets[request.surface].port);
            await connection.write(request.bytes);
            connection.halfClose();
            for (let answer = await connection.next(); answer; answer = await connection.next()) {
              expect(answer.status).toBeLessThan(500);
            }
            connection.close();
          }),
        ]);
      },
    ),
    { seed: 42, numRuns: 200 },
  );
  for (const { lane } of lanes) lane.close();
  console.log(statuses);
  expect(sent).toBe(20_000);
  expect(stateOf(sandbox)).toBe(before);
  expect(await readCountries()).toMatchObject({ status: 200, success: true, data: { length: 7 } });
}, 60_000);
