import { expect, test } from "vitest";
import { beginRecord } from "../begin-record.ts";
import { entriesOf } from "../journal.ts";

const record = () => beginRecord({ name: "a subject", seed: 1, depth: "quick" });
const finding = (index: number, pointer = `/data/${index}/id`) =>
  ({
    kind: "finding",
    requirement: "DICT-1",
    pointer,
    found: `"${index}"`,
    expected: "a number",
    where: "GET /countries (200)",
  }) as const;

test("thousands of findings of one place are counted, and the first of them written down", () => {
  const run = record();
  for (let index = 0; index < 5_000; index++) run.write(finding(index));
  const { results, entries } = run.end(true);
  expect(entriesOf(entries, "finding")).toHaveLength(101);
  expect(results.requirements.find(({ id }) => id === "DICT-1")).toMatchObject({
    outcome: "fail",
    reason: expect.stringContaining(", 5000 times") as string,
  });
});

test("findings of thousands of places are counted together after the first hundreds", () => {
  const run = record();
  for (let index = 0; index < 5_000; index++) run.write(finding(index, `/data/field${index}`));
  const written = entriesOf(run.end(true).entries, "finding");
  expect(written).toHaveLength(301);
  expect(written.at(-1)).toMatchObject({ pointer: "/data/field300", times: 4700 });
});

test("what was only counted is written down before the next proof begins", () => {
  const run = record();
  for (let index = 0; index < 150; index++) run.write(finding(index));
  run.write({ kind: "proof", title: "next", ids: [] });
  expect(run.entries.at(-2)).toMatchObject({ kind: "finding", times: 50 });
});

test("a place that is known is counted on its own, whatever came of others", () => {
  const run = record();
  for (let index = 0; index < 301; index++) run.write(finding(index, `/data/field${index}`));
  for (let index = 0; index < 100; index++) run.write(finding(index, "/data/field0"));
  const counted = entriesOf(run.end(true).entries, "finding").slice(-2);
  expect(counted.map(({ pointer, times }) => [pointer, times])).toEqual([
    ["/data/field300", 1],
    ["/data/field0", 1],
  ]);
});
