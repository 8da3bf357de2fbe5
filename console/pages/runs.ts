import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Partner } from "../partners/partners.ts";
import { type RunQuery, runAskers, runLines, runOutcomes, type StoredRun } from "../runs/runs.ts";
import { type ConsolePage, olderLink, searchForm, select } from "./layout.ts";
import { runLink } from "./partners.ts";

/** Runs, whose subject is named where they are of several. */
export const runsTable = (runs: readonly StoredRun[], isOfAll = false): Markup =>
  runs.length === 0
    ? markup`<p>There is no run.</p>`
    : scrollTable(
        "Runs, the latest first",
        ["Run", ...(isOfAll ? ["Whom"] : []), "Asked for by", "What", "Attempts"],
        runs.map((run) =>
          tableRow(
            runLink(run),
            ...(isOfAll ? [subjectLink(run)] : []),
            run.asked_by,
            run.claims ? `only ${run.requirement ?? run.claims.join(", ")}` : "all claims",
            run.attempt,
          ),
        ),
      );

const subjectLink = ({ partner, provider }: StoredRun): Markup =>
  partner
    ? markup`<a href="/partners/${partner}">${partner}</a>`
    : markup`<a href="/providers/${provider}">a provider</a>`;

/** The runs of a partner, or of all partners and providers. */
export const runsPage = (runs: readonly StoredRun[], query: RunQuery, partner?: Partner): ConsolePage => {
  const choices = markup`${select("outcome", "Outcome", ["", ...runOutcomes], query.outcome)}${select("asked_by", "Asked for by", ["", ...runAskers], query.asked_by)}`;
  return {
    title: "Runs",
    kicker: partner && markup`<a href="/partners/${partner.slug}">${partner.name}</a>`,
    content: markup`${searchForm(partner ? undefined : "Name contains", query.search, choices)}
${runsTable(runs, partner === undefined)}${olderLink(runs, runLines, { ...query })}`,
  };
};
