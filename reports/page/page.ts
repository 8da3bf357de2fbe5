import { endTopic } from "../../record/application-end.ts";
import { headlineText } from "../../record/headline.ts";
import { timeTopic } from "../../record/results/scenario-times.ts";
import type { Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { readAssets } from "../parts/assets.ts";
import { contentPolicy } from "../parts/content-policy.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { claims } from "./claims.ts";
import { contracts, isContractsFirst } from "./contracts.ts";
import { coverage } from "./coverage.ts";
import { ending } from "./ending.ts";
import { createEvidence } from "./evidence.ts";
import { fixing } from "./fixing.ts";
import { header } from "./header.ts";
import { machine } from "./machine.ts";
import { observations } from "./observations.ts";
import { requests } from "./requests.ts";
import { requirements } from "./requirements.ts";
import { scenarios } from "./scenarios.ts";
import { since } from "./since.ts";

/** Another report in the same folder. */
export interface PageLink {
  file: string;
  title: string;
}

/** The page's looks, in the order in which they override each other: calm in light and dark, on narrow and wide screens, and on paper. */
export const pageStyles = ["base", "header", "requirements", "evidence", "sequence", "figures", "tables", "media"].map(
  (name) => `page/style/${name}.css`,
);

/** The conformance page: one file that needs nothing but a browser. */
export function page(run: RunRecord, links: readonly PageLink[]): string {
  const sections = sectionsOf(run);
  const script = readAssets("page/page.js");
  return markup`<!doctype html>
<html lang="en">
${head(run.results, script)}
<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
${header(run)}
${navigation(sections, links)}
<main>
${sections.map(section)}
</main>
${footer(run)}
<script>${script}</script>
</body>
</html>
`.text;
}

/** One part of the page. */
interface PageSection {
  id: string;
  title: string;
  /** Its name in the navigation, where the title is long. */
  short?: string;
  content: Markup;
}

/** The parts of the page; one that has nothing to show is left out. */
function sectionsOf(run: RunRecord): PageSection[] {
  const { results } = run;
  const evidence = createEvidence(run);
  const titles = new Map(results.requirements.map(({ id, title }) => [id, title]));
  const ofContracts = { id: "contracts", title: "Contracts", content: contracts(results.contracts ?? [], titles) };
  const unspecified = results.observations.filter(({ topic }) => topic !== timeTopic && topic !== endTopic);
  const sections = [
    { id: "end", title: "How the application ended", short: "End", content: ending(results) },
    { id: "fixing", title: "To fix, in this order", short: "To fix", content: fixing(run, evidence) },
    ...(isContractsFirst(results) ? [ofContracts] : []),
    { id: "claims", title: "By claim", content: claims(run) },
    { id: "since", title: "Since the last run", short: "Since", content: since(run) },
    { id: "requirements", title: "Requirements", content: requirements(run, evidence) },
    ...(isContractsFirst(results) ? [] : [ofContracts]),
    { id: "machine", title: "Install machine", short: "Machine", content: machine(results) },
    { id: "requests", title: "Requests and the rate limit", short: "Requests", content: requests(run) },
    { id: "scenarios", title: "Where the time went", short: "Time", content: scenarios(results) },
    { id: "coverage", title: "Coverage", content: coverage(run) },
    {
      id: "observations",
      title: "Where the specification is silent",
      short: "Observed",
      content: observations(unspecified, results.kind),
    },
  ];
  return sections.flatMap(({ content, ...rest }) => (content ? [{ ...rest, content }] : []));
}

function head(results: Results, script: Markup): Markup {
  const style = readAssets(...pageStyles);
  return markup`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
${contentPolicy({ style: style.text, script: script.text })}
<link rel="icon" href="data:,">
<title>${results.subject.name}: ${headlineText(results)}</title>
<style>${style}</style>
</head>`;
}

function navigation(sections: readonly PageSection[], links: readonly PageLink[]): Markup {
  const items = [
    ...sections.map(({ id, title, short = title }) => ({ href: `#${id}`, title: short })),
    ...links.map(({ file, title }) => ({ href: file, title })),
  ];
  return markup`<nav aria-label="Parts of this page"><ul>${items.map(({ href, title }) => markup`<li><a href="${href}">${title}</a></li>`)}</ul></nav>`;
}

const section = ({ id, title, content }: PageSection): Markup =>
  markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>\n`;

const footer = ({ entries }: RunRecord): Markup =>
  markup`<footer>Written by assay from ${entries.length > 0 && markup`<a href="journal.jsonl">journal.jsonl</a> and `}<a href="results.json">results.json</a>. Tokens stand as the names of shell variables.</footer>`;
