import { afterAll, describe, expect, inject, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import { createSession } from "../../harness/session.ts";
import { fileJournal } from "../../record/journal.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import type { Brief } from "../brief.ts";
import { partOf, proofsOf } from "./choose.ts";
import { providerProofs } from "./proofs.ts";
import { Runner } from "./run/runner.ts";

const { profile, journal: file, seed, depth, only, shard }: Brief = inject("brief");
const journal = fileJournal(file);
const broken = new Set<string>();
const interruption = new AbortController();

/** A mistake of the caller ends the run at once, and is told by the program that started it. */
const halt = (error: unknown): never => {
  if (error instanceof UsageError) {
    journal.write({ kind: "halt", why: error.message, key: error.key });
    interruption.abort(error);
  }
  throw error;
};

const plan = { proofs: partOf(proofsOf(only), shard), seed, depth, signal: interruption.signal };
const book = {
  write(entry: Parameters<typeof journal.write>[0]) {
    if (entry.kind === "finding") broken.add(entry.requirement);
    journal.write(entry);
  },
};
const runner = await createSession(profile)
  .then((session) => Runner.open(session, plan, book))
  .catch(halt);

afterAll(() => runner.close());

describe("proofs", () => {
  for (const proof of runner.proofs) {
    test(`${proof.ids.join(" ")}: ${proof.title}`, { tags: [...proof.ids] }, async ({ task, signal, skip }) => {
      const interrupt = () => interruption.abort(signal.reason);
      signal.addEventListener("abort", interrupt);
      interruption.signal.throwIfAborted();
      const { lacking, findings } = await runner.act(proof).catch(halt);
      signal.removeEventListener("abort", interrupt);
      Object.assign(task.meta, { requests: runner.run.client.sent });
      // Reporters of Vitest write down what they are told.
      expect(
        findings.map(({ requirement, found, expected }) =>
          runner.run.redaction.redact(`${requirement}: ${found}, expected ${expected}`),
        ),
      ).toEqual([]);
      if (lacking) skip(lacking);
    });
  }
});

/** What no proof names is a rule: every exchange of every proof was held against it. */
describe("rules", () => {
  const named = new Set(providerProofs.flatMap(({ ids }) => ids));
  const rules = loadLedger().filter((one) => binds(one, "provider") && one.level !== "open" && !named.has(one.id));
  for (const { id, says } of rules) {
    test(`${id}: ${says}`, { tags: [id] }, () => {
      expect(broken).not.toContain(id);
    });
  }
});
