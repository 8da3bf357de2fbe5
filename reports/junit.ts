import { groupBy } from "../base/group-by.ts";
import { areasOf } from "../record/areas.ts";
import type { ContractResult } from "../record/contract-result.ts";
import { countOutcomes } from "../record/outcomes.ts";
import type { Outcome, RequirementResult, Results } from "../record/results.ts";
import { interactionName } from "./parts/interaction-name.ts";
import { unlockWords } from "./parts/judged-words.ts";
import { type Markup, markup } from "./parts/markup.ts";

/** One case of a suite: a requirement, or an interaction of a contract. */
interface JunitCase {
  name: string;
  outcome: Outcome;
  reason?: string;
  evidence: readonly { exchange: string; curl?: string }[];
}

/** Cases that belong together: those of an area, or of a consumer. */
interface JunitSuite {
  name: string;
  cases: JunitCase[];
}

/**
 * Results as JUnit XML: a suite for each area and for each consumer of contracts. It keeps to what every reader knows, so a warning is not a
 * failure but a line of its suite's output.
 */
export function junit(results: Results): string {
  const suites = suitesOf(results).map((suite, index) => suiteElement(suite, index, results));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup`<testsuites>${suites}\n</testsuites>\n`.text}`;
}

const suitesOf = ({ requirements, contracts = [] }: Results): JunitSuite[] => [
  ...areasOf(requirements).map((area) => ({ name: area.title, cases: area.requirements.map(requirementCase) })),
  ...[...groupBy(contracts, ({ consumer }) => consumer)].map(([consumer, results]) => ({
    name: `Contract of ${consumer}`,
    cases: results.map(contractCase),
  })),
];

const requirementCase = (result: RequirementResult): JunitCase => ({
  ...result,
  name: `${result.id}: ${result.title}`,
});

const contractCase = (result: ContractResult): JunitCase => ({ ...result, name: interactionName(result) });

function suiteElement({ name, cases }: JunitSuite, id: number, results: Results): Markup {
  const { fail: failures, untestable, "not-applicable": inapplicable } = countOutcomes(cases);
  const warnings = cases.filter(({ outcome }) => outcome === "warn");
  // The schema that most tools share wants the time without an offset.
  const time = results.started.slice(0, 19);
  return markup`
  <testsuite id="${id}" package="assay.${results.kind}" name="${name}" timestamp="${time}" hostname="localhost" tests="${cases.length}" failures="${failures}" errors="0" skipped="${untestable + inapplicable}" time="0">
    <properties>${propertiesOf(results).map(
      ([key, value]) => markup`
      <property name="${key}" value="${value}"/>`,
    )}
    </properties>${cases.map((testCase) => caseElement(testCase, name))}
    <system-out>${warnings.map((warning) => `warning: ${warning.name}: ${warning.reason}\n`)}</system-out>
    <system-err/>
  </testsuite>`;
}

const propertiesOf = ({
  subject,
  specification,
  seed,
  depth,
  judged,
  unlock,
}: Results): [name: string, value: string][] => [
  ["subject", subject.name],
  ["specification", `${specification.name} ${specification.version}`],
  ["seed", String(seed)],
  ["depth", depth],
  ...(judged ? [["judged", `${judged.count} of ${judged.of}`] as [string, string]] : []),
  ...(unlock?.length ? [["judge more", unlockWords({ unlock })] as [string, string]] : []),
];

function caseElement(testCase: JunitCase, suiteName: string): Markup {
  const start = markup`
    <testcase name="${testCase.name}" classname="${suiteName}" time="0"`;
  const content = contentOf(testCase);
  if (!content) return markup`${start}/>`;
  return markup`${start}>
      ${content}
    </testcase>`;
}

/** What stands in a case that did not pass. */
function contentOf({ outcome, reason = "", evidence }: JunitCase): Markup | undefined {
  if (outcome === "pass" || outcome === "warn") return undefined;
  if (outcome !== "fail") return markup`<skipped message="${reason}"/>`;
  const lines = [reason, ...evidence.flatMap(({ exchange, curl = "" }) => [`exchange ${exchange}`, curl])];
  return markup`<failure message="${reason}" type="violation">${lines.filter(Boolean).join("\n")}</failure>`;
}
