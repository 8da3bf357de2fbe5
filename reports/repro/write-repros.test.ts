import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry, RunFacts } from "../../record/journal.ts";
import { begin, end, exchange, finding } from "../../record/testing/runs.ts";
import { writeRepros } from "./write-repros.ts";

/** The script that is written for a finding of a run. */
function scriptOf(id: string, entries: Entry[], facts: Partial<RunFacts> = {}): string {
  const all = [begin(facts), { kind: "proof", title: "a proof", ids: [id] } as const, ...entries, end];
  const folder = mkdtempSync(join(tmpdir(), "assay-repro-"));
  const { results } = writeRepros(folder, { entries: all, results: resultsFrom(all) });
  const { repro } = results.requirements.find((result) => result.id === id) ?? {};
  return repro ? readFileSync(join(folder, repro), "utf8") : "";
}

const reset: Entry = { kind: "control", path: "/reset", body: { seed: 1 } };
const arrival: Entry = { kind: "arrival", id: "w-1", method: "POST", path: "/hooks", body: "{}" };

test.each<[string, string, Entry[], Partial<RunFacts>, RegExp]>([
  ["one answer", "DICT-2", [reset, exchange("e-1"), finding("DICT-2", "e-1")], {}, /curl/],
  [
    "a webhook",
    "HOOK-2",
    [reset, arrival, finding("HOOK-2", "w-1")],
    {},
    /Needs assay: somebody has to receive webhooks/,
  ],
  ["a rate", "RATE-7", [reset, exchange("e-1"), finding("RATE-7", "e-1")], {}, /Needs assay: requests are counted/],
  [
    "an adapter",
    "DICT-2",
    [reset, exchange("e-1"), finding("DICT-2", "e-1")],
    { isAdapted: true },
    /Needs assay: the target is controlled by an adapter[^]*replay "\$\(dirname "\$0"\)\/\.\." DICT-2 /,
  ],
])("what %s shows has a script", (_, id, entries, facts, text) => {
  expect(scriptOf(id, entries, facts)).toMatch(text);
});
