import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VerifierOptions } from "@pact-foundation/pact-core";
import { Client } from "../harness/client.ts";
import type { Session } from "../harness/session.ts";
import type { Target } from "../harness/target.ts";
import { HarnessError } from "../specs/blame.ts";
import { type ContractResult, findingsOf, resultOf } from "./contract-result.ts";
import type { Pact } from "./interaction.ts";
import { createReplay } from "./replay.ts";
import { runPact } from "./run-pact.ts";

/** Pacts that come from a broker, which is told what became of them. */
export type BrokerOptions = Pick<
  VerifierOptions,
  | "pactBrokerUrl"
  | "pactBrokerToken"
  | "provider"
  | "consumerVersionSelectors"
  | "publishVerificationResult"
  | "providerVersion"
  | "providerVersionBranch"
>;

export interface VerifyPlan {
  pacts: readonly Pact[];
  seed: number;
  signal: AbortSignal;
  /** Given when the pacts were read from a broker; Pact then reads them there again and publishes what it finds. */
  broker?: BrokerOptions;
}

/** Replays every interaction against a target, and tells what became of each. */
export async function verifyPacts(
  session: Session,
  { pacts, seed, signal, broker }: VerifyPlan,
): Promise<{ target: Target; contracts: ContractResult[]; requests: number }> {
  const target = await session.open(seed);
  const client = new Client(target, signal);
  const folder = mkdtempSync(join(tmpdir(), "assay-pacts-"));
  const known = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ pact, interaction })));
  const interactions = known
    .map(({ interaction }) => interaction)
    .filter(({ kind }) => broker !== undefined || kind !== "unreadable");
  const replay = await createReplay(session, target, client, { interactions, seed });
  try {
    const options: VerifierOptions = {
      providerBaseUrl: replay.url,
      providerStatesSetupUrl: replay.url + replay.statesPath,
      transports: [{ protocol: "message", port: replay.port, path: replay.messagesPath }],
      logLevel: "error",
      // A state may take as long as the target's pace makes it.
      timeout: 120_000,
      ...(broker ?? { pactUrls: writeReadable(folder, pacts) }),
    };
    const report =
      interactions.length === 0 ? undefined : await Promise.race([runPact(options, signal), replay.failed]);
    const told = report?.interactionResults.map(({ description }) => description) ?? [];
    if (told.join("\n") !== interactions.map(({ description }) => description).join("\n"))
      throw new HarnessError(`Pact tells of other interactions than the pacts hold: ${told.join(", ")}`);
    const turns = new Map(replay.turns.map((turn) => [turn.interaction, turn]));
    const findings = report ? findingsOf(report, interactions) : undefined;
    const contracts = known.map(({ pact, interaction }) =>
      resultOf(pact, interaction, turns.get(interaction), findings?.get(interaction)),
    );
    return { target, contracts, requests: client.exchanges.length };
  } finally {
    await replay.close();
    await client.close();
    rmSync(folder, { recursive: true });
  }
}

/** Writes the pacts for Pact to read, without the interactions that cannot be read: they would take the others with them. */
function writeReadable(folder: string, pacts: readonly Pact[]): string[] {
  return pacts.map(({ document, interactions }, index) => {
    const isReadable = (at: number) => interactions[at]?.kind !== "unreadable";
    const { interactions: own = [], messages = [] } = document as { interactions?: unknown[]; messages?: unknown[] };
    const file = join(folder, `${index}.json`);
    const kept = {
      ...document,
      ...("interactions" in document ? { interactions: own.filter((_, at) => isReadable(at)) } : {}),
      ...("messages" in document ? { messages: messages.filter((_, at) => isReadable(own.length + at)) } : {}),
    };
    writeFileSync(file, JSON.stringify(kept));
    return file;
  });
}
