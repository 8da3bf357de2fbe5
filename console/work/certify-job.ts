import { UsageError } from "../../base/errors.ts";
import { linkedLocations } from "../../library/platform/run-ids.ts";
import { type Outcome, type Results, resultsOf, textOfResults } from "../../record/results.ts";
import type { ConsoleContext } from "../context.ts";
import { judgedByDecisions } from "../partners/contests.ts";
import { settle } from "../partners/life.ts";
import { strikeLocations, takeIds } from "../partners/locations.ts";
import { partnerById } from "../partners/partners.ts";
import { platformAddressOf, portBaseOf } from "../partners/platform.ts";
import { runnableProfile } from "../partners/profile.ts";
import { readSnapshot } from "../partners/snapshot.ts";
import { endAttempt, type Unmeasured } from "../runs/attempts.ts";
import { clockComplaint, clockOffset } from "../runs/clock.ts";
import type { StoredRun } from "../runs/runs.ts";
import type { Sql } from "../store/database.ts";
import { retrying } from "../store/retrying.ts";
import { runTask, type TaskOptions } from "./run-task.ts";

/** How an attempt ended that was not interrupted: with a verdict, or because it could not be measured. */
export type Measured = { isStored: boolean } | Unmeasured;

/** Certifies a partner's application, and stores what was found together with what follows from it. */
export async function certifyRun(context: ConsoleContext, run: StoredRun, options: TaskOptions): Promise<Measured> {
  const { database, settings } = context;
  const partner = await partnerById(database, run.partner_id ?? "");
  const snapshot = await readSnapshot(context, database, run.id);
  if (!partner || !snapshot) return { whyNot: "there is no profile any more" };
  const { facts, secrets } = snapshot;
  // A certificate names the application as the operator took it in, whatever the partner calls it.
  const written = { ...secrets.written, name: partner.name, claims: facts.claims };
  const platform = platformAddressOf(settings, partner);
  const ids = await takeIds(database, partner.id);
  const order = {
    ids,
    profile: runnableProfile(written, secrets.platform, platform),
    portBase: platform ? undefined : portBaseOf(settings, partner),
    isPartial: run.claims !== null,
    requirement: run.requirement ?? undefined,
    hasPerson: run.asked_by !== "nightly",
    allowsPrivate: settings.allowsPrivate,
    nameServers: settings.nameServers,
  };
  const strike = (locations: readonly number[]) => retrying(() => strikeLocations(database, partner.id, locations));
  const certified = await runTask("certify", order, options).catch(async (error: unknown) => {
    // A certification that could not begin has linked nothing.
    if (error instanceof UsageError) await strike(linkedLocations(ids.first));
    throw error;
  });
  if ("whyNot" in certified) {
    await strike(linkedLocations(ids.first));
    return { ...certified, isOurs: true };
  }
  const { journal, unlinked } = certified;
  await strike(unlinked);
  const found = resultsOf(certified.results);
  const results = await judgedByDecisions(database, partner.id, found);
  const text = results === found ? certified.results : textOfResults(results);
  if (results.complete === false) return { whyNot: "it was interrupted", isOurs: true };
  if (results.specification.digest !== facts.suite.digest)
    return { whyNot: "assay was replaced by another version meanwhile", isOurs: true };
  const clock = clockComplaint(await clockOffset(database));
  if (clock) return { whyNot: `the clock of its worker is ${clock}`, isOurs: true };
  const fields = { verdict: results.verdict, outcomes: outcomesOf(results), results: text, journal };
  const follow = async (sql: Sql) => {
    // A run of some claims says nothing about the others.
    if (!run.claims) await settle(context, sql, partner.id, { runId: run.id, askedBy: run.asked_by, results, text });
  };
  return { isStored: await retrying(() => endAttempt(context, run, fields, follow)) };
}

/** Outcomes by requirement, without what does not apply. */
export const outcomesOf = ({ requirements }: Results): Record<string, Outcome> =>
  Object.fromEntries(
    requirements.filter(({ outcome }) => outcome !== "not-applicable").map(({ id, outcome }) => [id, outcome]),
  );
