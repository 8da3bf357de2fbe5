import { groupBy } from "../base/group-by.ts";
import { areasOf } from "../record/areas.ts";
import type { ContractResult } from "../record/contract-result.ts";
import { headlineOf, headlineText } from "../record/headline.ts";
import { countOutcomes, isBroken, outcomeCounts, outcomes, outcomeWordsOf } from "../record/outcomes.ts";
import type { RequirementResult, Results, Verdict } from "../record/results.ts";
import type { SinceThen } from "../record/since.ts";
import { claimCovering } from "../specs/claims.ts";
import { fenced, folded, plain, sentence, table } from "./markdown-text.ts";
import { unlockWords } from "./parts/unlock-words.ts";
import { sinceLines } from "./since-words.ts";

/** How many broken requirements or contracts are listed: GitHub takes a mebibyte, and nobody reads it. */
const mostListed = 50;

const signs: Record<Verdict, string> = { pass: "✅", fail: "❌", inconclusive: "⚪" };

/** Results for a pull request or the summary page of a build; what a partner has to mend comes in that order. */
export const markdown = (results: Results, mends: readonly string[] = [], since?: SinceThen): string =>
  [
    ...headOf(results),
    ...(since ? [...sinceLines(since, results).map(sinceItem), ""] : []),
    ...(mends.length > 0 ? ["To mend, in this order:", ""] : []),
    ...brokenRequirements(results.requirements, mends),
    ...consequences(results.requirements, mends),
    ...failedContracts(results.contracts ?? []),
    ...claimTable(results),
    ...folded("By area", areaTable(results)),
  ].join("\n");

function headOf(results: Results): string[] {
  const { kind, subject, complete, requirements, selected, requests, depth, seed, specification } = results;
  const counts = countOutcomes(requirements);
  const words = outcomeWordsOf(kind);
  const unlock = unlockWords(results).join("; ");
  return [
    `## ${signs[headlineOf(results).tone]} ${plain(subject.name)}: ${headlineText(results)}`,
    "",
    ...(complete === false ? ["**Incomplete:** the run did not come to its end.", ""] : []),
    `${requirements.length} requirements: ${outcomes.map((outcome) => `${counts[outcome]} ${words[outcome]}`).join(", ")}${selected ? `; ${selected.of - selected.count} not selected` : ""}.`,
    ...(unlock ? [`Judge more: ${plain(unlock)}.`] : []),
    `${requests} requests, depth ${depth}, seed ${seed}, ${plain(specification.name)} ${specification.version}.`,
    "",
  ];
}

function brokenRequirements(requirements: readonly RequirementResult[], mends: readonly string[]): string[] {
  const broken = requirements
    .filter((result) => isBroken(result) && !isConsequence(result, mends))
    .toSorted((a, b) => mends.indexOf(a.id) - mends.indexOf(b.id));
  const more = broken.length - mostListed;
  return [
    ...broken.slice(0, mostListed).flatMap(brokenRequirement),
    ...(more > 0 ? [`and ${more} more, in results.json.`, ""] : []),
  ];
}

/** Whether a requirement is broken only because of another that has to be mended. */
const isConsequence = (result: RequirementResult, mends: readonly string[]): boolean =>
  mends.length > 0 && isBroken(result) && !mends.includes(result.id);

function consequences(requirements: readonly RequirementResult[], mends: readonly string[]): string[] {
  const rest = requirements.filter((result) => isConsequence(result, mends));
  if (rest.length === 0) return [];
  return [
    "Because of the above, also not shown:",
    "",
    ...rest.map(({ id, title }) => `- ${id}: ${sentence(title)}`),
    "",
  ];
}

/** A line of what changed, as an item below the one that it belongs to. */
const sinceItem = (line: string): string => {
  const depth = line.length - line.trimStart().length;
  return `${" ".repeat(depth)}- ${plain(line.trim())}`;
};

/** What a certification found, claim by claim. */
function claimTable({ kind, requirements }: Results): string[] {
  if (kind !== "partner") return [];
  const byClaim = groupBy(
    requirements.filter(({ outcome }) => outcome !== "not-applicable"),
    ({ id }) => claimCovering(id) ?? anyClaim,
  );
  const rows = [...byClaim].map(([claim, results]) => {
    const broken = results.filter(isBroken).map(({ id, title }) => `${id}: ${plain(title)}`);
    return [claim, outcomeCounts(results, outcomeWordsOf(kind)), broken.join("; ") || "nothing"];
  });
  return rows.length > 0 ? ["### By claim", "", ...table(["claim", "requirements", "to mend"], rows), ""] : [];
}

/** What is asked of every application, whatever it claims. */
const anyClaim = "every application";

const brokenRequirement = ({ id, outcome, title, reason = "", evidence }: RequirementResult): string[] => [
  `### ${outcome} ${id}: ${sentence(title)}`,
  "",
  plain(reason),
  "",
  ...(evidence[0]?.curl ? [...fenced(evidence[0].curl, "sh"), ""] : []),
];

function failedContracts(contracts: readonly ContractResult[]): string[] {
  const failed = contracts.filter(({ outcome }) => outcome === "fail").slice(0, mostListed);
  if (failed.length === 0) return [];
  const rows = failed.map(({ consumer, interaction, reason = "" }) => [consumer, interaction, reason].map(plain));
  return ["### Contracts that fail", "", ...table(["consumer", "interaction", "why"], rows), ""];
}

function areaTable({ kind, requirements }: Results): string[] {
  const words = outcomeWordsOf(kind);
  const rows = areasOf(requirements).map((area) => {
    const counts = countOutcomes(area.requirements);
    return [area.title, ...outcomes.map((outcome) => String(counts[outcome] || ""))];
  });
  return table(["area", ...outcomes.map((outcome) => words[outcome])], rows);
}
