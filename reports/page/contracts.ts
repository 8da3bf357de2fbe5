import { groupBy } from "../../base/group-by.ts";
import type { ContractMismatch, ContractResult } from "../../record/contract-result.ts";
import { outcomeCounts, outcomeWords } from "../../record/outcomes.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { curlBox, listLine, scrolling, table, tableRow } from "./parts.ts";

/** What became of consumers' contracts, by consumer. */
export function contracts(all: readonly ContractResult[]): Markup | undefined {
  if (all.length === 0) return undefined;
  return markup`${[...groupBy(all, ({ consumer }) => consumer)].map(consumerSection)}`;
}

const consumerSection = ([consumer, results]: readonly [string, readonly ContractResult[]]): Markup =>
  markup`<section><h3>${consumer} <small>${outcomeCounts(results)}</small></h3>${results.map(interactionLine)}</section>`;

const interactionLine = (result: ContractResult): Markup =>
  listLine({
    outcome: result.outcome,
    name: result.kind,
    title: result.interaction,
    note: outcomeWords[result.outcome],
    content: detailsOf(result),
  });

const detailsOf = ({ reason, states, requirements, mismatches, evidence, pact }: ContractResult): Markup => markup`
${reason && markup`<p>${reason}</p>`}${states.length > 0 && markup`<p>Given ${states.join(" and ")}.</p>`}
${requirements.length > 0 && markup`<p>Rests on ${requirements.map((id) => markup`<a href="#${id}">${id}</a> `)}</p>`}
${mismatches.length > 0 && scrolling(table(["Place", "Expected", "Seen"], mismatches.map(mismatchRow)))}
${evidence.map(({ curl }) => curl && curlBox(curl))}<p class="count">${pact}</p>`;

const mismatchRow = ({ part, place, expected, actual }: ContractMismatch): Markup =>
  tableRow(`${part} ${place}`, expected, actual);
