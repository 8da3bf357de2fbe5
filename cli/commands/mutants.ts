import colors from "picocolors";
import { UsageError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { createSession } from "../../harness/session.ts";
import { embedded } from "../../library/embedded.ts";
import type { Journal } from "../../record/journal.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { proofsNaming } from "../../suites/provider/choose.ts";
import { providerProofs } from "../../suites/provider/proofs.ts";
import { Runner } from "../../suites/provider/run/runner.ts";
import { exits } from "../exits.ts";

export interface MutantsOptions {
  fault?: string[];
  seed: number;
  list?: true;
  json?: true;
}

/** What became of one fault: the requirements that failed, first of all the one that it breaks. */
interface Trial {
  fault: string;
  breaks: string;
  subtle: boolean;
  failed: string[];
  found: boolean;
}

/** Plants each known fault in the sandbox and tells which the suite finds. */
export async function mutants({
  fault: names = Object.keys(faults),
  seed,
  list,
  json,
}: MutantsOptions): Promise<number> {
  if (list) {
    process.stdout.write(
      Object.entries(faults)
        .map(([name, { breaks }]) => `${breaks.padEnd(8)} ${name}\n`)
        .join(""),
    );
    return exits.fine;
  }
  const unknown = names.find((name) => !Object.hasOwn(faults, name));
  if (unknown) {
    const [near] = nearest(unknown, Object.keys(faults));
    throw new UsageError(`--fault: there is no "${unknown}"${near ? `; did you mean "${near}"?` : ""}`);
  }
  const trials = await inTurns(names, (name) => attempt(name, seed));
  process.stdout.write(json ? `${JSON.stringify(trials, null, 2)}\n` : matrix(trials));
  return trials.every((trial) => trial.found) ? exits.fine : exits.notConformant;
}

/** How many sandboxes are tried at once: they share a process, and each waits now and then for a receiver that keeps silent. */
const lanes = 4;

async function inTurns<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...values.entries()];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Tries the requirement that a fault breaks first, and all others only if that finds nothing. */
async function attempt(name: string, seed: number): Promise<Trial> {
  const { breaks = "", subtle = false } = faults[name] ?? {};
  const own = await failures(name, seed, breaks);
  const failed = own.includes(breaks) ? [breaks] : await failures(name, seed);
  return { fault: name, breaks, subtle, failed, found: failed.includes(breaks) };
}

/** The requirements that fail with a fault; those of one alone, until it does. */
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
    const proofs = only ? proofsNaming(only) : providerProofs;
    const plan = { seed, depth: "standard", signal: new AbortController().signal } as const;
    const runner = await Runner.open(session, plan, journal);
    for (const proof of proofs) {
      if (only && failed.has(only)) break;
      await runner.prove(proof);
    }
    await runner.run.client.close();
    return [...failed];
  } finally {
    await sandbox.close();
  }
}

function matrix(trials: Trial[]): string {
  const areas = [...new Set(trials.map(({ breaks }) => breaks.replace(/-\d+$/, "")))];
  const lines = areas.map((area) => {
    const own = trials.filter(({ breaks }) => breaks.startsWith(`${area}-`));
    const by = [...new Set(own.filter(({ found }) => found).map(({ breaks }) => breaks))];
    const count = `${own.filter(({ found }) => found).length} of ${own.length}`;
    return `${area.padEnd(5)}${count.padEnd(10)}${colors.dim(by.join(" "))}`;
  });
  const survivors = trials.filter(({ found }) => !found);
  const told = survivors.map(({ fault, breaks, failed }) =>
    failed.length > 0
      ? `${colors.yellow("found by another")}  ${breaks}  ${fault}  (fails ${failed.join(", ")})`
      : `${colors.red("survives")}  ${breaks}  ${fault}`,
  );
  const count = `${trials.length - survivors.length} of ${trials.length} faults found by the requirement that they break`;
  return [...told, ...(told.length > 0 ? [""] : []), ...lines, "", count, ""].join("\n");
}
