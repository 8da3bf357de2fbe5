import { expect, test } from "vitest";
import type { Clause, Fact } from "../model/clause.ts";
import { Withheld } from "./withheld.ts";

const refused: Clause = { cell: "AUTH-1", holds: true, found: "", expected: "", provided: "granted" };

/** What is recorded of some clauses, before and after a fact is seen. */
function recordedOf(clauses: readonly Clause[], known: readonly Fact[] = []): [before: string[], after: string[]] {
  const facts = new Set(known);
  const withheld = new Withheld(facts);
  const recorded: string[] = [];
  const record = (all: readonly Clause[]) => void recorded.push(...all.map(({ cell }) => cell));
  for (const clause of clauses) withheld.record([clause], record);
  withheld.release();
  const before = [...recorded];
  facts.add("granted");
  withheld.release();
  expect([...withheld.cells].toSorted()).toEqual([...new Set(recorded)].toSorted());
  return [before, recorded.slice(before.length)];
}

test("a refusal shows nothing until what it refuses is seen to work, and counts once then", () => {
  expect(recordedOf([refused, refused])).toEqual([[], ["AUTH-1"]]);
});

test("what was seen to work before, what needs nothing, and what is broken count at once", () => {
  expect(recordedOf([refused], ["granted"])).toEqual([["AUTH-1"], []]);
  expect(recordedOf([{ ...refused, holds: false }])).toEqual([["AUTH-1"], []]);
  const { provided: _, ...alone } = refused;
  expect(recordedOf([alone])).toEqual([["AUTH-1"], []]);
});
