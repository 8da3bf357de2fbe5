import type { VerifierOptions } from "@pact-foundation/pact-core";
import { HarnessError } from "../../base/errors.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { Client } from "../../harness/http/client.ts";
import type { Session } from "../../harness/session.ts";
import type { Target } from "../../harness/target.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import type { Interaction, Pact } from "../pact/interaction.ts";
import { failureOf, type InteractionFailure, resultOf } from "./interaction-result.ts";
import { type NumberedInteraction, numberIn } from "./numbered-pacts.ts";
import { Replay, type ReplayedInteraction } from "./replay.ts";
import { serveReplay } from "./replay-server.ts";
import { runPact, unloadedIn } from "./run-pact.ts";

/** The outcome of a verification: the target, the result of each interaction, and the number of requests. */
export interface Verified {
  target: Target;
  contracts: ContractResult[];
  requests: number;
}

/** A verification at work: the pacts that it knows, and Pact's verifier to run over them. */
export interface PactVerification {
  /** Adds a pact, and numbers its interactions. */
  add(pact: Pact): NumberedInteraction[];
  /** Notes why an interaction cannot be replayed. */
  refuse(number: number, reason: string): void;
  /** Runs Pact's verifier; returns the files that it could not load, and why. */
  run(options: Partial<VerifierOptions>): Promise<Map<string, string>>;
  /** The interactions of a pact that have been replayed so far. */
  replayedOf(pact: Pact): ReplayedInteraction[];
}

export interface VerifyPlan {
  seed: number;
  signal: AbortSignal;
}

/** Replays interactions against a target; `act` adds pacts and runs Pact's verifier. */
export async function verify(
  session: Session,
  { seed, signal }: VerifyPlan,
  act: (verification: PactVerification) => Promise<void>,
): Promise<Verified> {
  /** The index of an interaction in this list is its number. */
  const known: { pact: Pact; interaction: Interaction }[] = [];
  const failures = new Map<Interaction, InteractionFailure>();
  const note = (number: number, failure: InteractionFailure) => {
    const found = known[number];
    if (found) failures.set(found.interaction, failure);
  };
  const target = await unlessAborted(signal, session.open(seed));
  const client = new Client(target, { interruption: signal, bounds: session.bounds });
  const replay = new Replay(session, target, client, seed);
  const server = await serveReplay(replay, (number) => {
    const found = known[number];
    if (!found) throw new HarnessError(`Pact replays interaction ${number}, which it was not given`);
    return found.interaction;
  });
  const verification: PactVerification = {
    add(pact) {
      const first = known.length;
      for (const interaction of pact.interactions) known.push({ pact, interaction });
      return pact.interactions.map(({ index }, position) => ({ index, number: first + position }));
    },
    refuse: (number, reason) => note(number, { reason, mismatches: [], isPending: false }),
    replayedOf: (pact) => replay.replayed.filter(({ interaction }) => pact.interactions.includes(interaction)),
    async run(options) {
      const report = await Promise.race([runPact({ ...server.options, ...options }, signal), server.failed]);
      for (const error of [...report.errors, ...report.pendingErrors]) {
        note(numberIn(error.interaction) ?? -1, failureOf(error, report.pendingErrors.includes(error)));
      }
      return unloadedIn(report);
    },
  };
  try {
    await unlessAborted(signal, act(verification)).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    // Pact reports only at its end, so after an interruption no interaction is known to hold.
    const replayed = new Map((signal.aborted ? [] : replay.replayed).map((item) => [item.interaction, item]));
    const contracts = known.map(({ pact, interaction }) =>
      resultOf(pact, interaction, replayed.get(interaction), failures.get(interaction)),
    );
    return { target, contracts, requests: client.sent };
  } finally {
    await server.close();
    await client.close();
  }
}
