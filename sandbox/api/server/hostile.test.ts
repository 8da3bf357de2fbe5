import { expect, test } from "vitest";
import { loadOperations } from "../../../specs/operations.ts";
import { attacks, head, whole } from "../../testing/attacks.ts";
import { RawConnection } from "../../testing/raw-connection.ts";
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

const { sandbox, targets, before } = await underAttack();

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

test("a body whose fields all have the right type is accepted", async () => {
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
