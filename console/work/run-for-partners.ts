import { groupBy } from "../../base/group-by.ts";
import type { Sql } from "../store/database.ts";
import { failureOf, JudgeStopped, type TaskOptions } from "./run-task.ts";
import type { OwnedPact } from "./tasks/owned-pact.ts";

/** Does something with the contracts of some partners; returns what came of it by partner. */
export type PactTask<Outcome> = (pacts: readonly OwnedPact[], options: TaskOptions) => Promise<Record<string, Outcome>>;

/** The most characters of contracts that are held at once: those of four partners who have as many as they may, or of hundreds who have a few. */
const maxHeld = 32_000_000;

/** Does a task with the contracts of all partners, of as many at once as can be held. */
export async function runForAll<Outcome>(
  sql: Sql,
  options: TaskOptions,
  act: PactTask<Outcome>,
  unmeasured: (why: string) => Outcome,
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const { first, last } of await portionsIn(sql)) {
    const pacts = await sql.query<OwnedPact>(
      "SELECT id, partner_id, pact FROM assay.contracts WHERE partner_id BETWEEN $1 AND $2 ORDER BY partner_id, id",
      [first, last],
    );
    Object.assign(outcomes, await runForPartners(pacts, options, act, unmeasured));
  }
  return outcomes;
}

/** The first and the last partner of each portion. */
const portionsIn = (sql: Sql): Promise<{ first: string; last: string }[]> =>
  sql.query(
    `SELECT min(partner_id::text) AS first, max(partner_id::text) AS last FROM
       (SELECT partner_id, sum(sum(length(pact))) OVER (ORDER BY partner_id) AS until FROM assay.contracts GROUP BY partner_id) sizes
     GROUP BY floor(until / $1::numeric) ORDER BY 1`,
    [maxHeld],
  );

/** Seconds that a task may take for one partner alone. */
const aloneDeadline = 120;

/**
 * Does a task with the contracts of some partners at once. Where something among them stops its process, each partner's are tried alone, so that none keeps the others
 * from their outcome.
 */
export async function runForPartners<Outcome>(
  pacts: readonly OwnedPact[],
  options: TaskOptions,
  act: PactTask<Outcome>,
  unmeasured: (why: string) => Outcome,
): Promise<Record<string, Outcome>> {
  try {
    return await act(pacts, options);
  } catch (error) {
    if (!(error instanceof JudgeStopped)) throw error;
  }
  const outcomes: Record<string, Outcome> = {};
  const alone = { ...options, limits: { ...options.limits, deadline: aloneDeadline } };
  for (const [partner, own] of groupBy(pacts, ({ partner_id }) => partner_id))
    Object.assign(
      outcomes,
      await act(own, alone).catch((error: unknown) => ({ [partner]: unmeasured(failureOf(error).failed) })),
    );
  return outcomes;
}
