import { expect, test } from "vitest";
import type { Entry } from "../journal.ts";
import { failedProofs, Repeats, repeatsIn } from "./repeats.ts";

const finding = (requirement: string): Extract<Entry, { kind: "finding" }> => ({
  kind: "finding",
  requirement,
  pointer: "",
  found: "1",
  expected: "2",
});
const proof = (slug: string, again?: number): Entry => ({
  kind: "proof",
  slug,
  title: slug,
  ids: [],
  ...(again === undefined ? {} : { again }),
});
const exchange = { kind: "exchange" } as Entry;
const end = { kind: "end", at: "", complete: true } as const;

function recorded(entries: readonly Entry[]): Entry[] {
  const repeats = new Repeats();
  return entries.flatMap((entry) => repeats.take(entry));
}

const repeatedOf = (entries: readonly Entry[], requirement: string) => repeatsIn(entries)(finding(requirement));

test("what a repeated proof finds again is counted, and what it finds first is recorded", () => {
  const entries = recorded([
    proof("a"),
    finding("DICT-1"),
    proof("a", 1),
    finding("DICT-1"),
    finding("DICT-2"),
    finding("DICT-2"),
    proof("a", 2),
    end,
  ]);
  expect(entries.filter(({ kind }) => kind === "finding")).toHaveLength(3);
  expect(entries.filter(({ kind }) => kind === "again")).toEqual([
    { kind: "again", slug: "a", failed: ["DICT-1"] },
    { kind: "again", slug: "a", failed: [] },
  ]);
  expect(repeatedOf(entries, "DICT-1")).toEqual({ failed: 1, of: 2 });
  expect(repeatedOf(entries, "DICT-2")).toEqual({ failed: 0, of: 2 });
});

test("what is recorded already stays as it is, so that parts of runs can be joined", () => {
  const once = recorded([proof("a"), finding("DICT-1"), proof("a", 1), finding("DICT-1"), end]);
  expect(recorded(once)).toEqual(once);
});

test("a repetition that cannot be judged does not count", () => {
  const entries = recorded([
    proof("a"),
    finding("DICT-1"),
    proof("a", 1),
    { kind: "untestable", ids: ["DICT-1"], why: "gone", applies: true },
    end,
  ]);
  expect(entries.map(({ kind }) => kind)).toEqual(["proof", "finding", "proof", "end"]);
  expect(repeatedOf(entries, "DICT-1")).toBeUndefined();
});

test("proofs that failed come in the order of what they cost", () => {
  const entries = [proof("a"), exchange, exchange, finding("DICT-1"), proof("b"), exchange, finding("DICT-2")];
  expect(failedProofs([...entries, proof("c")]).map(({ slug, requests }) => [slug, requests])).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});
