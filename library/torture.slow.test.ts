import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { misbehaviours } from "./testing/torture/misbehaviours.ts";
import { torment } from "./testing/torture/torment.ts";

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
  if (breaks) expect(Object.keys(found)).toContain(breaks);
});
