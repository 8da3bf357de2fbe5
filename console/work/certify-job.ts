import { gzipSync } from "node:zlib";
import { UsageError } from "../../base/errors.ts";
import type { PartnerProfile } from "../../harness/partner-profile.ts";
import { certifyPartner } from "../../library/certify.ts";
import type { Entry } from "../../record/journal.ts";
import { type Outcome, type Results, textOfResults } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import type { Person } from "../../suites/partner/context.ts";
import { gapFor } from "../../suites/partner/profile-gaps.ts";
import type { ConsoleContext } from "../context.ts";
import { settle } from "../partners/life.ts";
import { partnerById } from "../partners/partners.ts";
import { platformAddressOf, portBaseOf } from "../partners/platform.ts";
import { refusedAddresses, runnableProfile } from "../partners/profile.ts";
import { type RunSnapshot, readSnapshot } from "../partners/snapshot.ts";
import { endAttempt } from "../runs/attempts.ts";
import type { ProgressWriter } from "../runs/progress.ts";
import type { KeptRun } from "../runs/runs.ts";
import type { Sql } from "../store/database.ts";
import { retrying } from "../store/retrying.ts";
import { withinPublicNetworks } from "../vault/private-networks.ts";

/** How an attempt ended that was not interrupted: with a verdict, or because it could not be measured. */
export type Measured = { isKept: boolean } | { whyNot: string };

/** Certifies a partner's application with the code of `assay certify`, and keeps what was found together with what follows from it. */
export async function certifyRun(
  context: ConsoleContext,
  run: KeptRun,
  { progress, signal }: { progress: ProgressWriter; signal: AbortSignal },
): Promise<Measured> {
  const { database, settings } = context;
  const partner = await partnerById(database, run.partner_id ?? "");
  const snapshot = await readSnapshot(context, database, run.id);
  if (!partner || !snapshot) return { whyNot: "there is no profile any more" };
  const { facts, secrets } = snapshot;
  const written = { ...secrets.written, claims: facts.claims };
  const platform = platformAddressOf(settings, partner);
  const profile = runnableProfile(written, secrets.platform, platform);
  const judge = () =>
    certifyPartner(profile, {
      signal,
      portBase: platform ? undefined : portBaseOf(settings, partner),
      person: needsPerson(profile) && run.asked_by === "person" ? personWith(progress) : undefined,
      onScenario: (title) => progress.tell({ kind: "scenario", title }),
      onEntry: (entry) => tellEntry(progress, entry),
      onAnswer: ({ method, url, status }) =>
        progress.tell({ kind: "request", method, path: pathOf(url), status: status ?? 0 }),
    });
  const [refused] = await refusedAddresses(settings, written);
  if (refused) return { whyNot: `${refused.path.join(".")}: ${refused.what}` };
  const record = await withinPublicNetworks(settings, judge).catch(unmeasured);
  if (!("results" in record)) return record;
  return keep(context, run, snapshot, record);
}

/** A mistake of whoever set the console up is told; anything else is ours. */
function unmeasured(error: unknown): Measured {
  if (error instanceof UsageError) return { whyNot: error.message };
  throw error;
}

const pathOf = (url: string): string => url.split("?", 1)[0]?.slice(0, 200) ?? "";

const needsPerson = (profile: PartnerProfile): boolean =>
  profile.claims.some((claim) => gapFor(claim, profile, false) !== undefined && !gapFor(claim, profile, true));

/** Somebody at a browser, who sees what there is to do and how long there is for it. */
const personWith = (progress: ProgressWriter): Person => ({
  tell(task, seconds) {
    progress.tell({ kind: "task", task, until: new Date(Date.now() + seconds * 1000).toISOString() });
    return { done: () => progress.tell({ kind: "task-done", task }) };
  },
});

function tellEntry(progress: ProgressWriter, entry: Entry): void {
  if (entry.kind === "judged")
    for (const requirement of entry.ids) progress.tell({ kind: "judged", requirement, holds: true });
  if (entry.kind === "finding")
    progress.tell({ kind: "judged", requirement: entry.requirement, holds: false, found: entry.found.slice(0, 300) });
}

/** Outcomes by requirement, without what does not apply. */
export const outcomesOf = ({ requirements }: Results): Record<string, Outcome> =>
  Object.fromEntries(
    requirements.filter(({ outcome }) => outcome !== "not-applicable").map(({ id, outcome }) => [id, outcome]),
  );

/** A journal as it is kept: packed, line by line. */
export const packJournal = (entries: readonly Entry[]): Uint8Array =>
  gzipSync(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));

async function keep(
  context: ConsoleContext,
  run: KeptRun,
  { facts }: RunSnapshot,
  record: RunRecord,
): Promise<Measured> {
  const { results, entries } = record;
  if (results.complete === false) return { whyNot: "it was interrupted" };
  if (results.specification.digest !== facts.suite.digest)
    return { whyNot: "assay was replaced by another version meanwhile" };
  const text = textOfResults(results);
  const fields = {
    verdict: results.verdict,
    outcomes: outcomesOf(results),
    results: text,
    journal: packJournal(entries),
  };
  const follow = async (sql: Sql) => {
    // What was judged of some claims only says nothing about the others.
    if (!run.claims)
      await settle(context, sql, run.partner_id ?? "", { runId: run.id, askedBy: run.asked_by, results, text });
  };
  return { isKept: await retrying(() => endAttempt(context, run, fields, follow)) };
}
