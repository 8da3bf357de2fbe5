import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { readJournal } from "../../../record/journal/read-journal.ts";
import { fileJournal } from "../../../record/journal.ts";
import { writeResults } from "../../../record/results.ts";
import { writeReports } from "../../../reports/write-reports.ts";
import { specified } from "../../../sandbox/api/specified.ts";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { judgeTarget } from "../../judge.ts";
import { liveSandbox } from "../../live-sandbox.ts";
import { hostileProviders } from "./hostile-providers.ts";
import { entriesSaying } from "./torment.ts";

/** Judges a hostile provider and writes everything that a run leaves: it is judged for what it does, and never the judge's own failure. */
export async function expectJudged(name: string): Promise<void> {
  const { change, areas, breaks, says = /^/, isControlled } = hostileProviders[name] ?? expect.unreachable(name);
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-provider-"));
  const sandbox = await createSandbox({ clock: "frozen", behaviour: change()(specified()) });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const { profile, time } = liveSandbox(sandbox);
  const file = join(folder, "journal.jsonl");
  const journal = fileJournal(file);
  const record = await judgeTarget(isControlled ? { name, control: sandbox.ownControl } : profile, {
    ...(isControlled ? {} : { time }),
    only: areas,
    onEntry: (entry) => journal.write(entry),
    depth: "quick",
  });
  writeResults(folder, record.results);
  await writeReports(folder, record);
  const entries = readJournal(file);
  expect(entries.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
  const { found, said } = entriesSaying(entries);
  expect(said).toMatch(says);
  expect(Object.keys(found)).toEqual(breaks ? expect.arrayContaining([breaks]) : []);
}
