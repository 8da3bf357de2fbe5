import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "../../harness/session.ts";
import type { Pact } from "../pact/interaction.ts";
import { isListedAsMessage, type Numbered, stagePact } from "./staged-pacts.ts";
import { type Verification, type Verified, type VerifyPlan, verify } from "./verify.ts";

/** Interactions of one pact that Pact reads from one file. */
interface Batch {
  pact: Pact;
  numbered: Numbered[];
}

/** Replays pacts that were read from files against a target. */
export async function verifyPacts(session: Session, pacts: readonly Pact[], plan: VerifyPlan): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), "assay-pacts-"));
  try {
    return await verify(session, plan, async (verification) => {
      const batches = pacts.flatMap((pact) => batchesOf(pact, verification.take(pact)));
      await run(verification, folder, batches);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The readable interactions of a pact; to Pact a file of old versions holds interactions or messages. */
function batchesOf(pact: Pact, numbered: Numbered[]): Batch[] {
  const unreadable = new Set(pact.interactions.filter(({ kind }) => kind === "unreadable").map(({ index }) => index));
  const readable = numbered.filter(({ index }) => !unreadable.has(index));
  const isMessage = (one: Numbered): boolean => isListedAsMessage(pact, one);
  return [readable.filter(isMessage), readable.filter((one) => !isMessage(one))]
    .flatMap(cut)
    .map((batch) => ({ pact, numbered: batch }));
}

/** How many interactions a file has at most: Pact's time for each grows with the file. */
const most = 200;

const cut = (numbered: Numbered[]): Numbered[][] =>
  Array.from({ length: Math.ceil(numbered.length / most) }, (_, index) =>
    numbered.slice(index * most, (index + 1) * most),
  );

/** Runs Pact over batches; one interaction that it cannot load takes its whole file with it, so each of those is tried alone. */
async function run(verification: Verification, folder: string, batches: Batch[]): Promise<void> {
  if (batches.length === 0) return;
  const pactUrls = batches.map(({ pact, numbered }, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, stagePact(pact, numbered));
    return file;
  });
  const unloaded = await verification.run({ pactUrls });
  const lost = batches.filter((_, index) => unloaded.has(pactUrls[index] ?? ""));
  const alone = lost.flatMap((batch) => batch.numbered.map((one): Batch => ({ ...batch, numbered: [one] })));
  if (lost.some(({ numbered }) => numbered.length > 1)) return run(verification, folder, alone);
  for (const [index, file] of pactUrls.entries()) {
    const [only] = batches[index]?.numbered ?? [];
    const reason = unloaded.get(file);
    if (only && reason) verification.refuse(only.number, reason);
  }
}
