import { countOutcomes } from "../record/outcomes.ts";
import { cellWords } from "../record/results/cell-words.ts";
import type { RequirementTimes } from "../record/results/requirement-times.ts";
import { type Results, settingsOf } from "../record/results.ts";
import { type Markup, markup } from "./parts/markup.ts";
import { type Suite, type SuiteCase, suitesOf, traceOf } from "./parts/suites.ts";
import { unlockWords } from "./parts/unlock-words.ts";

/**
 * Results as JUnit XML: a suite for each area and for each consumer of contracts. It keeps to what every reader knows, so a warning is not a
 * failure but a line of its suite's output.
 */
export function junit(results: Results, times: RequirementTimes = new Map()): string {
  const suites = suitesOf(results, times).map((suite, index) => suiteElement(suite, index, results));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${markup`<testsuites>${suites}\n</testsuites>\n`.text}`;
}

function suiteElement({ name, cases }: Suite, id: number, results: Results): Markup {
  const { fail: failures, untestable, "not-applicable": inapplicable } = countOutcomes(cases);
  const warnings = cases.filter(({ outcome }) => outcome === "warn");
  // The schema that most tools share wants the time without an offset.
  const time = results.started.slice(0, 19);
  return markup`
  <testsuite id="${id}" package="assay.${results.kind}" name="${name}" timestamp="${time}" hostname="localhost" tests="${cases.length}" failures="${failures}" errors="0" skipped="${untestable + inapplicable}" time="${inSeconds(sumOf(cases))}">
    <properties>${propertiesOf(results).map(
      ([key, value]) => markup`
      <property name="${key}" value="${value}"/>`,
    )}
    </properties>${cases.map((testCase) => caseElement(testCase, name))}
    <system-out>${warnings.map((warning) => `warning: ${warning.name}: ${warning.reason}\n`)}${cases.map(cellLine)}</system-out>
    <system-err/>
  </testsuite>`;
}

/** The cells behind a requirement's outcome. */
function cellLine(testCase: SuiteCase): string {
  const words = cellWords(testCase);
  return words ? `cells: ${testCase.name}: ${words}\n` : "";
}

const propertiesOf = (results: Results): [name: string, value: string][] => {
  const { subject, specification, judged, cells, unlock } = results;
  return [
    ["subject", subject.name],
    ["specification", `${specification.name} ${specification.version}`],
    ...Object.entries(settingsOf(results)),
    ...(judged ? [["judged", `${judged.count} of ${judged.of}`] as [string, string]] : []),
    ...(cells ? [["cells", `${cells.judged} of ${cells.of}`] as [string, string]] : []),
    ...(unlock?.length ? [["judge more", unlockWords({ unlock }).join("; ")] as [string, string]] : []),
  ];
};

const inSeconds = (milliseconds: number): string => String(milliseconds / 1000);
const sumOf = (cases: readonly SuiteCase[]): number => cases.reduce((sum, { took }) => sum + took, 0);

function caseElement(testCase: SuiteCase, suiteName: string): Markup {
  const start = markup`
    <testcase name="${testCase.name}" classname="${suiteName}" time="${inSeconds(testCase.took)}"`;
  const content = contentOf(testCase);
  if (!content) return markup`${start}/>`;
  return markup`${start}>
      ${content}
    </testcase>`;
}

/** The content of a case that did not pass. */
function contentOf(testCase: SuiteCase): Markup | undefined {
  const { outcome, reason = "" } = testCase;
  if (outcome === "pass" || outcome === "warn") return undefined;
  if (outcome !== "fail") return markup`<skipped message="${reason}"/>`;
  return markup`<failure message="${reason}" type="violation">${traceOf(testCase)}</failure>`;
}
