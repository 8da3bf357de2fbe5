import { describe, expect, onTestFinished, test } from "vitest";
import type { SandboxOptions } from "../../create-sandbox.ts";
import { head, whole } from "../../testing/attacks.ts";
import { RawConnection } from "../../testing/raw-connection.ts";
import { type AttackTarget, answerTo, startLinked, targetsOf } from "../../testing/targets.ts";

/** A sandbox, and a way to ask whether it still answers. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await startLinked(options);
  onTestFinished(() => sandbox.close());
  const { base, control, v3 } = targetsOf(sandbox);
  const isAlive = async () =>
    (await answerTo(base, head({ ...base, method: "GET", path: "/api/v1/countries" })))?.status === 200;
  return { sandbox, base, control, v3, isAlive };
}

const stranger = (target: AttackTarget): AttackTarget => ({ ...target, authorization: "Bearer nobody" });

const large = " ".repeat(900_000);

/** Does something many times, some at once. */
async function often<T>(times: number, act: (turn: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let turn = 0; turn < times; turn += 20)
    done.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => act(turn + index)))));
  return done;
}

describe("a sandbox goes on", () => {
  test("after 220 bodies of 900 kB from senders without a credential", async () => {
    const { sandbox, base, isAlive } = await start();
    const answers = await often(220, () => answerTo(base, whole(stranger(base), large)));
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([401]));
    expect(sandbox.platform.traffic.after(0).length).toBeLessThan(40);
    expect(await isAlive()).toBe(true);
  });

  test("after 40 such bodies on one connection, and remembers fewer of them", async () => {
    const { sandbox, base, isAlive } = await start();
    const connection = new RawConnection(base.port);
    onTestFinished(() => connection.close());
    for (let turn = 0; turn < 40; turn++) {
      void connection.write(whole(stranger(base), large));
      expect((await connection.next())?.status).toBe(401);
    }
    expect(sandbox.platform.traffic.after(0).length).toBeLessThan(20);
    expect(await isAlive()).toBe(true);
  });

  test("while 700 connections say nothing", async () => {
    const { base, isAlive } = await start();
    const idle = await often(700, async () => new RawConnection(base.port));
    onTestFinished(() => idle.forEach((connection) => connection.close()));
    expect(await isAlive()).toBe(true);
    await expect.poll(() => idle.filter(({ isOver }) => isOver).length).toBeGreaterThan(190);
  });

  test("with who is there already, while a stranger opens 700 connections", async () => {
    const { base } = await start({ keepAlive: 60_000 });
    const known = new RawConnection(base.port);
    await known.write(head({ ...base, method: "GET", path: "/api/v1/countries" }));
    expect((await known.next())?.status).toBe(200);
    const strangers = await often(700, async () => new RawConnection(base.port, "127.0.0.2"));
    onTestFinished(() => [known, ...strangers].forEach((connection) => connection.close()));
    await expect.poll(() => strangers.filter(({ isOver }) => isOver).length, { timeout: 10_000 }).toBeGreaterThan(190);
    expect(known.isOver).toBe(false);
  });

  test("while more bodies are under way than it holds, and refuses those that come besides", async () => {
    const { base, isAlive } = await start();
    const half = `${head(stranger(base), ["Content-Length: 999999"])}${large}`;
    const open = await often(100, async () => {
      const connection = new RawConnection(base.port);
      await connection.write(half);
      return connection;
    });
    onTestFinished(() => open.forEach((connection) => connection.close()));
    const refused = await Promise.any(open.map((connection) => connection.next()));
    expect(refused?.status).toBe(503);
    expect(await isAlive()).toBe(true);
  });

  test("while one connection pipelines bodies behind an answer that is delayed", async () => {
    const { base, control, isAlive } = await start();
    const reply = { status: 418, headers: {}, body: {}, delay_ms: 500 };
    const override = { surface: "base", method: "POST", path: "/voip/integration", times: 100, reply };
    await answerTo(control, whole({ ...control, path: "/control/replies" }, JSON.stringify(override)));
    const connection = new RawConnection(base.port);
    onTestFinished(() => connection.close());
    void connection.write(Buffer.concat(Array.from({ length: 20 }, () => whole(base, large))));
    const statuses = [];
    for (let answer = await connection.next(); answer; answer = await connection.next()) statuses.push(answer.status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 418), 503]);
    expect(await isAlive()).toBe(true);
  });

  test("once more was written to a world than it holds, and refuses to write on", async () => {
    const { sandbox, base, control, isAlive } = await start();
    const discount = JSON.stringify({ salon_id: 100, command: "enable", note: "x".repeat(990_000) });
    const answers = await often(80, () => answerTo(base, whole(base, discount)));
    expect(answers.at(-1)?.status).toBe(503);
    expect(await isAlive()).toBe(true);
    await answerTo(control, whole({ ...control, path: "/control/reset" }, "{}"));
    const again = targetsOf(sandbox).base;
    expect((await answerTo(again, whole(again, "{}")))?.status).not.toBe(503);
  });
});
