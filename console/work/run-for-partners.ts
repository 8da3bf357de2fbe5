import { HarnessError, UsageError } from "../../base/errors.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Sql } from "../store/database.ts";
import { failureOf, type TaskOptions } from "./run-task.ts";
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

/** Seconds that a task may take for all partners at once, and for one alone: together less than the lease of its job. */
const deadlines = { all: 600, alone: 120 };

/**
 * Does a task with the contracts of some partners at once. Where something among them stops its process or makes it fail, each partner's are tried alone, so
 * that none keeps the others from their outcome. What the provider or the document is to blame for holds for all.
 */
export async function runForPartners<Outcome>(
  pacts: readonly OwnedPact[],
  options: TaskOptions,
  act: PactTask<Outcome>,
  unmeasured: (why: string) => Outcome,
): Promise<Record<string, Outcome>> {
  const within = (deadline: number): TaskOptions => ({ ...options, limits: { ...options.limits, deadline } });
  try {
    return await act(pacts, within(deadlines.all));
  } catch (error) {
    if (error instanceof UsageError || options.signal.aborted) throw error;
  }
  const outcomes: Record<string, Outcome> = {};
  for (const [partner, own] of groupBy(pacts, ({ partner_id }) => partner_id))
    Object.assign(
      outcomes,
      await act(own, within(deadlines.alone)).catch((error: unknown) => {
        if (options.signal.aborted) throw error;
        if (!(error instanceof HarnessError)) return { [partner]: unmeasured(failureOf(error).failed) };
        options.log(`contracts of ${partner}: ${error.stack}`);
        return { [partner]: unmeasured("assay itself failed on these contracts") };
      }),
    );
  return outcomes;
}
