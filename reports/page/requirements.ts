import { type AreaResults, areasOf } from "../../record/areas.ts";
import type { Entry } from "../../record/journal.ts";
import { countOutcomes, outcomes, outcomeWordsOf } from "../../record/outcomes.ts";
import type { Outcome, RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../markup.ts";
import type { EvidenceOf } from "./evidence.ts";

/** Outcomes as signs, for those who cannot tell colours apart. */
export const marks: Record<Outcome, string> = {
  pass: "✓",
  fail: "✕",
  warn: "!",
  untestable: "?",
  "not-applicable": "–",
};

/** The matrix of requirements: an overview to point at, filters, and a line for each that opens to what is known of it. */
export function requirements(run: RunRecord, evidence: EvidenceOf): Markup {
  const areas = areasOf(run.results.requirements);
  const told: Told = { evidence, judged: judgements(run.entries), words: outcomeWordsOf(run.results.kind) };
  return markup`
<div class="grid" aria-hidden="true">${areas.map((area) => cells(area, told))}</div>
${filters(run.results.requirements, told)}
<p class="count" id="shown" role="status"></p>
${areas.map((area) => section(area, told))}`;
}

/** What is told of a requirement, and in which words. */
interface Told {
  evidence: EvidenceOf;
  judged: Judgements;
  words: Record<Outcome, string>;
}

const cells = ({ title, requirements: own }: AreaResults, { words }: Told): Markup =>
  markup`<div>${title}<div class="cells">${own.map(({ id, outcome }) => markup`<i class="c-${outcome}" data-to="${id}" title="${id} ${words[outcome]}"></i>`)}</div></div>`;

function filters(all: readonly RequirementResult[], { words }: Told): Markup {
  const counts = countOutcomes(all);
  const boxes = outcomes.filter((outcome) => counts[outcome] > 0);
  return markup`<form class="filters" role="search" aria-label="Filter the requirements">
<input type="search" name="text" aria-label="Search requirements" placeholder="Search id, text, reason">
<fieldset><legend class="sr">Outcome</legend>${boxes.map((outcome) => markup`<label><input type="checkbox" name="outcome" value="${outcome}" checked> ${words[outcome]}</label>`)}</fieldset>
<select name="level" aria-label="Level"><option value="">any level</option><option>must</option><option>should</option><option>open</option></select>
</form>`;
}

function section({ title, requirements: own }: AreaResults, told: Told): Markup {
  const counts = countOutcomes(own);
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${told.words[outcome]}`);
  return markup`<section class="area"><h3>${title} <small>${parts.join(", ")}</small></h3>${own.map((one) => row(one, told))}</section>`;
}

const row = (one: RequirementResult, { evidence, judged, words }: Told): Markup => {
  const { id, level, outcome, title, reason, sources } = one;
  const isBroken = outcome === "fail" || outcome === "warn";
  return markup`<details class="r${isBroken ? " f" : ""}" id="${id}" data-o="${outcome}" data-l="${level}"><summary><b class="mark c-${outcome}" aria-hidden="true">${marks[outcome]}</b><code>${id}</code><span class="t">${prose(title)}</span><em><span class="sr">${words[outcome]}, </span>${level}</em></summary><div>${
    isBroken ? evidence(one) : reason ? markup`<p>${capital(reason)}.</p>` : markup`<p>${judged(id)}</p>`
  }<ul class="sources">${sources.map((source) => markup`<li>${source}</li>`)}</ul></div></details>
`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Judgements = (id: string) => string;

/** How often a requirement was held against something, and in which proofs. */
function judgements(entries: readonly Entry[]): Judgements {
  const times = new Map<string, number>();
  const proofs = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.kind === "judged") for (const id of entry.ids) times.set(id, (times.get(id) ?? 0) + 1);
    if (entry.kind === "proof")
      for (const id of entry.ids) proofs.set(id, (proofs.get(id) ?? new Set<string>()).add(entry.title));
  }
  return (id) => {
    const [count = 0, titles] = [times.get(id), [...(proofs.get(id) ?? [])]];
    const more = titles.length > 3 ? ` and ${titles.length - 3} more` : "";
    const by = titles.length > 0 ? `: ${titles.slice(0, 3).join("; ")}${more}` : "";
    return count > 0 ? `Held ${count} ${count === 1 ? "time" : "times"}${by}.` : "Held.";
  };
}
