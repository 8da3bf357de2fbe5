import { areasOf } from "../record/areas.ts";
import { countOutcomes } from "../record/outcomes.ts";
import type { Outcome, Results } from "../record/results.ts";
import { type Markup, markup } from "./markup.ts";

/** One case of a suite, whether a requirement or an interaction of a contract. */
interface Case {
  name: string;
  outcome: Outcome;
  reason?: string;
  evidence: { exchange: string; curl?: string }[];
}

/**
 * Results as JUnit XML: a suite for each area and for each consumer of contracts. It keeps to what every reader knows, so a warning is no
 * failure but a line of its suite's output.
 */
export function junit(results: Results): string {
  const suites = [
    ...areasOf(results.requirements).map(({ title, requirements }) => ({
      name: title,
      cases: requirements.map((one) => ({ ...one, name: `${one.id}: ${one.title}` })),
    })),
    ...consumersOf(results),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<testsuites>${suites.map(({ name, cases }, index) => suite(results, name, cases, index))}
</testsuites>
`.text
  }`;
}

function consumersOf({ contracts = [] }: Results): { name: string; cases: Case[] }[] {
  const consumers = [...new Set(contracts.map(({ consumer }) => consumer))];
  return consumers.map((consumer) => ({
    name: `Contract of ${consumer}`,
    cases: contracts
      .filter((one) => one.consumer === consumer)
      .map((one) => ({
        ...one,
        name: [one.interaction, ...one.states.map((state) => `given ${state}`)].join(", "),
      })),
  }));
}

function suite(
  { subject, kind, started, seed, depth, specification }: Results,
  name: string,
  cases: Case[],
  id: number,
): Markup {
  const counts = countOutcomes(cases);
  const warnings = cases.filter(({ outcome }) => outcome === "warn");
  // The schema that most tools share wants the time without an offset.
  const time = started.slice(0, 19);
  return markup`
  <testsuite id="${id}" package="assay.${kind}" name="${name}" timestamp="${time}" hostname="localhost" tests="${cases.length}" failures="${counts.fail}" errors="0" skipped="${counts.untestable + counts["not-applicable"]}" time="0">
    <properties>
      <property name="subject" value="${subject.name}"/>
      <property name="specification" value="${specification.name} ${specification.version}"/>
      <property name="seed" value="${seed}"/>
      <property name="depth" value="${depth}"/>
    </properties>${cases.map((one) => testcase(name, one))}
    <system-out>${warnings.map((one) => `warning: ${one.name}: ${one.reason}\n`)}</system-out>
    <system-err/>
  </testsuite>`;
}

const testcase = (suiteName: string, { name, outcome, reason = "", evidence }: Case): Markup => markup`
    <testcase name="${name}" classname="${suiteName}" time="0"${
      outcome === "pass" || outcome === "warn"
        ? markup`/>`
        : markup`>
      ${
        outcome === "fail"
          ? markup`<failure message="${reason}" type="violation">${[reason, ...evidence.flatMap(({ exchange, curl }) => [`exchange ${exchange}`, curl ?? ""])].filter(Boolean).join("\n")}</failure>`
          : markup`<skipped message="${reason}"/>`
      }
    </testcase>`
    }`;
