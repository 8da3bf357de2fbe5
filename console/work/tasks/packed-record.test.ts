import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Entry } from "../../../record/journal.ts";
import type { Results } from "../../../record/results.ts";
import { packRecord } from "./packed-record.ts";

const exchange = (id: string, body: string): Entry => ({
  kind: "exchange",
  id,
  at: "2026-01-01T00:00:00Z",
  took: 1,
  operation: "v1: unknown",
  request: { method: "POST", url: "http://127.0.0.1/", headers: [], body },
  response: { status: 404, headers: {}, body: "" },
});
const finding: Entry = { kind: "finding", requirement: "HOOK-16", pointer: "", found: "500", expected: "2xx" };

test("a subject that sends more than is stored keeps its verdict and its findings, and the journal counts what is left out", () => {
  const flood = Array.from({ length: 200 }, (_, index) => exchange(`r-${index}`, "x".repeat(100_000)));
  const results = { kind: "partner", verdict: "fail", requirements: [] } as unknown as Results;
  const { results: text, journal } = packRecord({ results, entries: [...flood, finding] });
  const lines = gunzipSync(journal).toString("utf8").trim().split("\n");
  const kept = lines.map((line) => JSON.parse(line) as Entry);
  expect(JSON.parse(text)).toMatchObject({ verdict: "fail" });
  expect(kept).toContainEqual(finding);
  expect(lines.join("").length).toBeLessThan(4_000_000);
  const shown = kept.filter(({ kind }) => kind === "exchange").length;
  expect(kept.at(-1)).toEqual({ kind: "forgotten", operations: { "v1: unknown": 200 - shown } });
});
