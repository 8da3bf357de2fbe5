import type { VerifierOptions } from "@pact-foundation/pact-core";
import { HarnessError } from "../../base/errors.ts";
import { Client } from "../../harness/client.ts";
import type { Session } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import type { Interaction, Pact } from "../pact/interaction.ts";
import { type Finding, findingOf, resultOf } from "./contract-result.ts";
import { Replay, type Turn } from "./replay.ts";
import { serveReplay } from "./replay-server.ts";
import { runPact, unloadedIn } from "./run-pact.ts";
import { type Numbered, numberIn } from "./staged-pacts.ts";

/** What a verification found: of which target, of each interaction, and with how many requests. */
export interface Verified {
  target: Target;
  contracts: ContractResult[];
  requests: number;
}

/** An interaction in its pact; its place in the list of all is its number. */
interface Placed {
  pact: Pact;
  interaction: Interaction;
}

/** A verification at work: the pacts that it knows, and Pact's verifier to run over them. */
export interface Verification {
  /** Takes a pact up, and numbers its interactions. */
  take(pact: Pact): Numbered[];
  /** Writes down why an interaction cannot be replayed. */
  refuse(number: number, reason: string): void;
  /** Runs Pact's verifier; answers which files it could not load, and why. */
  run(options: Partial<VerifierOptions>): Promise<Map<string, string>>;
  /** What became of the interactions of a pact so far. */
  turnsOf(pact: Pact): Turn[];
}

export interface VerifyPlan {
  seed: number;
  signal: AbortSignal;
}

/** Replays interactions against a target, and tells what became of each. */
export async function verify(
  session: Session,
  { seed, signal }: VerifyPlan,
  act: (verification: Verification) => Promise<void>,
): Promise<Verified> {
  const placed: Placed[] = [];
  const findings = new Map<Interaction, Finding>();
  const write = (number: number, finding: Finding) => {
    const found = placed[number];
    if (found) findings.set(found.interaction, finding);
  };
  const target = await session.open(seed);
  const client = new Client(target, signal);
  const replay = new Replay(session, target, client, seed);
  const server = await serveReplay(replay, (number) => {
    const found = placed[number];
    if (!found) throw new HarnessError(`Pact replays the interaction ${number}, which is not staged`);
    return found.interaction;
  });
  const verification: Verification = {
    take(pact) {
      const first = placed.length;
      for (const interaction of pact.interactions) placed.push({ pact, interaction });
      return pact.interactions.map(({ index }, at) => ({ index, number: first + at }));
    },
    refuse: (number, reason) => write(number, { reason, mismatches: [], isPending: false }),
    turnsOf: (pact) => replay.turns.filter(({ interaction }) => pact.interactions.includes(interaction)),
    async run(options) {
      const report = await Promise.race([runPact({ ...server.options, ...options }, signal), server.failed]);
      for (const error of [...report.errors, ...report.pendingErrors]) {
        write(numberIn(error.interaction) ?? -1, findingOf(error, report.pendingErrors.includes(error)));
      }
      return unloadedIn(report);
    },
  };
  try {
    await act(verification).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    // Pact reports at its end alone, so an interruption leaves nothing that is known to hold.
    const turns = new Map((signal.aborted ? [] : replay.turns).map((turn) => [turn.interaction, turn]));
    const contracts = placed.map(({ pact, interaction }) =>
      resultOf(pact, interaction, turns.get(interaction), findings.get(interaction)),
    );
    return { target, contracts, requests: client.sent };
  } finally {
    await server.close();
    await client.close();
  }
}
