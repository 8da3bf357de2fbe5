import { region, table, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import { type Actor, isOperator } from "../accounts/actor.ts";
import {
  type Contest,
  type ContestQuery,
  contestDecisions,
  contestLines,
  contestStates,
} from "../partners/contests.ts";
import type { Partner } from "../partners/partners.ts";
import {
  actionForm,
  type ConsolePage,
  field,
  olderLink,
  searchForm,
  section,
  select,
  textField,
  when,
} from "./layout.ts";
import { stateMark } from "./partners.ts";

/** Findings that are contested, and what was decided. */
export const contestsTable = (contests: readonly Contest[]): Markup =>
  contests.length === 0
    ? markup`<p>Nothing is contested.</p>`
    : region(
        "scroll",
        "Contested findings",
        table(
          ["Finding", "Partner", "Contested", "Decision"],
          contests.map(({ id, requirement, partner, contested_at, decision, until }) =>
            tableRow(
              markup`<a href="/contests/${id}">${requirement}</a>`,
              markup`<a href="/partners/${partner}">${partner}</a>`,
              when(contested_at),
              markup`${stateMark(decision ?? "open")}${until && ` until ${until}`}`,
            ),
          ),
        ),
      );

/** A page of the contests of one partner, or of all. */
export const contestsPage = (contests: readonly Contest[], query: ContestQuery, partner?: Partner): ConsolePage => ({
  title: "Contested findings",
  kicker: partner && markup`<a href="/partners/${partner.slug}">${partner.name}</a>`,
  lead: "A partner says that a finding is wrong, or cannot be fixed; an operator decides.",
  content: markup`${searchForm("Contains", query.search, select("decision", "Decision", ["", ...contestStates], query.decision))}
${contestsTable(contests)}${olderLink(contests, contestLines, { ...query })}
${!partner && markup`<p><a href="/flips">Verdicts that this suite would change</a>, judged again from journals.</p>`}`,
});

/** One contest: the finding as it was, what the partner says, and the decision. */
export const contestPage = (actor: Actor, contest: Contest): ConsolePage => {
  const { id, partner, requirement, finding, comment, contested_by, contested_at, run_id } = contest;
  return {
    title: `${requirement}, contested`,
    kicker: markup`Contest of <a href="/partners/${partner}">${partner}</a>`,
    lead: finding.title,
    content: markup`${section(
      "finding",
      "What the run found",
      markup`<p>${finding.reason}</p>${finding.story && markup`<ol>${finding.story.map(({ step }) => markup`<li>${step}</li>`)}</ol>`}
${finding.evidence.map(({ curl }) => curl && region("scroll", "Request", markup`<pre><code>${curl}</code></pre>`))}
<p>${run_id ? markup`<a href="/runs/${run_id}">The run</a>` : "The run is no longer kept"}; <a href="/contests/${id}/results.json">its results as they were</a>.</p>`,
    )}
${section("comment", "What the partner says", markup`<p>${comment}</p><p>${contested_by}, ${when(contested_at)}</p>`)}
${section("decision", "Decision", contest.decision ? decisionOf(contest) : decisionForm(actor, id))}`,
  };
};

const decisionOf = ({ decision, until, reason, decided_by, decided_at }: Contest): Markup =>
  markup`<p>${stateMark(decision ?? "")}${until && ` until ${until}`}: ${reason}</p><p>${decided_by}, ${when(decided_at)}</p>`;

const decisionForm = (actor: Actor, id: string): Markup =>
  markup`<p>An operator has not decided yet.</p>${
    isOperator(actor) &&
    actionForm(
      actor,
      `/contests/${id}/decision`,
      markup`${select("decision", "Decision", contestDecisions)}${textField("reason", "Reason", "", 3, "It stands on the certificate of what is waived.")}${field("until", "Last day of a waiver", { type: "date" })}<button>Decide</button>`,
    )
  }`;
