import { curlLine } from "../harness/curl.ts";
import type { Exchange } from "../harness/exchange.ts";
import { type Recorded, readHar } from "../harness/har.ts";
import { carriesCredential, secretsInAddress, secretsInHeader } from "../harness/redaction/credential-names.ts";
import { createRedaction } from "../harness/redaction/redaction.ts";
import { beginRecord } from "../record/begin-record.ts";
import type { Entry } from "../record/journal.ts";
import { redactedEntry } from "../record/redacted-journal.ts";
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
  const { redact } = createRedaction(secretsIn(exchanges), { hasNearMisses: false });
  for (const recorded of exchanges) for (const entry of judge(recorded)) record.write(redactedEntry(entry, redact));
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
  const secrets = tokensOf(exchange);
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
function tokensOf({ request }: Exchange): Record<string, string> {
  const authorization = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  const [, bearer, user] = /^\s*Bearer\s+([^,\s]+)(?:\s*,\s*User\s+(\S+))?/i.exec(authorization) ?? [];
  const isV3 = request.operation.surface === "v3";
  return {
    ...(bearer ? { [isV3 ? "v3_token" : "partner_token"]: bearer } : {}),
    ...(user ? { user_token: user } : {}),
  };
}

/** Every credential that recorded traffic carries, with a name: tokens, headers of requests and answers, parameters and passwords of addresses. */
function secretsIn(exchanges: readonly Recorded[]): (readonly [name: string, secret: string])[] {
  const names = new Map<string, string>();
  const add = (name: string, secret: string): void => {
    if (!names.has(secret)) names.set(secret, name);
  };
  for (const { exchange } of exchanges) {
    const { request, response } = exchange;
    for (const [name, secret] of Object.entries(tokensOf(exchange))) add(name, secret);
    for (const [name, value] of [...request.headers, ...Object.entries(response.headers)])
      if (carriesCredential(name)) for (const secret of secretsInHeader(name, value)) add(name, secret);
    for (const secret of secretsInAddress(request.url)) add("password", secret);
  }
  return [...names].map(([secret, name]) => [name, secret]);
}
