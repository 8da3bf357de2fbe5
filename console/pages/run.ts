import { capitalised } from "../../base/wording.ts";
import { fixesIn } from "../../record/causes.ts";
import { headlineOf } from "../../record/headline.ts";
import { countOutcomes } from "../../record/outcomes.ts";
import type { Results } from "../../record/results.ts";
import { region, table, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup, type Piece, prose } from "../../reports/parts/markup.ts";
import { type Actor, covers } from "../accounts/actor.ts";
import { maxStops } from "../runs/attempts.ts";
import { mayEnd, type StoredRun } from "../runs/runs.ts";
import { actionForm, type ConsolePage, section, textField, when } from "./layout.ts";
import { stateMark } from "./partners.ts";

/** What a run's page shows. */
export interface ShownRun {
  run: StoredRun;
  /** Whom it judges, and where that is. */
  subject: { name: string; href: string };
  results: Results | undefined;
  attempts: readonly {
    attempt: number;
    started_at: Date;
    ended_at: Date | null;
    ending: string | null;
    why: string | null;
  }[];
}

/** Names of the files that a finished run leaves, by what they are. */
const runFiles: Record<string, string> = {
  "index.html": "The whole page",
  "results.json": "Results",
  "junit.xml": "JUnit",
  "summary.md": "Summary",
  "exchanges.har": "HAR",
  "journal.jsonl": "Journal",
};

const askers: Record<StoredRun["asked_by"], string> = {
  person: "a person",
  operator: "an operator",
  nightly: "the nightly schedule",
  schedule: "its schedule",
};

/** One run: as it goes on, or what came of it. */
export function runPage(actor: Actor, facts: ShownRun): ConsolePage {
  const { run, subject } = facts;
  const isOpen = run.state === "queued" || run.state === "running";
  return {
    title: titleOf(facts),
    kicker: markup`Run of <a href="${subject.href}">${subject.name}</a>`,
    lead: markup`Asked for by ${askers[run.asked_by]}, ${when(run.created_at)}${run.claims && `; only ${run.claims.join(", ")}`}`,
    content: markup`${isOpen ? goingOn(actor, run) : over(actor, facts)}${attemptsPart(facts)}`,
  };
}

function titleOf({ run, results, attempts }: ShownRun): string {
  const stops = attempts.filter(({ ending }) => ending === "stopped-the-judge").length;
  if (run.state === "not-measured") return stops < maxStops ? "Not measured" : "Not measurable: stopped the judge";
  if (!results) return "Under way";
  return capitalised(headlineOf(results).words);
}

const goingOn = (actor: Actor, run: StoredRun): Markup => markup`<div data-events="/runs/${run.id}/events">
<p><strong data-state role="status">${run.state}</strong> <span data-scenario></span></p>
<div role="status"><ol class="tasks" data-tasks="/runs/${run.id}/tasks"></ol></div>
<p data-judged role="status"></p>
<ul class="log" data-log tabindex="0" aria-label="What was sent and answered"></ul></div>
<noscript><p>Reload this page to see how far it is.</p></noscript>
${mayEnd(actor, run) && actionForm(actor, `/runs/${run.id}/end`, markup`<button class="grave" data-sure="End this run?">End this run</button>`, "run")}`;

function over(actor: Actor, { run, results, subject }: ShownRun): Piece {
  if (!results) return markup`<p>${run.why}. Nothing was judged, so this counts for nothing.</p>`;
  const broken = fixesIn(results).flatMap(({ first, also }) => [first, ...also]);
  const changes = (run.changes ?? []) as { fact: string; change: string }[];
  const counts = countOutcomes(results.requirements);
  return markup`<p>${counts.pass} requirements passed, ${counts.fail} failed, ${counts.warn} warned, ${counts.untestable} could not be judged.</p>
${broken.length > 0 && section("fixing", "To fix, in this order", markup`<ol class="fixes">${broken.map(({ id, title, reason, outcome }) => markup`<li><h3><b class="c-${outcome}">${outcome === "fail" ? "Failed" : "Warned"}</b> <a href="/runs/${run.id}/files/index.html#${id}">${id}</a> ${prose(title)}</h3><p>${reason}</p>${run.partner_id && outcome === "fail" && contestForm(actor, run, id)}</li>`)}</ol>`)}
${run.partner_id && broken.length > 0 && actionForm(actor, `${subject.href}/runs`, markup`<input type="hidden" name="only" value="failed"><button>Run again only what failed</button>`, "run")}
${
  changes.length > 0 &&
  section(
    "changes",
    "Not what it was",
    region(
      "scroll",
      "Changes of the baseline",
      table(
        ["Fact", "Change"],
        changes.map(({ fact, change }) => tableRow(fact, change)),
      ),
    ),
  )
}
${section("files", "The record", markup`<ul>${Object.entries(runFiles).map(([name, title]) => markup`<li><a href="/runs/${run.id}/files/${name}">${title}</a></li>`)}</ul>`)}`;
}

const contestForm = (actor: Actor, { id }: StoredRun, requirement: string): Piece =>
  covers(actor.scope, "run") &&
  markup`<details><summary>Contest ${requirement}</summary>${actionForm(
    actor,
    `/runs/${id}/contests`,
    markup`<input type="hidden" name="requirement" value="${requirement}">${textField("comment", `Why ${requirement} is wrong, or cannot be fixed`, "", 3, undefined, requirement)}<button class="second">Contest the finding</button>`,
    "run",
  )}</details>`;

const attemptsPart = ({ attempts }: ShownRun): Piece =>
  attempts.length > 1 &&
  section(
    "attempts",
    "Attempts",
    region(
      "scroll",
      "Attempts at the run",
      table(
        ["Attempt", "Began", "Ended", ""],
        attempts.map(({ attempt, started_at, ended_at, ending, why }) =>
          tableRow(attempt, when(started_at), when(ended_at), markup`${ending && stateMark(ending)} ${why}`),
        ),
      ),
    ),
  );
