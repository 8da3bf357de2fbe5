import { parseJson } from "../../base/json.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { createSession } from "../../harness/session.ts";
import type { Depth } from "../../record/depth.ts";
import type { Entry } from "../../record/journal.ts";
import type { ApiReply } from "../../sandbox/api/call/replies.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import type { AnswerChange, Failure } from "../../sandbox/faults/derived/derived-fault.ts";
import { loadOperations } from "../../specs/operations.ts";
import { judgeExchange } from "../../suites/rules/judge-exchange.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import { Runner } from "../../suites/schedule/runner.ts";
import { embedded, receivingHere } from "../embedded.ts";

/** The exchanges of a run on a sandbox without faults, each with the slug of the proof that made it. */
export type RightRun = readonly (Exchange & { proof: string })[];

/** Judges a sandbox without faults, and keeps what was exchanged. */
export async function runRightly(seed: number, depth: Depth = "standard"): Promise<RightRun> {
  const sandbox = await createSandbox(receivingHere);
  const exchanges: (Exchange & { proof: string })[] = [];
  let proof = "";
  const operations = new Map(loadOperations().map((operation) => [operation.id, operation]));
  const keep = (entry: Entry) => {
    if (entry.kind === "proof") proof = entry.slug ?? "";
    const operation = entry.kind === "exchange" && operations.get(entry.operation);
    if (entry.kind !== "exchange" || !operation) return;
    const { id, at, took, request, response } = entry;
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const asked = { ...request, headers: [...request.headers], operation, query };
    exchanges.push({ id, at, took, request: asked, response, proof });
  };
  try {
    const plan = { seed, depth, signal: new AbortController().signal };
    const runner = await Runner.open(await createSession(embedded(sandbox)), plan, { write: keep });
    await runner.proveAll(providerProofs);
    await runner.run.context.client.close();
    return exchanges;
  } finally {
    await sandbox.close();
  }
}

/** The failures that a change of responses would have caused in a run. */
interface ReplayedJudgement {
  /** The requirements that single exchanges break. */
  failures: Failure[];
  /** The slugs of the proofs that see something changed. */
  proofs: Set<string>;
}

/** Changes the responses of a run, until enough has failed. */
export function replay(run: RightRun, { operation, reshape }: AnswerChange, isEnough: (failure: Failure) => boolean) {
  const seen: ReplayedJudgement = { failures: [], proofs: new Set() };
  for (const exchange of run) {
    if (exchange.request.operation.id !== operation) continue;
    const right = replyOf(exchange);
    const wrong = reshape(right);
    if (wrong === right) continue;
    seen.proofs.add(exchange.proof);
    const { findings } = judgeExchange(withReply(exchange, wrong));
    const { path } = exchange.request.operation;
    seen.failures.push(...findings.map(({ requirement }) => ({ requirement, path })));
    if (seen.failures.some(isEnough)) break;
  }
  return seen;
}

const replies = new WeakMap<Exchange, ApiReply>();

function replyOf(exchange: Exchange): ApiReply {
  const { status, headers, body } = exchange.response;
  const known = replies.get(exchange) ?? { status, headers, body: parseJson(body) };
  replies.set(exchange, known);
  return known;
}

const withReply = (exchange: Exchange, { status, headers = {}, body }: ApiReply): Exchange => ({
  ...exchange,
  response: {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body === undefined ? "" : JSON.stringify(body),
  },
});
