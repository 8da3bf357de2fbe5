import { type Finding, judgeExchange } from "../../contracts/judge.ts";
import { Client } from "../../harness/client.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { requestFor } from "../../harness/requests.ts";
import type { Target } from "../../harness/target.ts";
import { HarnessError } from "../../specs/blame.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { type Read, reads } from "./reads.ts";

/** What a run saw: every exchange, what each requirement was held against, and where one broke. */
export interface Sightings {
  exchanges: Exchange[];
  judged: Set<string>;
  findings: Finding[];
  /** Why requirements of operations that could not be asked were not judged, by operation. */
  lacking: Map<string, string>;
}

/** Judges a provider by what it answers to each documented read, with its credentials and without. */
export async function runProvider(target: Target, signal: AbortSignal): Promise<Sightings> {
  const client = new Client(target, signal);
  const sightings: Sightings = { exchanges: client.exchanges, judged: new Set(), findings: [], lacking: new Map() };
  try {
    for (const read of reads) {
      if (signal.aborted) break;
      await judgeRead(read, target, client, sightings);
    }
  } catch (error) {
    // What was seen before an interruption stands; the request that it cut off shows nothing.
    if (!signal.aborted) throw error;
  } finally {
    await client.close();
  }
  return sightings;
}

async function judgeRead(read: Read, target: Target, client: Client, sightings: Sightings): Promise<void> {
  const operation = operationCalled(read.operation);
  const missing = [`urls.${operation.address}`, ...read.needs].filter((key) => !has(target, key));
  if (missing.length > 0) {
    sightings.lacking.set(operation.id, `the profile lacks ${missing.join(" and ")}`);
    return;
  }
  const { authorization, ...rest } = read.ask(target);
  const served = await client.send(
    requestFor(operation, target, { ...rest, ...(authorization ? { authorization } : {}) }),
  );
  if (operation.surface === "v3" && notLive.has(served.response.status)) {
    sightings.lacking.set(
      operation.id,
      `the v3 surface answers ${served.response.status}, as one that is not live yet`,
    );
    return;
  }
  judge(served, sightings);
  for (const requirement of read.shows ?? []) expectStatus(served, 200, requirement, sightings);

  // Only where the same request succeeds with its credentials is it certain that their lack is what is answered.
  if (served.response.status !== 200) return;
  const refused = await client.send(requestFor(operation, target, rest));
  judge(refused, sightings);
  expectStatus(refused, 401, operation.surface === "v3" ? "AUTH-12" : "AUTH-1", sightings);
}

/** What every call to a surface that is not live yet answers. */
const notLive = new Set([404, 501, 503]);

function operationCalled(id: string): Operation {
  const operation = loadOperations().find((one) => one.id === id);
  if (!operation) throw new HarnessError(`there is no operation ${id}`);
  return operation;
}

function judge(exchange: Exchange, sightings: Sightings): void {
  const { judged, findings } = judgeExchange(exchange);
  for (const id of judged) sightings.judged.add(id);
  sightings.findings.push(...findings);
}

function expectStatus(exchange: Exchange, status: number, requirement: string, { judged, findings }: Sightings): void {
  judged.add(requirement);
  const found = exchange.response.status;
  if (found !== status)
    findings.push({ requirement, pointer: "", found: `the status ${found}`, expected: `${status}`, exchange });
}

const has = (target: Target, key: string): boolean => {
  const [part = "", name = ""] = key.split(".");
  return (target[part as "urls"] as Record<string, unknown>)[name] !== undefined;
};
