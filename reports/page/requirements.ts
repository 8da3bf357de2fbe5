import { capitalised } from "../../base/text/wording.ts";
import { type AreaResults, areasOf } from "../../record/areas.ts";
import { placesByCause } from "../../record/causes.ts";
import { countOutcomes, isBroken, outcomeCounts, outcomes, outcomeWordsOf } from "../../record/outcomes.ts";
import { cellWords } from "../../record/results/cell-words.ts";
import type { Outcome, RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../parts/markup.ts";
import type { EvidenceOf } from "./evidence.ts";
import { type JudgementsOf, judgementsIn } from "./judgements.ts";
import { fold, listLine } from "./parts.ts";

/** The words for outcomes, and what is known of a requirement besides its result. */
interface Knowledge {
  words: Record<Outcome, string>;
  evidence: EvidenceOf;
  judgements: JudgementsOf;
  /** The requirements that lie open. */
  open: ReadonlySet<string>;
}

/** So many broken requirements lie open; more would bury the others. */
const maxOpen = 5;

/** The requirements: an overview to point at, filters, and a line for each that opens to what is known of it. */
export function requirements({ results, entries }: RunRecord, evidence: EvidenceOf): Markup {
  const areas = areasOf(results.requirements);
  const knowledge = {
    words: outcomeWordsOf(results.kind),
    evidence,
    judgements: judgementsIn(entries),
    open: openIds(results),
  };
  return markup`
<div class="grid" aria-hidden="true">${areas.map((area) => squares(area, knowledge))}</div>
${key(results.requirements, knowledge)}
${filters(results.requirements, knowledge)}
<p class="count" id="shown" role="status"></p>
${areas.map((area) => areaSection(area, knowledge))}`;
}

/** The broken requirements that are to be fixed first. */
const openIds = (results: Results): ReadonlySet<string> =>
  // A partner reads all of it under what there is to fix.
  new Set(results.kind === "partner" ? [] : [...placesByCause(results).keys()].slice(0, maxOpen));

const squares = ({ title: area, requirements: results }: AreaResults, { words }: Knowledge): Markup =>
  markup`<div>${area}<div class="cells">${results.map(({ id, outcome, title }) => markup`<i class="c-${outcome}" data-to="${id}" title="${id}, ${words[outcome]}: ${title}"></i>`)}</div></div>`;

/** The meanings of the squares, for those that there are. */
function key(results: readonly RequirementResult[], { words }: Knowledge): Markup {
  const counts = countOutcomes(results);
  const shown = outcomes.filter((outcome) => counts[outcome] > 0);
  return markup`<p class="key" aria-hidden="true">Each square is a requirement: ${shown.map((outcome) => markup`<span><span class="cells"><i class="c-${outcome}"></i></span> ${words[outcome]}</span> `)}</p>`;
}

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
  fold({
    heading: title,
    note: outcomeCounts(results, knowledge.words),
    isOpen: results.some(isBroken),
    content: markup`${results.map((result) => requirementLine(result, knowledge))}`,
  });

function requirementLine(result: RequirementResult, knowledge: Knowledge): Markup {
  const { id, level, outcome, title, sources, status } = result;
  const cells = cellWords(result);
  return listLine({
    outcome,
    attributes: markup` id="${id}" data-o="${outcome}" data-l="${level}"`,
    name: id,
    title: prose(title),
    isOpen: knowledge.open.has(id),
    note: markup`<span class="sr">${knowledge.words[outcome]}, </span>${level}${status === "trial" && ", on trial"}`,
    content: markup`${whatIsKnown(result, knowledge)}${cells && markup`<p>${cells}.</p>`}<ul class="sources">${sources.map((source) => markup`<li>${source}</li>`)}</ul>`,
  });
}

function whatIsKnown(result: RequirementResult, { evidence, judgements }: Knowledge): Markup {
  if (isBroken(result)) return evidence(result);
  const { id, reason, note } = result;
  return markup`<p>${reason ? `${capitalised(reason)}.` : judgements(id)}</p>${note ? markup`<p>${capitalised(note)}.</p>` : ""}`;
}
