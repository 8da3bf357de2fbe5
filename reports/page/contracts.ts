import { groupBy } from "../../base/group-by.ts";
import type { ContractMismatch, ContractResult } from "../../record/contract-result.ts";
import { isBroken, outcomeCounts, outcomeWords } from "../../record/outcomes.ts";
import type { Results } from "../../record/results.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { curlBox, fold, listLine, namedLink, scrolling, type TitleOf, table, tableRow } from "./parts.ts";

/** True if contracts come before requirements: where some fail, and where nothing else was judged. */
export const isContractsFirst = ({ contracts: all = [], judged }: Results): boolean =>
  all.some(({ outcome }) => outcome === "fail") || (all.length > 0 && judged?.count === 0);

/** The outcomes of consumers' contracts, by consumer; those that fail lie open. */
export function contracts(all: readonly ContractResult[], titles: TitleOf): Markup | undefined {
  if (all.length === 0) return undefined;
  return markup`${[...groupBy(all, ({ consumer }) => consumer)].map((group) => consumerSection(group, titles))}`;
}

const consumerSection = ([consumer, results]: readonly [string, readonly ContractResult[]], titles: TitleOf): Markup =>
  fold({
    heading: consumer,
    note: outcomeCounts(results),
    isOpen: results.some(isBroken),
    content: markup`${results.map((result) => interactionLine(result, titles))}`,
  });

const interactionLine = (result: ContractResult, titles: TitleOf): Markup =>
  listLine({
    outcome: result.outcome,
    name: result.kind,
    title: result.interaction,
    note: outcomeWords[result.outcome],
    content: detailsOf(result, titles),
    isOpen: result.outcome === "fail",
  });

const detailsOf = (
  { reason, states, requirements, mismatches, evidence, pact }: ContractResult,
  titles: TitleOf,
): Markup => markup`
${reason && markup`<p>${reason}</p>`}${states.length > 0 && markup`<p>Given ${states.join(" and ")}.</p>`}
${requirements.length > 0 && markup`<p>Rests on:</p><ul class="names">${requirements.map((id) => markup`<li>${namedLink(id, titles)}</li>`)}</ul>`}
${mismatches.length > 0 && scrolling(table(["Place", "Expected", "Seen"], mismatches.map(mismatchRow)))}
${evidence.map(({ curl }) => curl && curlBox(curl))}<p class="count">${pact}</p>`;

const mismatchRow = ({ part, place, expected, actual }: ContractMismatch): Markup =>
  tableRow(`${part} ${place}`, expected, actual);
