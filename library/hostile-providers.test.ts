import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fileJournal } from "../record/journal.ts";
import { readJournal } from "../record/read-journal.ts";
import { writeResults } from "../record/results.ts";
import { writeReports } from "../reports/write-reports.ts";
import { specified } from "../sandbox/api/specified.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { judgeTarget } from "./judge.ts";
import { liveSandbox } from "./live-sandbox.ts";
import { type HostileProvider, hostileProviders } from "./testing/torture/hostile-providers.ts";

/** Judges a hostile provider as a live system, and writes everything that a run leaves. */
async function judgeHostile({ change, areas }: HostileProvider) {
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-provider-"));
  const sandbox = await createSandbox({ clock: "frozen", behaviour: change()(specified()) });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const { profile, time } = liveSandbox(sandbox);
  const journal = join(folder, "journal.jsonl");
  const record = await judgeTarget(profile, {
    time,
    only: areas,
    onEntry: (
      (open) => (entry) =>
        open.write(entry)
    )(fileJournal(journal)),
    depth: "quick",
  });
  writeResults(folder, record.results);
  await writeReports(folder, record);
  return { ...record, read: readJournal(journal), bytes: statSync(journal).size };
}

test.each(Object.entries(hostileProviders))(
  "a provider with %s is judged to the end, and reported",
  async (_, hostile) => {
    const { results, read, bytes } = await judgeHostile(hostile);
    console.log(
      _,
      results.requests,
      bytes,
      (process.memoryUsage().rss / 1e6) | 0,
      results.requirements
        .filter((r) => r.outcome === "fail")
        .map((r) => r.id)
        .join(),
      JSON.stringify(results.troubles)?.slice(0, 200),
    );
    expect(read.filter((entry) => entry.kind === "untestable" && entry.isOurFault)).toEqual([]);
    expect(results.ourFaults ?? []).toEqual([]);
  },
);
