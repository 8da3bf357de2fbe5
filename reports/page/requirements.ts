import { capitalised } from "../../base/wording.ts";
import { type AreaResults, areasOf } from "../../record/areas.ts";
import { countOutcomes, isBroken, outcomeCounts, outcomes, outcomeWordsOf } from "../../record/outcomes.ts";
import type { Outcome, RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../parts/markup.ts";
import type { EvidenceOf } from "./evidence.ts";
import { type JudgementsOf, judgementsIn } from "./judgements.ts";
import { listLine } from "./parts.ts";

/** The words for outcomes, and what is known of a requirement besides its result. */
interface Knowledge {
  words: Record<Outcome, string>;
  evidence: EvidenceOf;
  judgements: JudgementsOf;
}

/** The requirements: an overview to point at, filters, and a line for each that opens to what is known of it. */
export function requirements({ results, entries }: RunRecord, evidence: EvidenceOf): Markup {
  const areas = areasOf(results.requirements);
  const knowledge = { words: outcomeWordsOf(results.kind), evidence, judgements: judgementsIn(entries) };
  return markup`
<div class="grid" aria-hidden="true">${areas.map((area) => cells(area, knowledge))}</div>
${filters(results.requirements, knowledge)}
<p class="count" id="shown" role="status"></p>
${areas.map((area) => areaSection(area, knowledge))}`;
}

const cells = ({ title, requirements: results }: AreaResults, { words }: Knowledge): Markup =>
  markup`<div>${title}<div class="cells">${results.map(({ id, outcome }) => markup`<i class="c-${outcome}" data-to="${id}" title="${id} ${words[outcome]}"></i>`)}</div></div>`;

function filters(results: readonly RequirementResult[], { words }: Knowledge): Markup {
  const counts = countOutcomes(results);
  const boxes = outcomes.filter((outcome) => counts[outcome] > 0);
  return markup`<form class="filters" role="search" aria-label="Filter the requirements">
<input type="search" name="text" aria-label="Search requirements" placeholder="Search id, text, reason">
<fieldset><legend class="sr">Outcome</legend>${boxes.map((outcome) => markup`<label><input type="checkbox" name="outcome" value="${outcome}" checked> ${words[outcome]}</label>`)}</fieldset>
<select name="level" aria-label="Level"><option value="">any level</option><option>must</option><option>should</option><option>open</option></select>
</form>`;
}

const areaSection = ({ title, requirements: results }: AreaResults, knowledge: Knowledge): Markup =>
  markup`<section class="area"><h3>${title} <small>${outcomeCounts(results, knowledge.words)}</small></h3>${results.map((result) => requirementLine(result, knowledge))}</section>`;

function requirementLine(result: RequirementResult, knowledge: Knowledge): Markup {
  const { id, level, outcome, title, sources } = result;
  return listLine({
    outcome,
    attributes: markup` id="${id}" data-o="${outcome}" data-l="${level}"`,
    name: id,
    title: prose(title),
    note: markup`<span class="sr">${knowledge.words[outcome]}, </span>${level}`,
    content: markup`${whatIsKnown(result, knowledge)}<ul class="sources">${sources.map((source) => markup`<li>${source}</li>`)}</ul>`,
  });
}

function whatIsKnown(result: RequirementResult, { evidence, judgements }: Knowledge): Markup {
  if (isBroken(result)) return evidence(result);
  return markup`<p>${result.reason ? `${capitalised(result.reason)}.` : judgements(result.id)}</p>`;
}
