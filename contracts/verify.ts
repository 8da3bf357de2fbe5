import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../harness/client.ts";
import type { Session } from "../harness/session.ts";
import type { Target } from "../harness/target.ts";
import { HarnessError } from "../specs/blame.ts";
import { type ContractResult, type Finding, findingOf, resultOf } from "./contract-result.ts";
import type { Interaction, Pact } from "./interaction.ts";
import { Replay } from "./replay.ts";
import { serveReplay } from "./replay-server.ts";
import { runPact, unloadedIn } from "./run-pact.ts";
import { numberIn, type Placed, stagePact } from "./staged-pacts.ts";

export interface VerifyPlan {
  pacts: readonly Pact[];
  seed: number;
  signal: AbortSignal;
}

/** What a verification found: of which target, of each interaction, and with how many requests. */
export interface Verified {
  target: Target;
  contracts: ContractResult[];
  requests: number;
}

/** Replays every interaction against a target, and tells what became of each. */
export async function verifyPacts(session: Session, { pacts, seed, signal }: VerifyPlan): Promise<Verified> {
  const placed = pacts.flatMap((pact) => pact.interactions.map((interaction): Placed => ({ pact, interaction })));
  const target = await session.open(seed);
  const client = new Client(target, signal);
  const replay = new Replay(session, target, client, seed);
  const server = await serveReplay(replay, (state) => interactionAt(placed, state));
  const folder = mkdtempSync(join(tmpdir(), "assay-pacts-"));
  const findings = new Map<Interaction, Finding>();
  const run = async (batches: Batch[]): Promise<void> => {
    const pactUrls = batches.map((batch, index) => stagePact(folder, index, batch));
    const report = await Promise.race([runPact({ ...server.options, pactUrls }, signal), server.failed]);
    for (const [errors, isPending] of [
      [report.errors, false],
      [report.pendingErrors, true],
    ] as const) {
      for (const error of errors) {
        const found = placed[numberIn(error.interaction) ?? -1];
        if (found) findings.set(found.interaction, findingOf(error, isPending));
      }
    }
    const unloaded = unloadedIn(report);
    const again = batches.flatMap((batch, index) => {
      const reason = unloaded.get(pactUrls[index] ?? "");
      if (reason === undefined) return [];
      const [only] = batch;
      if (only && batch.length === 1) findings.set(only.interaction, { reason, mismatches: [], isPending: false });
      // One interaction that Pact cannot load takes its whole file with it, so each is tried alone.
      return batch.length === 1 ? [] : batch.map((one) => [one]);
    });
    if (again.length > 0) await run(again);
  };
  try {
    const readable = placed.map((one, number) => ({ ...one, number })).filter(isReadable);
    const batches = pacts.map((pact) => readable.filter((one) => one.pact === pact));
    const filled = batches.filter((batch) => batch.length > 0);
    if (filled.length > 0) await run(filled).catch(unless(signal));
    // Pact reports at its end alone, so an interruption leaves nothing that is known to hold.
    const told = signal.aborted ? [] : replay.turns;
    const turns = new Map(told.map((turn) => [turn.interaction, turn]));
    const contracts = placed.map(({ pact, interaction }) =>
      resultOf(pact, interaction, turns.get(interaction), findings.get(interaction)),
    );
    return { target, contracts, requests: client.exchanges.length };
  } finally {
    await server.close();
    await client.close();
    rmSync(folder, { recursive: true });
  }
}

/** Lets an error pass, unless it comes of an interruption. */
const unless = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
};

/** Interactions that Pact reads from one file. */
type Batch = (Placed & { number: number })[];

const isReadable = ({ interaction }: Placed): boolean => interaction.kind !== "unreadable";

function interactionAt(placed: readonly Placed[], state: string): Interaction {
  const found = placed[numberIn(state) ?? -1];
  if (!found) throw new HarnessError(`Pact replays an interaction that is not staged: ${state}`);
  return found.interaction;
}
