import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../parts/markup.ts";
import type { EvidenceOf } from "./evidence.ts";
import { marks } from "./parts.ts";

/** What a partner has to mend, first what everything else rests on, each with what shows it. */
export function mending({ results, mends = [] }: RunRecord, evidence: EvidenceOf): Markup | undefined {
  if (mends.length === 0) return undefined;
  const byId = new Map(results.requirements.map((result) => [result.id, result]));
  const broken = mends.flatMap((id) => byId.get(id) ?? []);
  return markup`<p class="lead">The rest is built on what comes first: mend from the top, and certify again. A failure keeps the certificate back; a warning does not.</p>
<ol class="mends">${broken.map((result) => item(result, evidence))}</ol>`;
}

function item(result: RequirementResult, evidence: EvidenceOf): Markup {
  const { id, outcome, title } = result;
  const word = outcome === "fail" ? "Failed" : "Warned";
  return markup`<li><h3><span><b class="c-${outcome}"><span aria-hidden="true">${marks[outcome]}</span> ${word}</b> <a href="#${id}">${id}</a> ${prose(title)}</span></h3>${evidence(result)}</li>
`;
}
