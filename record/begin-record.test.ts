import { expect, test } from "vitest";
import { beginRecord } from "./begin-record.ts";
import type { Entry } from "./journal.ts";
import { exchange } from "./testing/runs.ts";

const heard: Entry[] = [];
const record = beginRecord({ name: "staging", seed: 42, depth: "quick" }, (entry) => heard.push(entry));
record.write(exchange("e-1"));
const { results, entries } = record.end(true);

test("a record begins with its run, ends with its end, and passes every entry to a listener as it is written", () => {
  expect(entries.map(({ kind }) => kind)).toEqual(["run", "exchange", "end"]);
  expect(heard).toEqual(entries);
});

test("its results are those of its entries", () => {
  expect(results).toMatchObject({ subject: { name: "staging" }, seed: 42, depth: "quick", requests: 1 });
  expect(results).not.toHaveProperty("complete");
});

test("a run that ended early is incomplete", () => {
  const interrupted = beginRecord({ name: "staging", seed: 42, depth: "quick" });
  expect(interrupted.end(false).results).toMatchObject({ complete: false });
});
