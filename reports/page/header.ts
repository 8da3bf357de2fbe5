import { capitalised } from "../../base/wording.ts";
import { countOutcomes, outcomes, outcomeWordsOf, verdictWords } from "../../record/outcomes.ts";
import type { RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { judgedWords, unlockWords } from "../parts/judged-words.ts";
import { type Markup, markup } from "../parts/markup.ts";

/** Beyond so many links, filters serve better. */
const mostLinks = 24;

/** The top of the page: the verdict, how the run was done, how many requirements have which outcome, and where to look first. */
export function header({ results, mends }: RunRecord): Markup {
  const { kind, verdict, subject, specification, requirements } = results;
  return markup`<header>
<p class="kicker">${specification.name}: ${kind === "partner" ? "certification" : "conformance"} of ${subject.name}</p>
<h1><span class="verdict c-${verdict}">${capitalised(verdictWords[kind][verdict])}</span>${judgedWords(results) && markup` <small class="judged">${judgedWords(results)}</small>`}</h1>
${unlockWords(results) && markup`<p class="unlock">Judge more: ${unlockWords(results)}</p>`}
${results.complete === false && markup`<p class="notice"><strong>Incomplete.</strong> The run, or a part of it, did not come to its end: this is what was seen until then.</p>`}
<dl class="facts">${factsOf(results).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${outcomeBar(results)}
${firstLinks(mends ?? brokenIds(requirements))}
</header>`;
}

type HeaderFact = readonly [name: string, value: string];

function factsOf({ kind, subject, specification, seed, depth, requests, started, finished }: Results): HeaderFact[] {
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1000;
  const ofRun: HeaderFact = [
    "Run",
    `${started.slice(0, 16).replace("T", " ")} UTC, ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`,
  ];
  const count = requests.toLocaleString("en");
  const ofKind: HeaderFact[] =
    kind === "partner"
      ? [["Requests of the application", count]]
      : [
          ["Requests", count],
          ["Depth", depth],
          ["Seed", String(seed)],
        ];
  return [
    ofRun,
    ...ofKind,
    ["Specification", `${specification.version} (${specification.digest.slice(7, 15)})`],
    ...Object.entries(subject.urls).slice(0, 1),
  ];
}

function outcomeBar({ kind, requirements }: Results): Markup {
  const counts = countOutcomes(requirements);
  const words = outcomeWordsOf(kind);
  const shown = outcomes.filter((outcome) => counts[outcome] > 0);
  return markup`<div class="bar" aria-hidden="true">${shown.map((outcome) => markup`<span class="c-${outcome}" style="flex:${counts[outcome]}"></span>`)}</div>
<ul class="legend">${shown.map((outcome) => markup`<li class="c-${outcome}"><b>${counts[outcome]}</b> ${words[outcome]}</li>`)}</ul>`;
}

/** What does not hold, failures before warnings. */
const brokenIds = (requirements: readonly RequirementResult[]): string[] =>
  ["fail", "warn"].flatMap((broken) => requirements.filter(({ outcome }) => outcome === broken).map(({ id }) => id));

const firstLinks = (ids: readonly string[]): Markup | false =>
  ids.length > 0 &&
  markup`<p class="failed">Look first at ${ids.slice(0, mostLinks).map((id) => markup`<a href="#${id}">${id}</a> `)}</p>`;
