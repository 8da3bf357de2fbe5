import { expect, test } from "vitest";
import { resultsFrom } from "../from-journal.ts";
import { entriesOf } from "../journal.ts";
import { begin, end, exchange, finding } from "../testing/runs.ts";
import { BoundedEntries } from "./bounded-entries.ts";

/** A run of so many exchanges, of which one shows a finding. */
function longRun(length: number, most: number): BoundedEntries {
  const entries = new BoundedEntries(most);
  entries.add(begin());
  for (let index = 0; index < length; index++) {
    if (index % 100 === 0) entries.add({ kind: "control", path: "/reset", body: { seed: 1 } });
    entries.add(exchange(`e-${index}`));
    entries.add({ kind: "judged", ids: ["DICT-1"] });
    if (index === 150) entries.add(finding("DICT-2", "e-150"));
  }
  entries.add(end);
  return entries;
}

test("a long run holds a bounded number of entries, and everything that led to its finding", () => {
  const { all } = longRun(5_000, 500);
  const ids = entriesOf(all, "exchange").map(({ id }) => id);
  expect(all.length).toBeLessThan(1_500);
  expect(ids).toContain("e-4999");
  expect(ids).toEqual(expect.arrayContaining(Array.from({ length: 51 }, (_, index) => `e-${100 + index}`)));
  expect(ids).not.toContain("e-99");
});

test("its results are those of the same run with everything held", () => {
  const [short, whole] = [longRun(3_000, 300), longRun(3_000, 10_000)].map(({ all }) => resultsFrom(all));
  expect(short).toEqual(whole);
  expect(short?.requests).toBe(3_000);
});
