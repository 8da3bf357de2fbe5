import type { ContractResult } from "../../record/contract-result.ts";
import { countOutcomes, outcomes, outcomeWords } from "../../record/outcomes.ts";
import { type Markup, markup } from "../markup.ts";
import { marks } from "./requirements.ts";

/** What became of consumers' contracts, by consumer. */
export function contracts(all: readonly ContractResult[]): Markup | undefined {
  if (all.length === 0) return undefined;
  const consumers = [...new Set(all.map(({ consumer }) => consumer))];
  return markup`${consumers.map((consumer) => {
    const own = all.filter((one) => one.consumer === consumer);
    const counts = countOutcomes(own);
    const told = outcomes.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${outcomeWords[one]}`);
    return markup`<section><h3>${consumer} <small>${told.join(", ")}</small></h3>${own.map(row)}</section>`;
  })}`;
}

const row = (one: ContractResult): Markup => {
  const isBroken = one.outcome === "fail" || one.outcome === "warn";
  return markup`<details class="r${isBroken ? " f" : ""}"><summary><b class="mark c-${one.outcome}" aria-hidden="true">${marks[one.outcome]}</b><code>${one.kind}</code><span class="t">${one.interaction}</span><em>${outcomeWords[one.outcome]}</em></summary><div>
${one.reason && markup`<p>${one.reason}</p>`}${one.states.length > 0 && markup`<p>Given ${one.states.join(" and ")}.</p>`}
${one.requirements.length > 0 && markup`<p>Rests on ${one.requirements.map((id) => markup`<a href="#${id}">${id}</a> `)}</p>`}
${one.mismatches.length > 0 && markup`<div class="scroll"><table><thead><tr><th>Place</th><th>Expected</th><th>Seen</th></tr></thead><tbody>${one.mismatches.map(({ part, place, expected, actual }) => markup`<tr><th scope="row">${part} ${place}</th><td>${expected}</td><td>${actual}</td></tr>`)}</tbody></table></div>`}
${one.evidence.map(({ curl }) => curl && markup`<div class="curl"><pre>${curl}</pre></div>`)}<p class="count">${one.pact}</p></div></details>
`;
};
