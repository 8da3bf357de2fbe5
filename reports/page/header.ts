import { capitalised, counted } from "../../base/text/wording.ts";
import { headlineOf } from "../../record/headline.ts";
import { countOutcomes, isOfContracts, outcomes, outcomeWordsOf } from "../../record/outcomes.ts";
import { cellCount } from "../../record/results/cell-words.ts";
import { revisionLines, trialLines } from "../../record/results/trial.ts";
import { type Results, settingsOf } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { unlockWords } from "../parts/unlock-words.ts";
import { curlBox } from "./parts.ts";

/** So many names stand at the top; beyond, filters serve better. */
const maxNames = 6;

/** The top of the page: the verdict, how the run was done, how many requirements have which outcome, and where to look first. */
export function header({ results }: RunRecord): Markup {
  const { subject, specification } = results;
  const { words, judged, tone } = headlineOf(results);
  const unlock = unlockWords(results).join("; ");
  return markup`<header>
<p class="kicker">${specification.name}: ${topicOf(results)} ${subject.name}</p>
<h1><span class="verdict c-${tone}">${capitalised(words)}</span>${judged && markup` <small class="judged">${judged}</small>`}</h1>
${unlock && markup`<p class="unlock">Judge more: ${unlock}</p>`}
${[...revisionLines(results), ...trialLines(results)].map((line) => markup`<p class="unlock">${capitalised(line)}</p>`)}
${contractNotice(results)}
${results.complete === false && markup`<p class="notice"><strong>Incomplete.</strong> The run, or a part of it, did not come to its end: this is what was seen until then.</p>`}
${results.troubles?.map(troubleNotice)}
<dl class="facts">${factsOf(results).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${!isOfContracts(results) && outcomeBar(results)}
</header>`;
}

/** A trouble that kept the run from judging more; a command that repeats it can be copied. */
function troubleNotice(trouble: string): Markup {
  const at = trouble.indexOf(" curl -sS ");
  const [what, curl] = at < 0 ? [trouble, ""] : [trouble.slice(0, at), trouble.slice(at + 1)];
  return markup`<p class="notice"><strong>Trouble.</strong> ${what}</p>${curl && curlBox(curl)}`;
}

function topicOf(results: Results): string {
  if (isOfContracts(results)) return "contracts at";
  return results.kind === "partner" ? "certification of" : "conformance of";
}

/** The number of interactions of contracts that fail, and which. */
function contractNotice({ contracts = [] }: Results): Markup | false {
  const failed = contracts.filter(({ outcome }) => outcome === "fail");
  if (contracts.length === 0) return false;
  const counts = `${failed.length} of ${counted(contracts.length, "interaction")} of contracts ${failed.length === 1 ? "fails" : "fail"}`;
  const more = failed.length - maxNames;
  return markup`<div class="${failed.length > 0 ? "notice bad" : "facts"}"><p><a href="#contracts">${counts}</a></p>${
    failed.length > 0 &&
    markup`<ul class="names">${failed.slice(0, maxNames).map(({ consumer, interaction, reason = "" }) => markup`<li><b>${consumer}</b>: ${interaction}: ${reason}</li>`)}${more > 0 && markup`<li>and ${more} more</li>`}</ul>`
  }</div>`;
}

type HeaderFact = readonly [name: string, value: string];

function factsOf(results: Results): HeaderFact[] {
  const { kind, subject, specification, selected, requests, started, finished } = results;
  const cells = cellCount(results);
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
          ...Object.entries(settingsOf(results)).map(([name, value]) => [capitalised(name), value] as const),
        ];
  return [
    ofRun,
    ...ofKind,
    ...(cells ? [["Cells", `${cells} judged`] as const] : []),
    ...(selected ? [["Selected", `${selected.count} of ${selected.of} requirements`] as const] : []),
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
