import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { isBroken } from "../../record/outcomes.ts";
import type { Results, Verdict } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { loadLedger, type Requirement } from "../../specs/ledger.ts";
import type { Sql } from "../store/database.ts";
import { judgedByDecisions } from "./contests.ts";
import type { PartnerState } from "./states.ts";

/** What the stored record of a partner's last run comes to by another ledger than then. */
interface Flip {
  partner: string;
  name: string;
  state: PartnerState;
  run_id: string;
  /** The verdict then, by the present ledger, and where all that is on trial counts. */
  then: Verdict;
  now: Verdict;
  promoted: Verdict;
  /** The requirements that would fail once what is on trial counts, and did not fail then, with the reason. */
  failing: { id: string; reason: string }[];
}

/** All partners whose verdict would be another, and how many could not be judged again since their journal is gone. */
export interface Flips {
  items: Flip[];
  judged: number;
  without_journal: number;
}

/** The ledger as it is once everything on trial counts. */
const promoted = (ledger: readonly Requirement[]): Requirement[] =>
  ledger.map(({ status: _status, trial: _trial, ...requirement }) => requirement);

/** Judges the last run of every partner again, from its journal; no state, certificate or run changes by it. */
export async function listFlips(
  sql: Sql,
  recordOf: (runId: string) => Promise<RunRecord | undefined>,
  ledger: readonly Requirement[] = loadLedger(),
): Promise<Flips> {
  const latest = await sql.query<{ id: string; partner_id: string; slug: string; name: string; state: PartnerState }>(
    `SELECT DISTINCT ON (r.partner_id) r.id, r.partner_id, p.slug, p.name, p.state
     FROM assay.runs r JOIN assay.partners p ON p.id = r.partner_id WHERE r.claims IS NULL AND r.verdict IS NOT NULL
     ORDER BY r.partner_id, r.finished_at DESC`,
  );
  const flips: Flips = { items: [], judged: 0, without_journal: 0 };
  for (const { id, partner_id, slug, name, state } of latest) {
    const record = await recordOf(id);
    if (!record) continue;
    if (record.entries.length === 0) {
      flips.without_journal++;
      continue;
    }
    flips.judged++;
    const again = async (by: readonly Requirement[]): Promise<Results> =>
      judgedByDecisions(sql, partner_id, resultsFrom(asJudgedNow(record.entries), by));
    const [now, later] = [await again(ledger), await again(promoted(ledger))];
    const { verdict: then } = record.results;
    if (now.verdict === then && later.verdict === then) continue;
    const failedThen = new Set(record.results.requirements.filter(isBroken).map((each) => each.id));
    flips.items.push({
      partner: slug,
      name,
      state,
      run_id: id,
      then,
      now: now.verdict,
      promoted: later.verdict,
      failing: later.requirements.flatMap((each) =>
        isBroken(each) && !failedThen.has(each.id) ? [{ id: each.id, reason: each.reason ?? "" }] : [],
      ),
    });
  }
  return flips;
}

/** A journal without the revision that scored then: the ledger says what scores. */
const asJudgedNow = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    if (entry.kind !== "run") return entry;
    const { revisions: _, ...facts } = entry;
    return facts;
  });
