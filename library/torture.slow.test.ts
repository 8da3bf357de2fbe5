import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../base/errors.ts";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { askedWaits } from "./testing/torture/asked-waits.ts";
import { controlMisbehaviours } from "./testing/torture/control-misbehaviours.ts";
import { misbehaviours } from "./testing/torture/misbehaviours.ts";
import { keepWaiting, torment, tormentControl } from "./testing/torture/torment.ts";

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ clock: "frozen" })));
afterAll(() => sandbox.close());

test("there are at least a hundred misbehaviours", () => {
  expect(Object.keys(misbehaviours).length).toBeGreaterThanOrEqual(100);
});

test.each(Object.entries(misbehaviours))("a target that %s is judged to the end", async (_, { does, breaks, says }) => {
  const { entries, results, found, said } = await torment(sandbox, does);
  expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
  expect(entries.at(-1)).toMatchObject({ kind: "end" });
  expect(results.requirements.find(({ id }) => id === "DICT-4")).toMatchObject({ outcome: "pass" });
  expect(said).toMatch(says);
  // What breaks nothing is blamed for nothing.
  if (says.source === "^$") expect(found).toEqual({});
  if (breaks) expect(Object.keys(found)).toContain(breaks);
});

test.each(Object.entries(askedWaits))("a target that asks for a wait of %s is not obeyed", async (_, asked) => {
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
