import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedaction } from "../harness/redaction/redaction.ts";
import { beginRecord } from "../record/begin-record.ts";
import { redactedJournal } from "../record/journal/redacted-journal.ts";
import { fileJournal } from "../record/journal.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";

// Shows that a run's memory stays flat, however many requests it sends: node build/bench/long.js [REQUESTS]
const requests = Number(process.argv[2] ?? 1_000_000);
const stops = 10;

/** The memory of the program, in megabytes, after garbage was collected. */
function held(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

const folder = mkdtempSync(join(tmpdir(), "assay-long-"));
const sandbox = await createSandbox({ clock: "frozen" });
try {
  // An answer as providers give them, that goes the way of every exchange of a run, but for the network.
  const { base_url = "" } = sandbox.urls as Record<string, string>;
  const token = sandbox.platform.world.people.credentials.partner_token ?? "";
  const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.api.v2+json" };
  const answer = await fetch(`${base_url}/countries`, { headers });
  const body = await answer.text();
  const redaction = createRedaction({ partner_token: token });
  const file = fileJournal(join(folder, "journal.jsonl"));
  const record = beginRecord({ name: "long", seed: 1, depth: "deep" }, (entry) => file.write(entry));
  const journal = redactedJournal(record, redaction);
  const began = performance.now();
  for (let index = 1; index <= requests; index++) {
    if (index % 500 === 1) journal.write({ kind: "proof", title: `proof ${index}`, ids: ["DICT-1"] });
    journal.write({
      kind: "exchange",
      id: `e-${index}`,
      at: new Date().toISOString(),
      took: 1,
      operation: "listCountries",
      request: {
        method: "GET",
        url: `${base_url}/countries?n=${index}`,
        headers: Object.entries(headers).map(([name, value]) => [name, redaction.redact(value)] as const),
      },
      response: { status: answer.status, headers: Object.fromEntries(answer.headers), body: redaction.redact(body) },
    });
    journal.write({ kind: "judged", ids: ["DICT-1", "ENV-1"] });
    if (index % Math.ceil(requests / stops) === 0)
      process.stdout.write(`${index} requests: ${held()} MB, ${Math.round((performance.now() - began) / 1000)} s\n`);
  }
  const { results } = record.end(true);
  process.stdout.write(`${results.requests} requests in the results, ${held()} MB\n`);
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}
