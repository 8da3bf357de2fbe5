import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup, prose } from "../markup.ts";
import type { EvidenceOf } from "./evidence.ts";
import { marks } from "./requirements.ts";

/** What a partner has to mend, first what everything else rests on, each with what shows it. */
export function mending({ results, mends = [] }: RunRecord, evidence: EvidenceOf): Markup | undefined {
  if (mends.length === 0) return undefined;
  const known = new Map(results.requirements.map((one) => [one.id, one]));
  const broken = mends.flatMap((id) => known.get(id) ?? []);
  return markup`<p class="lead">What stands first is what the rest is built on: mend from the top, and certify again. What failed keeps the certificate back; a warning does not.</p>
<ol class="mends">${broken.map((one) => mend(one, evidence))}</ol>`;
}

const mend = (one: RequirementResult, evidence: EvidenceOf): Markup =>
  markup`<li><h3><span><b class="c-${one.outcome}"><span aria-hidden="true">${marks[one.outcome]}</span> ${one.outcome === "fail" ? "Failed" : "Warned"}</b> <a href="#${one.id}">${one.id}</a> ${prose(one.title)}</span></h3>${evidence(one)}</li>
`;
