import { expect, test } from "vitest";
import { plain } from "../base/paint.ts";
import { targetProfile } from "../harness/profiles/target-profile.ts";
import { isBroken } from "../record/outcomes.ts";
import type { Results } from "../record/results.ts";
import { annotations } from "../reports/github.ts";
import { junit } from "../reports/junit.ts";
import { markdown } from "../reports/markdown.ts";
import { page } from "../reports/page/page.ts";
import { runSummary } from "../reports/terminal/run-summary.ts";
import { judgeTarget } from "./judge.ts";
import { startSandbox } from "./start-sandbox.ts";

/** Judges the requirements that a late callback breaks on a sandbox with faults. */
async function judgeWith(...faults: string[]): Promise<Results> {
  const sandbox = await startSandbox({ clock: "frozen", faults });
  try {
    const only = ["AUTH-9", "INST-2", "INST-4", "INST-5", "INST-6", "INST-17", "DICT-2"];
    const { results } = await judgeTarget(targetProfile({ name: "faulty", control: sandbox.control }), { only });
    return results;
  } finally {
    await sandbox.close();
  }
}

test("what one late callback breaks is one cause in every report, with the story and the fix of the first", async () => {
  const results = await judgeWith("the window never closes", "country codes have three letters");
  const [first, second, ...more] = results.causes ?? [];
  expect(first?.id).toBe("INST-4");
  expect(second).toEqual({ id: "DICT-2", also: [] });
  expect(more).toEqual([]);

  const broken = new Map(results.requirements.filter(isBroken).map((result) => [result.id, result]));
  const story = "granted → +12 h 1 s → confirmed 201 → status active";
  expect(broken.get("INST-4")).toMatchObject({
    brief: story,
    mend: "change the behaviour so that a callback later than 12 hours after grant_access leaves the link pending",
  });
  expect(broken.get("DICT-2")).not.toHaveProperty("brief");

  const withScripts = {
    ...results,
    requirements: results.requirements.map((result) =>
      isBroken(result) ? { ...result, repro: `repro/${result.id}.sh` } : result,
    ),
  };
  const terminal = runSummary(withScripts, "out/results.json", { paint: plain });
  expect(terminal).toMatch(
    /^fail INST-4 {2}.*\n {2}granted → \+12 h 1 s → confirmed 201 → status active\n {2}found .*\n {2}sh out\/repro\/INST-4.sh\n/,
  );
  // One request shows it again, so a line that sends it is enough.
  expect(terminal).toMatch(/^fail DICT-2 {2}.*\n {2}found .*\n {2}curl /m);
  const reports = {
    terminal,
    summary: markdown(withScripts),
    page: page({ results: withScripts, entries: [] }, []),
    junit: junit(withScripts),
    annotations: annotations(withScripts),
  };
  for (const [name, text] of Object.entries(reports)) {
    const places = ["INST-4", "DICT-2"].map((id) => text.search(new RegExp(`${id}\\b`)));
    expect(places, name).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0], name).toBeGreaterThanOrEqual(0);
  }
  expect(reports.summary).toContain(story);
  expect(reports.page).toContain(story);
  expect(reports.junit).toContain(story);
});
