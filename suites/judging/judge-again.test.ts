import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import type { RequirementResult } from "../../record/results.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { type Judging, judge } from "../testing/judging.ts";
import { judgeAgain } from "./judge-again.ts";

/** The journal of a run, as its file has it. */
async function journalOf(judging: Judging): Promise<Entry[]> {
  const { entries } = await judge(judging);
  const [started, at] = ["2026-03-01T00:00:00Z", "2026-03-01T00:01:00Z"];
  const own = entries.filter(({ kind }) => kind !== "run" && kind !== "end");
  const whole: Entry[] = [
    { kind: "run", name: "sandbox", seed: 42, depth: "quick", started },
    ...own,
    { kind: "end", at, complete: true },
  ];
  return JSON.parse(JSON.stringify(whole)) as Entry[];
}

/** The comparable part of a requirement: everything that was judged, but for how often smaller generated cases broke it too. */
const judged = ({ id, outcome, reason = "", cells }: RequirementResult) => ({
  id,
  outcome,
  reason: reason.replace(/, (\d+ times|and in \d+ more places?)/g, ""),
  cells,
});
const judgedIn = (entries: readonly Entry[]) => resultsFrom(entries).requirements.map(judged);

test.each([
  ["a conforming sandbox", ["CALL-6", "RES-3", "INST-10", "HOOK-7", "RATE-9"], undefined],
  ["one that installs at once", ["INST-1", "STAT-6"], "every installation is fast"],
  ["one that ignores a filter", ["CALL-6"], "limit is ignored without page in the history"],
  ["one that loses letters", ["LOC-1", "LOC-7"], "addresses lose what is not ASCII"],
  ["one that repeats a failed event", ["LIFE-8", "HOOK-7"], "a failed freeze event is tried again the next day"],
])("the journal of %s, judged again, has the same outcomes for the same reasons", async (_, only, fault) => {
  const journal = await journalOf({ depth: "quick", only, ...(fault ? { behaviour: behaviourWith(fault) } : {}) });
  const again = await judgeAgain(journal);
  expect(again.lacks).toEqual(new Map());
  expect(judgedIn(again.entries)).toEqual(judgedIn(journal));
  expect(again.entries.filter(({ kind }) => kind === "finding").length > 0).toBe(fault !== undefined);
});

test("what a present rule would find is found in an old journal, though the run found nothing", async () => {
  const journal = await journalOf({ depth: "quick", only: ["DICT-2"] });
  const altered = journal.map((entry) =>
    entry.kind === "exchange" && entry.operation === "listCountries"
      ? {
          ...entry,
          response: { ...entry.response, body: entry.response.body.replace(/"iso_code":"\w\w"/, '"iso_code":"LVA"') },
        }
      : entry,
  );
  const before = resultsFrom(altered).requirements.find(({ id }) => id === "DICT-2");
  const after = resultsFrom((await judgeAgain(altered)).entries).requirements.find(({ id }) => id === "DICT-2");
  expect([before?.outcome, after?.outcome]).toEqual(["pass", "fail"]);
});

test("a journal of an earlier version keeps what was judged, and says what it lacks", async () => {
  const journal = await journalOf({ depth: "quick", only: ["DICT-2"] });
  const earlier = journal.filter(({ kind }) => !["world", "answer", "moment"].includes(kind));
  const again = await judgeAgain(earlier);
  expect(again.entries).toEqual(earlier);
  expect([...again.lacks.keys()]).toEqual([expect.stringContaining("worlds and moments")]);
});

test("an answer that was not recorded whole blames no one, and is named", async () => {
  const journal = await journalOf({ depth: "quick", only: ["CALL-6"] });
  const cut = journal.map(
    (entry): Entry =>
      entry.kind === "exchange"
        ? { ...entry, isCut: true, response: { ...entry.response, body: entry.response.body.slice(0, 5) } }
        : entry,
  );
  const again = await judgeAgain(cut);
  expect([...again.lacks.keys()]).toContain("an answer that is too long to be recorded whole (bounds.evidence_kb)");
  expect(again.entries.filter(({ kind }) => kind === "finding")).toEqual([]);
});
