import { capitalised, counted } from "../../base/text/wording.ts";
import { fixesIn } from "../../record/causes.ts";
import { headlineOf } from "../../record/headline.ts";
import { countOutcomes } from "../../record/outcomes.ts";
import type { RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { claims } from "../../reports/page/claims.ts";
import { createEvidence, type EvidenceOf } from "../../reports/page/evidence.ts";
import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup, type Piece, prose } from "../../reports/parts/markup.ts";
import { scriptsOf } from "../../reports/repro/write-repros.ts";
import { type Actor, covers } from "../accounts/actor.ts";
import { maxStops } from "../runs/attempts.ts";
import type { RunOutlook } from "../runs/outlook.ts";
import { changesOf, mayEnd, type StoredRun } from "../runs/runs.ts";
import { actionForm, type ConsolePage, section, textField, when } from "./layout.ts";
import { stateMark } from "./partners.ts";

export interface ShownRun {
  run: StoredRun;
  /** Whom it judges, and where that is. */
  subject: { name: string; href: string };
  /** The record of a finished run. */
  record: RunRecord | undefined;
  /** The state of the certificate that it led to. */
  certificate: string | undefined;
  /** How far it is, unless it is over. */
  outlook: RunOutlook | undefined;
  /** The latest runs of the same subject. */
  others: readonly StoredRun[];
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
    lead: markup`Asked for by ${askers[run.asked_by]}, ${when(run.created_at)}${run.claims && `; only ${run.requirement ?? run.claims.join(", ")}`}`,
    content: markup`${isOpen ? goingOn(actor, facts) : over(actor, facts)}${attemptsPart(facts)}`,
  };
}

function titleOf({ run, record, attempts }: ShownRun): string {
  const stops = attempts.filter(({ ending }) => ending === "stopped-the-judge").length;
  if (run.state === "not-measured") return stops < maxStops ? "Not measured" : "Not measurable: stopped the judge";
  if (!record) return "Under way";
  return capitalised(headlineOf(record.results).words);
}

const goingOn = (actor: Actor, { run, outlook }: ShownRun): Markup => markup`<div data-events="/runs/${run.id}/events">
<p><strong data-state role="status">${run.state}</strong> <span data-scenario></span></p>
<p data-outlook>${outlook && outlookWords(outlook)}</p>
<div role="status"><ol class="tasks" data-tasks="/runs/${run.id}/tasks"></ol></div>
<p data-judged role="status"></p>
<ul class="log" data-log tabindex="0" aria-label="What was sent and answered"></ul></div>
<noscript><p>Reload this page to see how far it is.</p></noscript>
${mayEnd(actor, run) && actionForm(actor, `/runs/${run.id}/end`, markup`<button class="grave" data-sure="End this run?">End this run</button>`, "run")}`;

/** How far a run is, in a sentence; the page's script says the same as it goes on. */
function outlookWords({ ahead, scenario, scenarios, elapsed, expected }: RunOutlook): string {
  const parts = [
    ahead === 0 ? "It is next in the queue" : "",
    ahead ? `${counted(ahead, "run")} before it in the queue` : "",
    scenario === null ? "" : `${scenario} of ${scenarios} scenarios begun`,
    elapsed === null ? "" : `${elapsed} s so far`,
    expected === null ? "" : `such runs took about ${expected} s lately`,
  ];
  return parts.filter(Boolean).join("; ");
}

function over(actor: Actor, facts: ShownRun): Piece {
  const { run, record, subject, certificate, others } = facts;
  if (!record) return markup`<p>${run.why}. Nothing was judged, so this run does not count.</p>`;
  const { results } = record;
  const broken = fixesIn(results).flatMap(({ first, also }) => [first, ...also]);
  const changes = changesOf(run);
  const counts = countOutcomes(results.requirements);
  return markup`<p>${counts.pass} requirements passed, ${counts.fail} failed, ${counts.warn} warned, ${counts.untestable} could not be judged.</p>
${certificate && markup`<p>It led to <a href="${subject.href}/certificate">a certificate</a>, which is ${stateMark(certificate)}.</p>`}
${broken.length > 0 && section("fixing", "To fix, in this order", fixesList(actor, facts, broken))}
${run.partner_id && broken.length > 0 && actionForm(actor, `${subject.href}/runs`, markup`<input type="hidden" name="only" value="failed"><button>Run again only what failed</button>`, "run")}
${unjudgedPart(results)}
${
  changes.length > 0 &&
  section(
    "changes",
    "Changed since the baseline",
    scrollTable(
      "Changes of the baseline",
      ["Fact", "Change"],
      changes.map(({ fact, change }) => tableRow(fact, change)),
    ),
  )
}
${claimsPart(record)}
${comparePart(run, others)}
${section("files", "The record", markup`<ul>${Object.entries(runFiles).map(([name, title]) => markup`<li><a href="/runs/${run.id}/files/${name}">${title}</a></li>`)}</ul>`)}`;
}

/** The broken requirements, each with its evidence; the first lies open. */
function fixesList(actor: Actor, { run, record, subject }: ShownRun, broken: readonly RequirementResult[]): Markup {
  const evidence: EvidenceOf = record ? createEvidence(withScripts(run, record)) : () => markup``;
  const item = (result: RequirementResult, index: number): Markup => {
    const { id, title, reason, outcome, mend: fix } = result;
    return markup`<li id="${id}"><h3><b class="c-${outcome}">${outcome === "fail" ? "Failed" : "Warned"}</b> <a href="/runs/${run.id}/files/index.html#${id}">${id}</a> ${prose(title)}</h3><p>${reason}</p>
${fix && markup`<p>To fix it: ${fix}</p>`}<details${index === 0 && markup` open`}><summary>What shows ${id}</summary>${evidence(result)}</details>
${run.partner_id && actionForm(actor, `${subject.href}/runs`, markup`<input type="hidden" name="requirement" value="${id}"><button class="second">Run ${id} again</button>`, "run")}${run.partner_id && outcome === "fail" && contestForm(actor, run, id)}</li>`;
  };
  return markup`<ol class="fixes">${broken.map(item)}</ol>`;
}

/** The record with the addresses of scripts that show a failure again. */
function withScripts({ id: run }: StoredRun, record: RunRecord): RunRecord {
  const scripts = scriptsOf(record);
  const requirements = record.results.requirements.map((result) =>
    scripts.has(result.id) ? { ...result, repro: `/runs/${run}/files/${result.id}.sh` } : result,
  );
  return { ...record, results: { ...record.results, requirements } };
}

/** The requirements that could not be judged, and why. */
function unjudgedPart({ requirements }: Results): Piece {
  const unjudged = requirements.filter(({ outcome, selected }) => outcome === "untestable" && selected !== false);
  return (
    unjudged.length > 0 &&
    section(
      "unjudged",
      "Could not be judged",
      markup`<details><summary>${counted(unjudged.length, "requirement")}</summary><ul>${unjudged.map(({ id, title, reason }) => markup`<li id="${id}">${id} ${prose(title)} ${reason}</li>`)}</ul></details>`,
    )
  );
}

function claimsPart(record: RunRecord): Piece {
  const timelines = claims(record);
  return timelines && section("claims", "By claim", timelines);
}

/** A form that compares the run with another of its subject. */
function comparePart({ id }: StoredRun, others: readonly StoredRun[]): Piece {
  const finished = others.filter((other) => other.state === "finished" && other.id !== id);
  return (
    finished.length > 0 &&
    section(
      "compare",
      "Compare with another run",
      markup`<form method="get" action="/runs/${id}/comparison" class="form"><div class="field"><label for="f-with">Run</label><select id="f-with" name="with">${finished.map((other) => markup`<option value="${other.id}">${other.finished_at?.toISOString().slice(0, 16).replace("T", " ")} UTC, ${other.verdict}</option>`)}</select></div><button class="second">Compare</button></form>`,
    )
  );
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
    scrollTable(
      "Attempts at the run",
      ["Attempt", "Began", "Ended", ""],
      attempts.map(({ attempt, started_at, ended_at, ending, why }) =>
        tableRow(attempt, when(started_at), when(ended_at), markup`${ending && stateMark(ending)} ${why}`),
      ),
    ),
  );
