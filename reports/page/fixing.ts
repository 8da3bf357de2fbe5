import { capitalised } from "../../base/text/wording.ts";
import { fixesIn } from "../../record/causes.ts";
import type { RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../parts/markup.ts";
import type { EvidenceOf } from "./evidence.ts";
import { marks, namedLink } from "./parts.ts";

/** The fixes that a subject has to make, first those that everything else depends on, each with its evidence. */
export function fixing({ results }: RunRecord, evidence: EvidenceOf): Markup | undefined {
  const fixes = fixesIn(results);
  if (fixes.length === 0) return undefined;
  const contentOf = results.kind === "partner" ? evidence : summary;
  return markup`<p class="lead">${leads[results.kind]}</p>
<ol class="fixes">${fixes.map(({ first, also }) => item(first, markup`${contentOf(first)}${also.length > 0 && sameCause(also)}`))}</ol>`;
}

/** Requirements that probably break for the same cause, by name. */
const sameCause = (also: readonly RequirementResult[]): Markup => {
  const titles = new Map(also.map(({ id, title }) => [id, title]));
  return markup`<p>Likely the same cause:</p><ul class="names">${also.map(({ id }) => markup`<li>${namedLink(id, titles)}</li>`)}</ul>`;
};

const leads: Record<Results["kind"], Markup> = {
  partner: markup`Later failures may follow from earlier ones: fix from the top, and certify again. A failure prevents the certificate; a warning does not.`,
  provider: markup`Later failures may follow from earlier ones: fix from the top. <code>assay replay</code> repeats only what failed.`,
};

/** How it came to a failure in a line, and what to fix in a sentence, where the whole of it stands further down. */
const summary = ({ id, brief, mend = "", reason = "" }: RequirementResult): Markup =>
  markup`${brief && markup`<p>${brief}</p>`}<p>${capitalised(mend || reason)}. <a href="#${id}">How it came to this</a></p>`;

function item({ id, outcome, title }: RequirementResult, content: Markup): Markup {
  const word = outcome === "fail" ? "Failed" : "Warned";
  return markup`<li><h3><span><b class="c-${outcome}"><span aria-hidden="true">${marks[outcome]}</span> ${word}</b> <a href="#${id}">${id}</a> ${prose(title)}</span></h3>${content}</li>
`;
}
