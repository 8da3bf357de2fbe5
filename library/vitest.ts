/// <reference types="node" preserve="true" />
import { afterAll, describe, expect, test } from "vitest";
import { type TargetProfile, targetProfile } from "../harness/profiles/target-profile.ts";
import { createSession } from "../harness/session.ts";
import type { Entry } from "../record/journal.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import { chooseProofs, requirementsNamed } from "../suites/schedule/choose.ts";
import { providerProofs } from "../suites/schedule/proofs.ts";
import { Runner } from "../suites/schedule/runner.ts";
import type { JudgeOptions } from "./judge.ts";

/**
 * Registers a Vitest test for every proof of a provider, and one for every rule, for teams whose builds report through Vitest
 * (and through allure-vitest to Allure). To be awaited at the top of a test file.
 */
export async function testProvider(
  profile: TargetProfile,
  { seed = 42, depth = "standard", only, skip }: Pick<JudgeOptions, "seed" | "depth" | "only" | "skip"> = {},
): Promise<void> {
  const skipped = requirementsNamed(skip ?? [], "skip");
  const asked = only && requirementsNamed(only, "only");
  const musts = loadLedger().filter((requirement) => binds(requirement, "provider") && requirement.level === "must");
  const isMust = new Set(musts.map(({ id }) => id));
  const isAsked = (id: string) => isMust.has(id) && !skipped.includes(id) && (asked?.includes(id) ?? true);
  const entries: Entry[] = [];
  const runner = await Runner.open(
    await createSession(targetProfile(profile)),
    { seed, depth, signal: new AbortController().signal },
    { write: (entry) => void entries.push(entry) },
  );
  afterAll(() => runner.close());
  const proofs = chooseProofs({ only: asked, skip: skipped });
  await runner.checkProfile(proofs);

  describe(`${profile.name}: proofs`, () => {
    for (const proof of proofs)
      test(`${proof.ids.join(" ")}: ${proof.title}`, { timeout: 0 }, async ({ skip: leaveOut }) => {
        const before = entries.length;
        await runner.proveAll([proof]);
        const own = entries.slice(before);
        expect(findingsOf(own, (id) => proof.ids.includes(id) && isAsked(id))).toEqual([]);
        const unjudged = own.find((entry) => entry.kind === "untestable" || entry.kind === "skipped");
        const isJudged = own.some((entry) => entry.kind === "judged" && entry.ids.some((id) => proof.ids.includes(id)));
        if (unjudged || !isJudged) leaveOut(unjudged?.why ?? nothingShown);
      });
  });

  const proved = new Set(providerProofs.flatMap(({ ids }) => ids));
  const rules = musts.filter(({ id }) => !proved.has(id) && isAsked(id));
  describe.runIf(rules.length > 0)(`${profile.name}: rules that hold of every exchange`, () => {
    for (const { id, says } of rules)
      test(`${id}: ${says}`, ({ skip: leaveOut }) => {
        expect(findingsOf(entries, (found) => found === id)).toEqual([]);
        const isJudged = entries.some((entry) => entry.kind === "judged" && entry.ids.includes(id));
        if (!isJudged) leaveOut(nothingShown);
      });
  });
}

const nothingShown = "nothing in this run shows it";

const findingsOf = (entries: readonly Entry[], isAsked: (id: string) => boolean): string[] =>
  entries.flatMap((entry) =>
    entry.kind === "finding" && isAsked(entry.requirement)
      ? [`${entry.requirement}: found ${entry.found}, expected ${entry.expected}`]
      : [],
  );
