import { curlLine } from "../harness/curl.ts";
import type { Exchange } from "../harness/exchange.ts";
import { type Recorded, readHar } from "../harness/har.ts";
import { createRedaction, redacted } from "../harness/redaction.ts";
import { beginRecord } from "../record/begin-record.ts";
import type { Entry } from "../record/journal.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { notLiveStatuses } from "../specs/not-live.ts";
import { loadOperations } from "../specs/operations.ts";
import { judgeExchange } from "../suites/rules/judge-exchange.ts";

/** What recorded traffic shows, and how many of its requests are not of this API. */
export interface CheckedRecordings extends RunRecord {
  strangers: number;
}

/** Holds the recorded traffic of HAR files against the rules of one exchange. */
export function checkRecordings(files: readonly string[]): CheckedRecordings {
  const record = beginRecord({ name: files.join(", "), seed: 0, depth: "standard" });
  const recordings = files.map((file, index) =>
    readHar(file, loadOperations(), files.length > 1 ? `f${index + 1}` : "e"),
  );
  const exchanges = withoutPreview(recordings.flatMap((recording) => recording.exchanges));
  const redaction = createRedaction({}, Number.POSITIVE_INFINITY);
  for (const { exchange } of exchanges) redaction.learn(secretsOf(exchange));
  for (const entry of exchanges.flatMap(judge)) record.write(redacted(entry, redaction.redact));
  return { ...record.end(true), strangers: recordings.reduce((sum, { strangers }) => sum + strangers, 0) };
}

/** Leaves out a preview surface that is not live: it answers every call alike. */
function withoutPreview(exchanges: Recorded[]): Recorded[] {
  const isV3 = ({ exchange }: Recorded) => exchange.request.operation.surface === "v3";
  const statuses = new Set(exchanges.filter(isV3).map(({ exchange }) => exchange.response.status));
  const [only = 0] = statuses;
  return statuses.size === 1 && notLiveStatuses.has(only) ? exchanges.filter((recorded) => !isV3(recorded)) : exchanges;
}

/** What one recorded exchange shows; where the recorder left the body out, its form is not judged. */
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
      (finding): Entry => ({ kind: "finding", ...finding, exchange: id, where, curl: curlLine(request, secrets) }),
    ),
  ];
}

/** The tokens that a recorded request carries, by the names that a profile gives them. */
function secretsOf({ request }: Exchange): Record<string, string> {
  const header = (wanted: string) => request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [authorization = "", cookie] = [header("authorization"), header("cookie")];
  const [, bearer, user] = /^\s*Bearer\s+([^,\s]+)(?:\s*,\s*User\s+(\S+))?/i.exec(authorization) ?? [];
  const isV3 = request.operation.surface === "v3";
  return {
    ...(cookie ? { cookie } : {}),
    ...(bearer ? { [isV3 ? "v3_token" : "partner_token"]: bearer } : {}),
    ...(authorization && !bearer ? { authorization } : {}),
    ...(user ? { user_token: user } : {}),
  };
}
