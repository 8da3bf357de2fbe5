import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "../../create-sandbox.ts";
import { head, whole } from "../../testing/attacks.ts";
import { RawConnection } from "../../testing/raw-connection.ts";
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

const { sandbox, targets, before, escaped } = await underAttack();

/** A connection that ends with the test. */
function open({ port }: AttackTarget): RawConnection {
  const connection = new RawConnection(port);
  onTestFinished(() => connection.close());
  return connection;
}

/** The answers to a sender on each surface. */
const onEvery = (all: AttackTargets, attack: (target: AttackTarget) => Promise<string>): Promise<[string, string][]> =>
  Promise.all(Object.values(all).map(async (target) => [target.surface, await attack(target)] as [string, string]));

const everywhere = (status: number, control = status): [string, string][] =>
  ["base", "app", "v3", "control"].map((name) => [name, `${name === "control" ? control : status}`]);

const nextOf = async ({ surface }: AttackTarget, connection: RawConnection): Promise<string> =>
  seen(surface, await connection.next());

const chunked = (target: AttackTarget): string => head(target, ["Transfer-Encoding: chunked"]);

describe("a slow sender", () => {
  let impatient: Sandbox;
  beforeAll(async () => void (impatient = await startLinked({ patience: 300 })));
  afterAll(() => impatient.close());

  /** Sends pieces of a request, a few milliseconds apart, until it is answered. */
  const drip = async (target: AttackTarget, begin: string, piece: string) => {
    const connection = open(target);
    await connection.write(begin);
    const timer = setInterval(() => void connection.write(piece), 10);
    const answer = await nextOf(target, connection);
    clearInterval(timer);
    return answer;
  };

  test.each<[string, (target: AttackTarget) => string, string]>([
    ["a connection and nothing else", () => "", ""],
    ["half a request line", () => "GET /api", ""],
    ["headers byte by byte", ({ path }) => `GET ${path} HTTP/1.1\r\nX-A: `, "a"],
    ["header after header", ({ path }) => `GET ${path} HTTP/1.1\r\n`, "A: b\r\n"],
    ["line breaks for ever", () => "", "\r\n"],
    ["a body that never comes", (target) => head(target, ["Content-Length: 100"]), ""],
    ["a body byte by byte", (target) => head(target, ["Content-Length: 1000000"]), " "],
    ["chunk after chunk", chunked, "1\r\n \r\n"],
    ["an expected body that never comes", (target) => head(target, ["Content-Length: 9", "Expect: 100-continue"]), ""],
  ])("of %s is answered with 408", async (_, begin, piece) => {
    const results = await onEvery(targetsOf(impatient), (target) => drip(target, begin(target), piece));
    expect(results).toEqual(everywhere(408));
  });
});

describe("an endless body", () => {
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;

  /** Sends chunk after chunk until the connection ends, or its answer is enough. */
  const flood = async (target: AttackTarget, isEnough: boolean) => {
    const connection = open(target);
    await connection.write(chunked({ ...target, authorization: "Bearer nobody" }));
    const answer = nextOf(target, connection);
    if (isEnough) void answer.then(() => connection.close());
    while (!connection.isOver) await connection.write(chunk);
    return answer;
  };

  test("is refused while it is still arriving", async () => {
    expect(await onEvery(targets, (target) => flood(target, true))).toEqual(everywhere(413, 401));
    expect(stateOf(sandbox)).toBe(before);
  });

  test("is cut off if its sender does not stop", async () => {
    expect(await flood(targets.base, false)).toBe("413");
    expect(stateOf(sandbox)).toBe(before);
  });
});

describe("pipelined requests", () => {
  test("are answered in order", async () => {
    const { base } = targets;
    const connection = open(base);
    const bodies = ["{", '{"salon_id": 1}', "[]", '{"salon_id": 100, "command": "x"}'];
    void connection.write(Buffer.concat(Array.from({ length: 100 }, (_, turn) => whole(base, bodies[turn % 4] ?? ""))));
    const results = [];
    for (let turn = 0; turn < 100; turn++) results.push(await nextOf(base, connection));
    expect(results).toEqual(Array.from({ length: 25 }, () => ["400", "404", "422", "422"]).flat());
  });

  test.each<[string, (target: AttackTarget) => string]>([
    ["nonsense", () => "nonsense\r\n\r\n"],
    ["CONNECT", (target) => head({ ...target, method: "CONNECT", path: "example.com:80" })],
    ["a broken body", (target) => `${chunked(target)}zz\r\n`],
    ["no Host", ({ path }) => `GET ${path} HTTP/1.1\r\n\r\n`],
  ])("are answered before %s that follows them", async (_, broken) => {
    const { base, control } = targets;
    const reply = {
      status: 418,
      headers: {},
      body: { success: false, data: null, meta: { message: "late" } },
      delay_ms: 50,
    };
    const override = { surface: "base", method: "POST", path: "/voip/integration", reply };
    await answerTo(control, whole({ ...control, path: "/control/replies" }, JSON.stringify(override)));
    const connection = open(base);
    void connection.write(`${whole(base, "{}").toString()}${whole(base, "{").toString()}${broken(base)}`);
    const results = [];
    for (let turn = 0; turn < 3; turn++) results.push(await nextOf(base, connection));
    expect(results).toEqual(["418", "400", "400"]);
    expect(await connection.rest()).toBe("");
  });
});

describe("a sender that ends its side", () => {
  const sendAll = async (target: AttackTarget, bytes: string | Buffer) => {
    const connection = open(target);
    await connection.write(bytes);
    connection.halfClose();
    return nextOf(target, connection);
  };

  test.each<[string, (target: AttackTarget) => string | Buffer, string]>([
    ["after a request gets its answer", (target) => whole(target, "{"), "400"],
    ["in the middle of a body gets 400", (target) => whole(target, "{}").subarray(0, -1), "400"],
    ["in the middle of a chunk gets 400", (target) => `${chunked(target)}5\r\n{`, "400"],
    ["in the middle of the headers gets 400", (target) => head(target).slice(0, -2), "400"],
    ["before sending anything gets no answer", () => "", "no answer"],
  ])("%s", async (_, bytes, status) => {
    const results = await onEvery(targets, (target) => sendAll(target, bytes(target)));
    expect(results).toEqual(["base", "app", "v3", "control"].map((name) => [name, status]));
  });
});

describe("a connection that is reset", () => {
  test.each<[string, (target: AttackTarget) => string | Buffer]>([
    ["at once", () => ""],
    ["in the middle of the headers", (target) => head(target).slice(0, -10)],
    ["in the middle of a body", (target) => whole(target, "x".repeat(100_000)).subarray(0, 50_000)],
    ["in the middle of a body that is too large", (target) => whole(target, "x".repeat(3e6)).subarray(0, 2e6)],
    ["in the middle of a chunk", (target) => `${chunked(target)}ffff\r\n{`],
    ["before it is answered", (target) => whole(target, "{")],
    ["after nonsense", () => "nonsense\r\n\r\n"],
    ["after CONNECT", (target) => head({ ...target, method: "CONNECT", path: "example.com:80" })],
  ])("%s does no harm", async (_, bytes) => {
    const { base } = targets;
    for (const target of Object.values(targets)) {
      const atOnce = new RawConnection(target.port);
      await atOnce.write(bytes(target));
      atOnce.reset();
      const answered = new RawConnection(target.port);
      await answered.write(bytes(target));
      // Once another request is answered, this one has been processed as well.
      expect(seen("base", await answerTo(base, whole(base, "{")))).toBe("400");
      answered.reset();
    }
    expect(seen("base", await answerTo(base, whole(base, "{")))).toBe("400");
    expect(stateOf(sandbox)).toBe(before);
    expect(escaped).toEqual([]);
  });
});

describe("TLS", () => {
  /** The status of a sound request over TLS. */
  const read = ({ port, authorization }: AttackTarget, ca: string): Promise<string> =>
    new Promise((done, fail) => {
      const socket = connectTls({ port, host: "127.0.0.1", ca }, () => {
        socket.write(head({ method: "GET", path: "/api/v1/countries", authorization }, ["Connection: close"]));
      });
      socket.on("data", (chunk: Buffer) => done(chunk.toString("latin1", 9, 12)));
      socket.on("error", fail);
    });

  test("keeps working after connections that speak no TLS, and closes in spite of them", async () => {
    const secure = await startLinked({ tls: true });
    const { base, app, v3 } = targetsOf(secure);
    for (const target of [base, app, v3]) {
      open(target);
      for (const bytes of [head(target), "\0".repeat(1000), Buffer.from([0x16, 3, 1, 0, 200, 1])]) {
        const connection = open(target);
        await connection.write(bytes);
        const reset = open(target);
        await reset.write(bytes);
        reset.reset();
      }
    }
    expect(await read(base, secure.ca ?? "")).toBe("200");
    await secure.close();
    expect(escaped).toEqual([]);
  });
});
