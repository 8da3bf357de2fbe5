import { resultsFrom } from "../from-journal.ts";
import type { Entry, RunFacts } from "../journal.ts";
import type { RequirementResult } from "../results.ts";
import type { RunRecord } from "../run-folder.ts";

const started = "2026-01-02T03:04:05.678Z";

/** The first entry of a run, and its last. */
export const begin = (facts: Partial<RunFacts> = {}): Entry => ({
  kind: "run",
  name: "staging",
  seed: 42,
  depth: "standard",
  started,
  ...facts,
});
export const end: Entry = { kind: "end", at: "2026-01-02T03:05:00.000Z", complete: true };

/** An exchange with a body to show. */
export const exchange = (id: string, body = '{"success":true}', status = 200): Entry => ({
  kind: "exchange",
  id,
  at: started,
  took: 7,
  operation: "listCountries",
  request: {
    method: "GET",
    url: "http://127.0.0.1:8080/api/v1/countries?page=1",
    headers: [["Authorization", "Bearer $PARTNER_TOKEN"]],
  },
  response: { status, headers: { "content-type": "application/json" }, body },
});

export const finding = (requirement: string, exchangeId: string, found = "1"): Entry => ({
  kind: "finding",
  requirement,
  pointer: "/data/0",
  found,
  expected: "2",
  exchange: exchangeId,
  where: "GET /countries (200)",
  curl: "curl -sS 'http://127.0.0.1:8080/'",
});

export const resultOf = ({ results }: RunRecord, id: string): RequirementResult | undefined =>
  results.requirements.find((result) => result.id === id);

/** A run that wrote these entries, from its beginning to its end. */
export function runOf(...entries: Entry[]): RunRecord {
  const all = [begin(), ...entries, end];
  return { entries: all, results: resultsFrom(all) };
}
