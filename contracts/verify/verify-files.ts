import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "../../harness/session.ts";
import type { Pact } from "../pact/interaction.ts";
import { isListedAsMessage, type NumberedInteraction, numberedPact } from "./numbered-pacts.ts";
import { type PactVerification, type Verified, type VerifyPlan, verify } from "./verify.ts";

/** Interactions of one pact that Pact reads from one file. */
interface Batch {
  pact: Pact;
  numbered: NumberedInteraction[];
}

/** Replays pacts that were read from files against a target. */
export async function verifyPacts(session: Session, pacts: readonly Pact[], plan: VerifyPlan): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), "assay-pacts-"));
  try {
    return await verify(session, plan, async (verification) => {
      const batches = pacts.flatMap((pact) => batchesOf(pact, verification.add(pact)));
      await run(verification, folder, batches);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The readable interactions of a pact; a file of an old version has either interactions or messages for Pact. */
function batchesOf(pact: Pact, numbered: NumberedInteraction[]): Batch[] {
  const unreadable = new Set(pact.interactions.filter(({ kind }) => kind === "unreadable").map(({ index }) => index));
  const readable = numbered.filter(({ index }) => !unreadable.has(index));
  const isMessage = (interaction: NumberedInteraction): boolean => isListedAsMessage(pact, interaction);
  return [readable.filter(isMessage), readable.filter((interaction) => !isMessage(interaction))]
    .flatMap(split)
    .map((batch) => ({ pact, numbered: batch }));
}

/** The most interactions in a file: Pact's time for each grows with the file. */
const batchSize = 200;

const split = (numbered: NumberedInteraction[]): NumberedInteraction[][] =>
  Array.from({ length: Math.ceil(numbered.length / batchSize) }, (_, index) =>
    numbered.slice(index * batchSize, (index + 1) * batchSize),
  );

/** Runs Pact over batches. Pact drops the whole file of an interaction that it cannot load, so the interactions of such a file are tried one by one. */
async function run(verification: PactVerification, folder: string, batches: Batch[]): Promise<void> {
  if (batches.length === 0) return;
  const pactUrls = batches.map(({ pact, numbered }, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, numberedPact(pact, numbered));
    return file;
  });
  const unloaded = await verification.run({ pactUrls });
  const dropped = batches.filter((_, index) => unloaded.has(pactUrls[index] ?? ""));
  const singles = dropped.flatMap(({ pact, numbered }) =>
    numbered.map((interaction): Batch => ({ pact, numbered: [interaction] })),
  );
  if (dropped.some(({ numbered }) => numbered.length > 1)) return run(verification, folder, singles);
  for (const [index, file] of pactUrls.entries()) {
    const [interaction] = batches[index]?.numbered ?? [];
    const reason = unloaded.get(file);
    if (interaction && reason) verification.refuse(interaction.number, reason);
  }
}
