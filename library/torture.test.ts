import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../sandbox/create-sandbox.ts";
import { mayBeLate, misbehaviours } from "./testing/torture/misbehaviours.ts";
import { torment } from "./testing/torture/torment.ts";

/** A few; torture.slow.test.ts tries them all. */
const sample = [
  "never answers",
  "closes within the body",
  "sends a body by single bytes",
  "sends a body without end",
  "sends a bomb of gzip",
  "speaks nonsense",
  "sends thousands of headers",
  "redirects to another host",
  "sends bytes that are not UTF-8",
  "nests 9,000 levels",
  "sends __proto__",
  "sends escape sequences for a title",
];

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await createSandbox({ clock: "frozen" })));
afterAll(() => sandbox.close());

test.each(sample)("a target that %s is judged to the end, and what it does is named", async (name) => {
  const { does, breaks, says } = misbehaviours[name] ?? expect.unreachable(name);
  const { entries, found, said } = await torment(sandbox, does, { mayBeLate: mayBeLate({ says }) });
  expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
  expect(said).toMatch(says);
  expect(Object.keys(found)).toEqual(breaks ? expect.arrayContaining([breaks]) : []);
});
