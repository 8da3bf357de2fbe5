import { createSession } from "../harness/session.ts";
import type { Journal } from "../record/journal.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { proofsNaming } from "../suites/provider/choose.ts";
import { providerProofs } from "../suites/provider/proofs.ts";
import { Runner } from "../suites/provider/run/runner.ts";
import { embedded } from "./embedded.ts";

/** What became of one fault: the requirements that failed, and whether the one that it breaks is among them. */
export interface Trial {
  fault: string;
  breaks: string;
  subtle: boolean;
  failed: string[];
  found: boolean;
}

/** How many sandboxes are tried at once: they share a process, and each waits now and then for a receiver that keeps silent. */
const lanes = 4;

/** Plants each fault in a sandbox of its own, and tells whether the suite finds it. */
export async function tryFaults(names: readonly string[], seed: number): Promise<Trial[]> {
  const trials: Trial[] = [];
  const left = [...names.entries()];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) trials[next[0]] = await tryFault(next[1], seed);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return trials;
}

/** Tries the requirement that a fault breaks first, and all others only if that finds nothing. */
async function tryFault(name: string, seed: number): Promise<Trial> {
  const { breaks = "", subtle = false } = faults[name] ?? {};
  const own = await failures(name, seed, breaks);
  const failed = own.includes(breaks) ? [breaks] : await failures(name, seed);
  return { fault: name, breaks, subtle, failed, found: failed.includes(breaks) };
}

/** The requirements that fail with a fault; those of one requirement alone, until it does. */
async function failures(fault: string, seed: number, only?: string): Promise<string[]> {
  const tls = faults[fault]?.breaks.startsWith("TLS-") ?? false;
  const sandbox = await createSandbox({ clock: "frozen", tls, behaviour: behaviourWith(fault) });
  const failed = new Set<string>();
  const journal: Journal = {
    write(entry) {
      if (entry.kind === "finding") failed.add(entry.requirement);
    },
  };
  try {
    const session = await createSession(embedded(sandbox, fault));
    const plan = { seed, depth: "standard", signal: new AbortController().signal } as const;
    const runner = await Runner.open(session, plan, journal);
    for (const proof of only ? proofsNaming(only) : providerProofs) {
      if (only && failed.has(only)) break;
      await runner.prove(proof);
    }
    await runner.run.client.close();
    return [...failed];
  } finally {
    await sandbox.close();
  }
}
