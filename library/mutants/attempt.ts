import { createSession, type Session } from "../../harness/session.ts";
import type { Depth } from "../../record/depth.ts";
import type { Journal } from "../../record/journal.ts";
import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import type { Fault } from "../../sandbox/faults/changes/fault.ts";
import type { Failure } from "../../sandbox/faults/derived/derived-fault.ts";
import type { Proof } from "../../suites/schedule/run/proof.ts";
import { Runner } from "../../suites/schedule/runner.ts";
import { embedded, receivingHere } from "../embedded.ts";
import { liveSandbox } from "../live-sandbox.ts";

/** How a target is tried with some proofs. */
interface ProofTrial {
  seed: number;
  depth?: Depth;
  /** The proofs, in their order. */
  proofs: readonly Proof[];
  /** True if something that failed ends the trial. */
  isEnough: (failure: Failure) => boolean;
  /** Hears of each proof that begins. */
  onProof?: (slug: string) => void;
  /** Hears of each proof that was not done. */
  onUndone?: (title: string) => void;
}

/** How a sandbox with a fault is judged. */
export interface Attempt extends ProofTrial {
  behaviour: Behaviour;
  tls?: boolean;
  /** True if it is judged as a live system, without its control protocol. */
  isLive?: boolean;
  /** For how long a live system is waited for, in milliseconds of its own time; not at all if left out. */
  patience?: number;
}

/** The number of sandboxes that are tried at once: they share a process, and each waits now and then for a receiver that keeps silent. */
const lanes = 4;

/** Does something with each value, several at once; the results come in the order of the values. */
export async function inLanes<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...values.entries()];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Judges a sandbox in this process until enough has failed, and returns what did. */
export async function attempt({
  behaviour,
  tls = false,
  isLive = false,
  patience,
  ...trial
}: Attempt): Promise<Failure[]> {
  const sandbox = await createSandbox({ ...receivingHere, tls, behaviour });
  try {
    return await tryProofs(await openSession(sandbox, isLive, patience), trial);
  } finally {
    await sandbox.close();
  }
}

/** The outcome of one fault: the requirements that failed, and whether the one that it breaks is among them. */
export interface Trial {
  fault: string;
  breaks: string;
  subtle: boolean;
  failed: string[];
  found: boolean;
}

/** Plants a fault, and judges until the requirement that it breaks has failed. */
export async function tryFault(
  fault: string,
  { breaks, subtle, change }: Fault,
  plan: Omit<Attempt, "behaviour" | "tls" | "isEnough">,
): Promise<Trial> {
  const failures = await attempt({
    ...plan,
    behaviour: change()(specified()),
    tls: breaks.startsWith("TLS-"),
    isEnough: ({ requirement }) => requirement === breaks,
  });
  const failed = [...new Set(failures.map(({ requirement }) => requirement))];
  const found = failed.includes(breaks);
  return { fault, breaks, subtle, failed: found ? [breaks] : failed, found };
}

/** Judges a target until enough has failed, and returns what did. */
async function tryProofs(
  session: Session,
  { proofs, isEnough, onProof, onUndone, ...plan }: ProofTrial,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const ending = new AbortController();
  const journal: Journal = {
    write(entry) {
      if (entry.kind === "proof" && entry.slug) onProof?.(entry.slug);
      if (entry.kind === "untestable" || entry.kind === "skipped") onUndone?.(entry.title ?? entry.why);
      if (entry.kind !== "finding") return;
      const path = entry.where?.split(" ")[1];
      const failure = { requirement: entry.requirement, ...(path ? { path } : {}) };
      failures.push(failure);
      if (isEnough(failure)) ending.abort();
    },
  };
  const runner = await Runner.open(session, { depth: "standard", ...plan, signal: ending.signal }, journal);
  try {
    await runner.proveAll(proofs, { isOver: () => ending.signal.aborted });
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
  for (const close of runner.run.context.closing) await close();
  await runner.run.context.client.close();
  return failures;
}

/** Begins to talk to a sandbox, through its control protocol or without it. */
function openSession(sandbox: Sandbox, isLive: boolean, patience?: number): Promise<Session> {
  if (!isLive) return createSession(embedded(sandbox));
  const { profile, time } = liveSandbox(sandbox);
  return createSession(profile, { time, patience });
}
