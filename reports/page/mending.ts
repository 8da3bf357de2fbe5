import { capitalised } from "../../base/wording.ts";
import type { RequirementResult, Results } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../parts/markup.ts";
import type { EvidenceOf } from "./evidence.ts";
import { marks } from "./parts.ts";

/** What a subject has to mend, first what everything else rests on, each with what shows it. */
export function mending({ results, mends = [] }: RunRecord, evidence: EvidenceOf): Markup | undefined {
  if (mends.length === 0) return undefined;
  const byId = new Map(results.requirements.map((result) => [result.id, result]));
  const broken = mends.flatMap((id) => byId.get(id) ?? []);
  return markup`<p class="lead">${leads[results.kind]}</p>
<ol class="mends">${broken.map((result) => (results.kind === "partner" ? item(result, evidence(result)) : item(result, summary(result))))}</ol>`;
}

const leads: Record<Results["kind"], string> = {
  partner:
    "The rest is built on what comes first: mend from the top, and certify again. A failure keeps the certificate back; a warning does not.",
  provider:
    "The rest is built on what comes first: mend from the top. `assay replay` repeats what failed, and nothing else.",
};

/** What to mend in a sentence, where the whole of it stands further down. */
const summary = ({ id, mend = "", reason = "" }: RequirementResult): Markup =>
  markup`<p>${capitalised(mend || reason)}. <a href="#${id}">How it came to this</a></p>`;

function item({ id, outcome, title }: RequirementResult, content: Markup): Markup {
  const word = outcome === "fail" ? "Failed" : "Warned";
  return markup`<li><h3><span><b class="c-${outcome}"><span aria-hidden="true">${marks[outcome]}</span> ${word}</b> <a href="#${id}">${id}</a> ${prose(title)}</span></h3>${content}</li>
`;
}
