import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "../record/journal.ts";
import type { RequirementResult } from "../record/results.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { writeReports } from "../reports/write-reports.ts";

// How long the reports of a run far larger than ours take, and how large they are: one result in three is a breach with an exchange to show.
const count = 3000;
const started = "2026-01-01T00:00:00.000Z";
const areas = ["INST", "AUTH", "CALL", "CUR", "HOOK", "RES"];
const idOf = (index: number): string => `${areas[index % areas.length]}-${index + 1}`;
const isBroken = (index: number): boolean => index % 3 === 0;

const requirements = Array.from({ length: count }, (_, index): RequirementResult => {
  const shared = {
    id: idOf(index),
    level: "must" as const,
    title: `Statement ${index} says at some length what an answer carries, when, and to whom it is told.`,
    sources: [`Chapter ${index % 40} > Row ${index}`, "Limits > Request rate"],
  };
  return isBroken(index)
    ? {
        ...shared,
        outcome: "fail",
        reason: `found 1, expected 2: GET /things (200) at /data/${index}`,
        evidence: [{ exchange: `e-${index}`, curl: "curl -sS" }],
      }
    : { ...shared, outcome: "pass", evidence: [] };
});

const body = JSON.stringify({
  success: true,
  data: Array.from({ length: 20 }, (_, id) => ({ id, title: "A name of some length", phone: "+37120000000" })),
});
const entries = requirements.flatMap(({ id }, index): Entry[] => [
  { kind: "proof", title: `proof ${index} shows what statement ${index} says`, ids: [id] },
  {
    kind: "exchange",
    id: `e-${index}`,
    at: new Date(Date.parse(started) + index * 200).toISOString(),
    took: 3,
    operation: "listCountries",
    request: {
      method: "GET",
      url: "http://127.0.0.1/api/v1/countries?page=1",
      headers: [["Authorization", "Bearer $PARTNER_TOKEN"]],
    },
    response: { status: 200, headers: { "content-type": "application/json" }, body },
  },
  { kind: "judged", ids: [id] },
  ...(isBroken(index)
    ? [
        {
          kind: "finding" as const,
          requirement: id,
          pointer: `/data/${index}`,
          found: "1",
          expected: "2",
          exchange: `e-${index}`,
          where: "GET /things (200)",
          curl: "curl -sS -i 'http://127.0.0.1/api/v1/countries'",
        },
      ]
    : []),
]);

const run: RunRecord = {
  entries,
  results: {
    format: "assay-results/1",
    kind: "provider",
    verdict: "fail",
    subject: { name: "bench", urls: {} },
    specification: { name: "Partner Integration API", version: "1.0.0", digest: `sha256:${"0".repeat(64)}` },
    seed: 1,
    depth: "deep",
    started,
    finished: started,
    requests: count,
    requirements,
    observations: [],
  },
};

const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
const seconds = async (act: () => unknown): Promise<number> => {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
};
const megabytes = (name: string): string => `${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`;
const own = await seconds(() => writeReports(folder, run));
const all = await seconds(() => writeReports(folder, run, { allure: true }));
console.log(`${count} results: ${all.toFixed(1)} s in all (at most 10), ${own.toFixed(1)} s without Allure's page`);
console.log(
  `index.html ${megabytes("index.html")} (at most 5), allure.html ${megabytes("allure.html")}, exchanges.har ${megabytes("exchanges.har")}`,
);
rmSync(folder, { recursive: true });
