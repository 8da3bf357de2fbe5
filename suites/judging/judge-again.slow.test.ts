import { expect, test } from "vitest";
import { rowsOf } from "../../cli/testing/rows.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { faultSample } from "../testing/fault-sample.ts";
import { type Judging, judge } from "../testing/judging.ts";
import { judgeAgain } from "./judge-again.ts";

/** The outcome of each requirement in a run, and in its journal when that is judged again, and the gaps of the journal. */
async function judgedTwice(judging: Judging) {
  const { entries } = await judge(judging);
  const begin: Entry = { kind: "run", name: "sandbox", seed: 42, depth: "quick", started: "2026-03-01T00:00:00Z" };
  const journal = JSON.parse(JSON.stringify([begin, ...entries])) as Entry[];
  const again = await judgeAgain(journal);
  const outcomes = (all: readonly Entry[]) =>
    resultsFrom(all).requirements.map(({ id, outcome, cells }) => ({ id, outcome, cells }));
  return { first: outcomes(journal), again: outcomes(again.entries), lacks: [...again.lacks] };
}

test("a standard run and its journal, judged again, have the same outcomes", { timeout: 900_000 }, async () => {
  const { first, again, lacks } = await judgedTwice({ depth: "standard" });
  expect(lacks).toEqual([]);
  expect(again).toEqual(first);
});

test("a run of a live system and its journal have the same outcomes", { timeout: 900_000 }, async () => {
  const { first, again, lacks } = await judgedTwice({ depth: "quick", profile: { control: false } });
  expect(lacks).toEqual([]);
  expect(again).toEqual(first);
});

test.each(rowsOf(faultSample(12)))(
  "the journal of a run with “%s” is judged alike",
  { timeout: 300_000 },
  async (name, breaks) => {
    const { first, again, lacks } = await judgedTwice({
      depth: "quick",
      behaviour: behaviourWith(name),
      only: [breaks],
    });
    expect(lacks).toEqual([]);
    expect(again).toEqual(first);
  },
);
