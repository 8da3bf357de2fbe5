import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sinceLines } from "../reports/since-words.ts";
import type { Outcome, Results } from "./results.ts";
import { earlierResults, rememberRun, sinceThen } from "./since.ts";
import { exchange, runOf } from "./testing/runs.ts";

/** Results of a run in which the first requirements have these outcomes. */
function resultsWith(finished: string, ...outcomes: Outcome[]): Results {
  const { results } = runOf(exchange("e-1"));
  const requirements = results.requirements.slice(0, outcomes.length).map((requirement, index) => ({
    ...requirement,
    outcome: outcomes[index] ?? "pass",
  }));
  return { ...results, finished, requirements };
}

const before = resultsWith("2026-01-01T10:00:00.000Z", "pass", "fail", "warn", "pass", "pass", "untestable");
const now = resultsWith("2026-01-02T10:00:00.000Z", "fail", "pass", "fail", "untestable", "pass", "untestable");
const ids = now.requirements.map(({ id }) => id);

test("a run is compared with an earlier one of the same subject, requirement by requirement", () => {
  expect(sinceThen(before, now)).toEqual({
    finished: before.finished,
    newlyFailing: [ids[0]],
    fixed: [ids[1]],
    stillFailing: [ids[2]],
    newlyUntestable: [ids[3]],
  });
  expect(sinceThen({ ...before, subject: { name: "another", urls: {} } }, now)).toBeUndefined();
  expect(sinceThen(undefined, now)).toBeUndefined();
});

test("what either run left out is not compared", () => {
  const part = { ...now, requirements: now.requirements.map((result) => ({ ...result, selected: false as const })) };
  for (const [then, later] of [
    [before, part],
    [{ ...part, finished: before.finished }, now],
  ] as const)
    expect(sinceLines(sinceThen(then, later) as never, later)).toEqual([
      "since the run of 2026-01-01 10:00 UTC: nothing changed",
    ]);
});

test("what changed is reported group by group, each by id and title, and that nothing did is reported as well", () => {
  const named = (id?: string) => `    ${id}  ${now.requirements.find((result) => result.id === id)?.title}`;
  expect(sinceLines(sinceThen(before, now) as never, now)).toEqual([
    "since the run of 2026-01-01 10:00 UTC:",
    "  1 requirement newly failing:",
    named(ids[0]),
    "  1 requirement fixed:",
    named(ids[1]),
    "  1 requirement still failing:",
    named(ids[2]),
    "  1 requirement newly untestable:",
    named(ids[3]),
  ]);
  const same = resultsWith("2026-01-03T10:00:00.000Z", "pass");
  expect(sinceLines(sinceThen(same, same) as never, same)).toEqual([
    "since the run of 2026-01-03 10:00 UTC: nothing changed",
  ]);
});

test("a folder remembers the runs of its subject, each once; what cannot be read is not compared with", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-"));
  rememberRun(folder, before);
  rememberRun(folder, now);
  expect(rememberRun(folder, now)).toMatchObject([
    { finished: before.finished, passed: 3, failed: 1 },
    { finished: now.finished, passed: 2, failed: 2 },
  ]);
  writeFileSync(join(folder, "results.json"), "{");
  expect(earlierResults(folder)()).toBeUndefined();
});

test("where another suite judged, a change may be the suite's", () => {
  const suite = { name: "assay", version: "9.9.9", digest: `sha256:${"a".repeat(64)}` };
  const later = { ...now, suite };
  expect(sinceThen({ ...before, suite }, later)?.suites).toBeUndefined();
  const since = sinceThen({ ...before, suite: { ...suite, digest: `sha256:${"b".repeat(64)}` } }, later);
  expect(sinceLines(since as never, later)[1]).toBe(
    "  assay 9.9.9 (bbbbbbbbbbbb) judged then, assay 9.9.9 (aaaaaaaaaaaa) now: a change may be the suite's, and not the subject's",
  );
});

test("what the earlier journal shows too, judged by the suite of today, is the suite's change", () => {
  const suited = (results: Results, digit: string) => ({
    ...results,
    suite: { name: "assay", version: "1.0.0", digest: `sha256:${digit.repeat(64)}` },
  });
  const [then, today] = [suited(before, "1"), suited(now, "2")];
  // The first requirement fails for the earlier run as well, once the suite of today judges it.
  const again = suited(resultsWith(before.finished, "fail", "fail", "warn", "pass", "pass", "untestable"), "2");
  const since = sinceThen(then, today, again);
  expect(since?.bySuite).toEqual([ids[0]]);
  expect(sinceLines(since as never, today)[1]).toBe(
    `  assay 1.0.0 (111111111111) judged then, assay 1.0.0 (222222222222) now; the earlier journal was judged again: the suite's changes are ${ids[0]}`,
  );
  expect(sinceThen(then, today, suited(before, "2"))?.bySuite).toEqual([]);
});
