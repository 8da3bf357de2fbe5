import { groupBy } from "../base/group-by.ts";
import { areasOf } from "../record/areas.ts";
import { fixesIn } from "../record/causes.ts";
import type { ContractResult } from "../record/contract-result.ts";
import { headlineOf, headlineText } from "../record/headline.ts";
import { countOutcomes, isBroken, outcomeCounts, outcomes, outcomeWordsOf } from "../record/outcomes.ts";
import { cellCount } from "../record/results/cell-words.ts";
import { revisionLines, trialLines } from "../record/results/trial.ts";
import { type RequirementResult, type Results, settingsOf, type Verdict } from "../record/results.ts";
import type { SinceThen } from "../record/since.ts";
import { claimCovering } from "../specs/ledger/claims.ts";
import { fenced, folded, plain, sentence, table } from "./markdown-text.ts";
import { unlockWords } from "./parts/unlock-words.ts";
import { sinceLines } from "./since-words.ts";

/** The number of broken requirements or contracts that are listed: GitHub takes a mebibyte, and no one reads it. */
const maxListed = 50;

const signs: Record<Verdict, string> = { pass: "✅", fail: "❌", inconclusive: "⚪" };

/** Results for a pull request or the summary page of a build; what to fix comes in the order of causes. */
export const markdown = (results: Results, since?: SinceThen): string =>
  [
    ...headOf(results),
    ...(since ? [...sinceLines(since, results).map(sinceItem), ""] : []),
    ...brokenRequirements(results),
    ...failedContracts(results.contracts ?? []),
    ...claimTable(results),
    ...folded("By area", areaTable(results)),
  ].join("\n");

function headOf(results: Results): string[] {
  const { kind, subject, complete, requirements, selected, requests, specification } = results;
  const counts = countOutcomes(requirements);
  const words = outcomeWordsOf(kind);
  const unlock = unlockWords(results).join("; ");
  const cells = cellCount(results);
  return [
    `## ${signs[headlineOf(results).tone]} ${plain(subject.name)}: ${headlineText(results)}`,
    "",
    ...(complete === false ? ["**Incomplete:** the run did not come to its end.", ""] : []),
    ...(results.troubles ?? []).flatMap((trouble) => [`**Trouble:** ${plain(trouble)}`, ""]),
    `${requirements.length} requirements: ${outcomes.map((outcome) => `${counts[outcome]} ${words[outcome]}`).join(", ")}${selected ? `; ${selected.of - selected.count} not selected` : ""}${cells && `; ${cells} cells judged`}.`,
    ...[...revisionLines(results), ...trialLines(results)].map((line) => `${plain(line)}.`),
    ...(unlock ? [`Judge more: ${plain(unlock)}.`] : []),
    `${[
      `${requests} requests`,
      ...Object.entries(settingsOf(results)).map(([name, value]) => `${name} ${value}`),
      `${plain(specification.name)} ${specification.version}`,
    ].join(", ")}.`,
    "",
  ];
}

function brokenRequirements(results: Results): string[] {
  const fixes = fixesIn(results);
  if (fixes.length === 0) return [];
  const more = fixes.length - maxListed;
  return [
    "To fix, in this order:",
    "",
    ...fixes.slice(0, maxListed).flatMap(({ first, also }) => [...brokenRequirement(first), ...sameCause(also)]),
    ...(more > 0 ? [`and ${more} more, in results.json.`, ""] : []),
  ];
}

/** Requirements that probably break for the same cause, by name. */
const sameCause = (also: readonly RequirementResult[]): string[] =>
  also.length > 0
    ? ["Likely the same cause:", "", ...also.map(({ id, title }) => `- ${id}: ${sentence(title)}`), ""]
    : [];

/** A line of what changed, as an item below the one that it belongs to. */
const sinceItem = (line: string): string => {
  const depth = line.length - line.trimStart().length;
  return `${" ".repeat(depth)}- ${plain(line.trim())}`;
};

/** The findings of a certification, claim by claim. */
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
  return rows.length > 0 ? ["### By claim", "", ...table(["claim", "requirements", "to fix"], rows), ""] : [];
}

/** The name for requirements of every application, whatever it claims. */
const anyClaim = "every application";

const brokenRequirement = ({
  id,
  outcome,
  title,
  reason = "",
  brief,
  repro,
  evidence,
}: RequirementResult): string[] => {
  // A line that repeats the last request shows nothing again that took several.
  const command = brief && repro ? `sh ${repro}` : evidence[0]?.curl;
  return [
    `### ${outcome} ${id}: ${sentence(title)}`,
    "",
    ...(brief ? [plain(brief), ""] : []),
    plain(reason),
    "",
    ...(command ? [...fenced(command, "sh"), ""] : []),
  ];
};

function failedContracts(contracts: readonly ContractResult[]): string[] {
  const failed = contracts.filter(({ outcome }) => outcome === "fail").slice(0, maxListed);
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
