import colors from "picocolors";
import { createSession } from "../../harness/session.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { faults } from "../../sandbox/faults.ts";
import { behaviourWith } from "../../sandbox/faulty.ts";
import { UsageError } from "../../specs/blame.ts";
import { nearest } from "../../specs/nearest.ts";
import { perform } from "../../suites/provider/performance.ts";
import { providerProofs } from "../../suites/provider/proofs.ts";
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
  const trials: Trial[] = [];
  for (const name of names) trials.push(await attempt(name, seed));
  process.stdout.write(json ? `${JSON.stringify(trials, null, 2)}\n` : matrix(trials));
  return trials.every((trial) => trial.found) ? exits.fine : exits.notConformant;
}

/** Tries the requirement that a fault breaks first, and all others only if that finds nothing. */
async function attempt(name: string, seed: number): Promise<Trial> {
  const { breaks = "", subtle = false } = faults[name] ?? {};
  const own = await failures(name, seed, [breaks]);
  const failed = own.includes(breaks) ? [breaks] : await failures(name, seed);
  return { fault: name, breaks, subtle, failed, found: failed.includes(breaks) };
}

async function failures(fault: string, seed: number, only?: string[]): Promise<string[]> {
  const sandbox = await createSandbox({ clock: "frozen", behaviour: behaviourWith(fault) });
  try {
    const session = await createSession({ name: fault, control: sandbox.control });
    const entries = await perform(session, {
      proofs: providerProofs,
      seed,
      depth: "standard",
      signal: new AbortController().signal,
      ...(only ? { only } : {}),
    });
    return [...new Set(entries.flatMap((entry) => (entry.kind === "finding" ? [entry.requirement] : [])))];
  } finally {
    await sandbox.close();
  }
}

function matrix(trials: Trial[]): string {
  const areas = [...new Set(trials.map(({ breaks }) => breaks.replace(/-\d+$/, "")))];
  const lines = areas.map((area) => {
    const own = trials.filter(({ breaks }) => breaks.startsWith(`${area}-`));
    return `${area.padEnd(5)}${own.filter(({ found }) => found).length} of ${own.length}`;
  });
  const survivors = trials
    .filter(({ found }) => !found)
    .map(
      ({ fault, breaks, failed }) =>
        `${colors.red("survives")} ${breaks}  ${fault}${failed.length > 0 ? colors.dim(`  (fails ${failed.join(", ")})`) : ""}`,
    );
  const found = trials.filter((trial) => trial.found).length;
  return [...survivors, "", ...lines, "", `${found} of ${trials.length} faults found`, ""].join("\n");
}
