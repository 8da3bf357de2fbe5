import { curlLine } from "../harness/curl.ts";
import type { Exchange } from "../harness/exchange.ts";
import { type Recorded, readHar } from "../harness/har.ts";
import { carriesCredential, secretsInAddress, secretsInHeader } from "../harness/redaction/credential-names.ts";
import { createRedaction } from "../harness/redaction/redaction.ts";
import { beginRecord } from "../record/begin-record.ts";
import { redactedEntry } from "../record/journal/redacted-journal.ts";
import type { Entry } from "../record/journal.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { notLiveStatuses } from "../specs/ledger/not-live.ts";
import { loadOperations } from "../specs/operations.ts";
import { judgeExchange } from "../suites/rules/judge-exchange.ts";

/** The record of recorded traffic, and the number of its requests that are not of this API. */
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
  const secrets = new Map(exchanges.flatMap(({ exchange }) => secretsOf(exchange).map((named) => [named[1], named])));
  const { redact } = createRedaction([...secrets.values()], { hasNearMisses: false });
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

/** Judges one recorded exchange; where the recorder left the body out, its form is not judged. */
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

/** A secret, and the name that stands for it. */
type NamedSecret = readonly [name: string, secret: string];

/** Every credential that a recorded exchange carries: tokens, headers of request and response, parameters and passwords of its address. */
function secretsOf({ request, response }: Exchange): NamedSecret[] {
  const inHeaders = [...request.headers, ...Object.entries(response.headers)].flatMap(([name, value]) =>
    carriesCredential(name)
      ? (tokensIn(name, value, request.operation.surface) ??
        secretsInHeader(name, value).map((secret): NamedSecret => [name, secret]))
      : [],
  );
  return [...inHeaders, ...secretsInAddress(request.url).map((secret): NamedSecret => ["password", secret])];
}

/** The tokens of an Authorization header of the documented form, by the names that a profile gives them, or that the recording has in their place. */
function tokensIn(header: string, value: string, surface: string): NamedSecret[] | undefined {
  const found = /^\s*Bearer\s+([^,\s]+)(?:\s*,\s*User\s+([^,\s]+))?\s*$/i.exec(value);
  if (!/^authorization$/i.test(header) || !found) return undefined;
  const named = (name: string, token: string): NamedSecret => [placeholder.exec(token)?.[1] ?? name, token];
  const [, token = "", user] = found;
  return [named(surface === "v3" ? "v3_token" : "partner_token", token), ...(user ? [named("user_token", user)] : [])];
}

/** Stands for a token in a recording that was redacted, by assay too. */
const placeholder = /^\$(\w+)$/;
