import { rmSync } from "node:fs";
import { join } from "node:path";
import { curlLine } from "../../harness/curl.ts";
import { type Recorded, readHar } from "../../harness/har.ts";
import { createRedaction, redacted } from "../../harness/redaction.ts";
import { beginRecord } from "../../record/begin-record.ts";
import { type Entry, fileJournal } from "../../record/journal.ts";
import { writeResults } from "../../record/results.ts";
import { journalName } from "../../record/run-folder.ts";
import { tellGithub, writeReports } from "../../reports/write-reports.ts";
import { notLiveStatuses } from "../../specs/not-live.ts";
import { loadOperations } from "../../specs/operations.ts";
import { judgeExchange } from "../../suites/rules/judge-exchange.ts";
import { exitOf } from "../exits.ts";
import { prepareOut } from "../out-folder.ts";
import { summary } from "../summary.ts";

export interface CheckOptions {
  out: string;
  json?: true;
  quiet?: true;
}

/** Holds recorded traffic against the rules of one exchange, and tells what was found as a run does. */
export async function check(files: string[], options: CheckOptions): Promise<number> {
  const record = beginRecord({ name: files.join(", "), seed: 0, depth: "standard" });
  const recordings = files.map((file, index) =>
    readHar(file, loadOperations(), files.length > 1 ? `f${index + 1}` : "e"),
  );
  prepareOut(options.out);
  const exchanges = withoutUnlive(recordings.flatMap((recording) => recording.exchanges));
  const redaction = createRedaction({}, Number.POSITIVE_INFINITY);
  for (const { exchange } of exchanges) redaction.learn(secretsOf(exchange));
  for (const entry of exchanges.flatMap(judge)) record.write(redacted(entry, redaction.redact));
  const { results, entries } = record.end(true);
  const file = writeResults(options.out, results);
  // Earlier runs' journals tell of other exchanges.
  rmSync(join(options.out, journalName), { force: true });
  const journal = fileJournal(join(options.out, journalName));
  for (const entry of entries) journal.write(entry);
  await writeReports(options.out, { results, entries });
  tellGithub({ results });
  const strangers = recordings.reduce((sum, one) => sum + one.strangers, 0);
  if (strangers > 0 && !options.quiet && !options.json)
    process.stdout.write(`${strangers} recorded requests are none that the specification names\n`);
  process.stdout.write(
    options.json ? `${JSON.stringify(results, null, 2)}\n` : summary(results, file, options.quiet ?? false),
  );
  return exitOf[results.verdict];
}

/** Leaves out a preview surface that is not live: it answers every call alike. */
function withoutUnlive(exchanges: Recorded[]): Recorded[] {
  const isV3 = ({ exchange }: Recorded) => exchange.request.operation.surface === "v3";
  const statuses = new Set(exchanges.filter(isV3).map(({ exchange }) => exchange.response.status));
  const [only = 0] = statuses;
  return statuses.size === 1 && notLiveStatuses.has(only) ? exchanges.filter((one) => !isV3(one)) : exchanges;
}

/** What one recorded exchange tells; a recorder that left out the body leaves the form of it open. */
function judge({ exchange, hasBody }: Recorded): Entry[] {
  const { request, response, id } = exchange;
  const { judged, findings } = judgeExchange(exchange, { hasBody });
  const where = `${request.method} ${request.operation.path} (${response.status})`;
  const secrets = secretsOf(exchange);
  return [
    {
      kind: "exchange",
      id,
      at: exchange.at,
      took: exchange.took,
      operation: request.operation.id,
      request: { method: request.method, url: request.url, headers: [] },
      response: { status: response.status, headers: {}, body: "" },
    },
    { kind: "judged", ids: [...judged] },
    ...findings.map(
      (finding): Entry => ({
        kind: "finding",
        ...finding,
        exchange: id,
        where,
        curl: curlLine(request, secrets),
      }),
    ),
  ];
}

/** The tokens that a recorded request carries, by the names that a profile gives them. */
function secretsOf({ request }: Parameters<typeof judgeExchange>[0]): Record<string, string> {
  const [, value = ""] = request.headers.find(([name]) => name.toLowerCase() === "authorization") ?? [];
  const [, bearer, user] = /^\s*Bearer\s+([^,\s]+)(?:\s*,\s*User\s+(\S+))?/i.exec(value) ?? [];
  const isV3 = request.operation.surface === "v3";
  const [, cookie] = request.headers.find(([name]) => name.toLowerCase() === "cookie") ?? [];
  return {
    ...(cookie ? { cookie } : {}),
    ...(bearer ? { [isV3 ? "v3_token" : "partner_token"]: bearer } : value ? { authorization: value } : {}),
    ...(user ? { user_token: user } : {}),
  };
}
