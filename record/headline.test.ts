import { describe, expect, test } from "vitest";
import { cellId, cellsOf } from "../specs/cells.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import { resultsFrom } from "./from-journal.ts";
import { headlineOf, headlineText } from "./headline.ts";
import type { RunFacts } from "./journal.ts";
import { begin, end, exchange, finding } from "./testing/runs.ts";

const musts = loadLedger().flatMap((each) => (each.level === "must" && binds(each, "provider") ? [each.id] : []));

/** All cells of a requirement. */
const wholly = (id: string): string[] =>
  loadLedger()
    .filter((each) => each.id === id)
    .flatMap((each) => cellsOf(each).map((cell) => cellId(id, cell)));

const run = (
  ids: readonly string[],
  facts: Partial<RunFacts> = {},
  ...more: Parameters<typeof resultsFrom>[0][number][]
) => resultsFrom([begin(facts), exchange("e-1"), { kind: "judged", ids: ids.flatMap(wholly) }, ...more, end]);

const share = (part: number): readonly string[] => musts.slice(0, Math.ceil(part * musts.length));

describe("a provider in which nothing failed", () => {
  test("is conformant where at least 90 % of the applicable musts were judged", () => {
    expect(headlineText(run(share(0.9)))).toMatch(/^conformant, \d+ of \d+ judged$/);
    expect(headlineOf(run(share(0.9))).tone).toBe("pass");
  });

  test("is not called conformant below that", () => {
    const results = run(share(0.89));
    expect(results.verdict).toBe("pass");
    const { count, of } = results.judged ?? {};
    expect(headlineText(results)).toBe(`no violations found, ${count} of ${of} requirements judged`);
    expect(headlineOf(results).tone).toBe("inconclusive");
  });

  test("is conformant in what was selected where only that was judged", () => {
    expect(headlineText(run(["DICT-1"], { only: ["DICT-1"] }))).toBe(
      "conformant in the selected requirements, 1 of 1 judged",
    );
    expect(headlineText(run(["DICT-1"], { only: ["DICT-1", "DICT-2"] }))).toBe(
      "no violations found, 1 of 2 requirements judged",
    );
  });
});

test("a run that did not come to its end is inconclusive, and a failure is one all the same", () => {
  const cut = resultsFrom([begin(), exchange("e-1"), { kind: "judged", ids: [...musts] }]);
  expect(cut).toMatchObject({ verdict: "inconclusive", complete: false });
  expect(headlineText(cut)).toMatch(/^inconclusive \(interrupted\), \d+ of \d+ judged$/);
  const failed = resultsFrom([begin(), exchange("e-1"), finding("DICT-2", "e-1")]);
  expect(headlineText(failed)).toMatch(/^not conformant \(interrupted\), /);
});

test("an application is certified by all its claims alone", () => {
  const facts = { judges: "partner" } as const;
  const ids = loadLedger().flatMap((each) => (binds(each, "partner") && each.level !== "open" ? [each.id] : []));
  expect(headlineText(run(ids, facts))).toMatch(/^certified, /);
  const some = ids.filter((id) => id.startsWith("HOOK-"));
  expect(headlineText(run(some, { ...facts, only: some }))).toMatch(/^passed in the selected requirements, /);
});
