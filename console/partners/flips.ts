import { UsageError } from "../../base/errors.ts";
import { resultsFrom } from "../../record/from-journal.ts";
import type { Entry } from "../../record/journal.ts";
import { isBroken } from "../../record/outcomes.ts";
import type { Results, Verdict } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { loadLedger, type Requirement } from "../../specs/ledger.ts";
import type { Sql } from "../store/database.ts";
import { judgedByDecisions } from "./contests.ts";
import { latestVerdicts } from "./latest-verdicts.ts";
import type { PartnerState } from "./states.ts";

/** A requirement of a partner's last run that comes out otherwise by another ledger. */
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

/** The partners of a page whose verdict would be another, and how many could be judged again. */
export interface Flips {
  items: Flip[];
  judged: number;
  /** Those whose journal is gone, or has a form that this assay does not know. */
  without_journal: number;
  /** The short name of the last partner that was looked at, where there may be more. */
  next: string | null;
}

/** Which partners are looked at. */
export interface FlipQuery {
  search?: string | undefined;
  /** The short name of the last partner of the page before. */
  after?: string | undefined;
}

/** The number of partners that are looked at for a page: each takes some milliseconds. */
const flipLines = 100;

/** The ledger as it is once everything on trial counts. */
const promoted = (ledger: readonly Requirement[]): Requirement[] =>
  ledger.map(({ status: _status, trial: _trial, ...requirement }) => requirement);

/** Judges the last run of each partner of a page again, from its journal; no state, certificate or run changes by it. */
export async function listFlips(
  sql: Sql,
  recordOf: (runId: string) => Promise<RunRecord | undefined>,
  { search = "", after = "" }: FlipQuery = {},
  ledger: readonly Requirement[] = loadLedger(),
): Promise<Flips> {
  const latest = await sql.query<{ id: string; partner_id: string; slug: string; name: string; state: PartnerState }>(
    `SELECT r.id, r.partner_id, p.slug, p.name, p.state FROM ${latestVerdicts} r JOIN assay.partners p ON p.id = r.partner_id
     WHERE strpos(lower(p.name || ' ' || p.slug), lower($1)) > 0 AND p.slug > $2 ORDER BY p.slug LIMIT ${flipLines}`,
    [search.trim(), after],
  );
  const next = latest.length < flipLines ? null : (latest.at(-1)?.slug ?? null);
  const flips: Flips = { items: [], judged: 0, without_journal: 0, next };
  for (const { id, partner_id, slug, name, state } of latest) {
    const record = await recordOf(id).catch(unlessUnread);
    if (!record || record.entries.length === 0) {
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

/** A record that an assay of another form of records wrote keeps no other partner from being judged. */
function unlessUnread(error: unknown): undefined {
  if (!(error instanceof UsageError)) throw error;
}

/** A journal without the revision that scored then: the ledger says what scores. */
const asJudgedNow = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    if (entry.kind !== "run") return entry;
    const { revisions: _, ...facts } = entry;
    return facts;
  });
