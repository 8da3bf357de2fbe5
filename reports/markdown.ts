import { areasOf } from "../record/areas.ts";
import { countOutcomes, outcomes, outcomeWordsOf, verdictWords } from "../record/outcomes.ts";
import type { RequirementResult, Results } from "../record/results.ts";
import { fenced, folded, plain, sentence, table } from "./markdown-text.ts";

/** How many breaches are told at length: GitHub takes a mebibyte, and nobody reads it. */
const most = 50;

const signs = { pass: "✅", fail: "❌", inconclusive: "⚪" };

/** Results for a pull request or the summary page of a build. */
export function markdown(results: Results, mends: readonly string[] = []): string {
  const { kind, subject, verdict, requirements, contracts = [], requests, seed, depth, specification } = results;
  const counts = countOutcomes(requirements);
  const words = outcomeWordsOf(kind);
  const broken = requirements
    .filter(({ outcome }) => outcome === "fail" || outcome === "warn")
    .toSorted((one, other) => mends.indexOf(one.id) - mends.indexOf(other.id));
  const failing = contracts.filter(({ outcome }) => outcome === "fail");
  return [
    `## ${signs[verdict]} ${plain(subject.name)}: ${verdictWords[kind][verdict]}`,
    "",
    ...(results.complete === false ? ["**Incomplete:** the run did not come to its end.", ""] : []),
    `${requirements.length} requirements: ${outcomes.map((outcome) => `${counts[outcome]} ${words[outcome]}`).join(", ")}.`,
    `${requests} requests, depth ${depth}, seed ${seed}, ${plain(specification.name)} ${specification.version}.`,
    "",
    ...(mends.length > 0 ? ["To mend, in this order:", ""] : []),
    ...broken.slice(0, most).flatMap(breach),
    ...(broken.length > most ? [`and ${broken.length - most} more, in results.json.`, ""] : []),
    ...(failing.length > 0
      ? [
          "### Contracts that fail",
          "",
          ...table(
            ["consumer", "interaction", "why"],
            failing.slice(0, most).map((one) => [plain(one.consumer), plain(one.interaction), plain(one.reason ?? "")]),
          ),
          "",
        ]
      : []),
    ...folded(
      "By area",
      table(
        ["area", ...outcomes.map((outcome) => words[outcome])],
        areasOf(requirements).map(({ title, requirements: own }) => {
          const each = countOutcomes(own);
          return [title, ...outcomes.map((outcome) => (each[outcome] > 0 ? String(each[outcome]) : ""))];
        }),
      ),
    ),
  ].join("\n");
}

const breach = ({ id, outcome, title, reason = "", evidence }: RequirementResult): string[] => [
  `### ${outcome} ${id}: ${sentence(title)}`,
  "",
  plain(reason),
  "",
  ...(evidence[0]?.curl ? [...fenced(evidence[0].curl, "sh"), ""] : []),
];
