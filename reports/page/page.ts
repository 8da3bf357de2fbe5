import { countOutcomes, outcomes, outcomeWordsOf, verdictWords } from "../../record/outcomes.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { timeTopic } from "../../record/scenario-times.ts";
import { readAssets } from "../assets.ts";
import { type Markup, markup } from "../markup.ts";
import { contracts } from "./contracts.ts";
import { coverage } from "./coverage.ts";
import { createEvidence } from "./evidence.ts";
import { machine } from "./machine.ts";
import { mending } from "./mending.ts";
import { observations } from "./observations.ts";
import { requirements } from "./requirements.ts";
import { scenarios } from "./scenarios.ts";
import { timeline } from "./timeline.ts";

/** Beyond so many links, filters serve better. */
const mostLinks = 24;

/** The page's looks, in the order in which they override each other: calm in light and dark, on narrow and wide screens, and on paper. */
const styles = ["base", "header", "requirements", "evidence", "figures", "tables", "media"];

/** One part of the page; a part that has nothing to tell is left out. */
interface Section {
  id: string;
  title: string;
  content: Markup | undefined;
}

/** The conformance page: one file that needs nothing but a browser. */
export function page(run: RunRecord, links: readonly (readonly [file: string, title: string])[]): string {
  const { results } = run;
  const evidence = createEvidence(run);
  const silent = results.observations.filter(({ topic }) => topic !== timeTopic);
  const sections: Section[] = [
    { id: "mending", title: "To mend, in this order", content: mending(run, evidence) },
    { id: "requirements", title: "Requirements", content: requirements(run, evidence) },
    { id: "contracts", title: "Contracts", content: contracts(results.contracts ?? []) },
    { id: "machine", title: "Install machine", content: machine(results) },
    { id: "requests", title: "Requests and the rate limit", content: timeline(run) },
    { id: "scenarios", title: "Where the time went", content: scenarios(results) },
    { id: "coverage", title: "Coverage", content: coverage(run) },
    { id: "observations", title: "Where the specification is silent", content: observations(silent, results.kind) },
  ].filter(({ content }) => content);
  const title = `${results.subject.name}: ${verdictWords[results.kind][results.verdict]}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>
${readAssets(...styles.map((name) => `page/style/${name}.css`))}</style>
</head>
<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
${header(run)}
<nav aria-label="Parts of this page"><ul>${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}${links.map(([file, name]) => markup`<li><a href="${file}">${name}</a></li>`)}</ul></nav>
<main>
${sections.map(({ id, title: name, content }) => markup`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${content}</section>\n`)}
</main>
<footer>Written by assay from ${run.entries.length > 0 && markup`<a href="journal.jsonl">journal.jsonl</a> and `}<a href="results.json">results.json</a>. Tokens stand as the names of shell variables.</footer>
<script>
${readAssets("page/page.js")}</script>
</body>
</html>
`.text;
}

function header({ results, mends }: RunRecord): Markup {
  const { kind, verdict, subject, specification, seed, depth, requests, started, finished } = results;
  const counts = countOutcomes(results.requirements);
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1000;
  const facts: [string, string][] = [
    ["Run", `${started.slice(0, 16).replace("T", " ")} UTC, ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`],
    [kind === "partner" ? "Requests of the application" : "Requests", requests.toLocaleString("en")],
    ...(kind === "partner"
      ? []
      : ([
          ["Depth", depth],
          ["Seed", String(seed)],
        ] satisfies [string, string][])),
    ["Specification", `${specification.version} (${specification.digest.slice(7, 15)})`],
    ...Object.entries(subject.urls).slice(0, 1),
  ];
  const broken =
    mends ??
    outcomes
      .slice(0, 2)
      .flatMap((outcome) => results.requirements.filter((one) => one.outcome === outcome))
      .map(({ id }) => id);
  const shown = outcomes.filter((outcome) => counts[outcome] > 0);
  return markup`<header>
<p class="kicker">${specification.name}: ${kind === "partner" ? "certification" : "conformance"} of ${subject.name}</p>
<h1><span class="verdict c-${verdict}">${capital(verdictWords[kind][verdict])}</span></h1>
${results.complete === false && markup`<p class="notice"><strong>Incomplete.</strong> The run, or a part of it, did not come to its end: this is what was seen until then.</p>`}
<dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="bar" aria-hidden="true">${shown.map((outcome) => markup`<span class="c-${outcome}" style="flex:${counts[outcome]}"></span>`)}</div>
<ul class="legend">${shown.map((outcome) => markup`<li class="c-${outcome}"><b>${counts[outcome]}</b> ${outcomeWordsOf(kind)[outcome]}</li>`)}</ul>
${broken.length > 0 && markup`<p class="failed">Look first at ${broken.slice(0, mostLinks).map((id) => markup`<a href="#${id}">${id}</a> `)}</p>`}
</header>`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
