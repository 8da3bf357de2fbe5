import { counted } from "../../base/text/wording.ts";
import { outcomeWords } from "../../record/outcomes.ts";
import type { Outcome } from "../../record/results.ts";
import { marks, scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup, prose } from "../../reports/parts/markup.ts";
import type { RunComparison } from "../runs/comparison.ts";
import { type ConsolePage, when } from "./layout.ts";

/** Two runs of one subject, the earlier one first, and what became otherwise. */
export interface ComparedRuns extends RunComparison {
  earlier: string;
  later: string;
  times: [earlier: Date | null, later: Date | null];
}

/** The differences of a later run from an earlier one. */
export const comparisonPage = (
  subject: { name: string; href: string },
  { earlier, later, times, suites, changes }: ComparedRuns,
): ConsolePage => ({
  title: changes.length === 0 ? "Nothing changed" : `${counted(changes.length, "requirement")} changed`,
  kicker: markup`Runs of <a href="${subject.href}">${subject.name}</a>`,
  lead: markup`From the run of <a href="/runs/${earlier}">${when(times[0])}</a> to that of <a href="/runs/${later}">${when(times[1])}</a>`,
  content: markup`${suites && markup`<p>${suites.then} judged then, ${suites.now} now: a change may be the suite's.</p>`}
${
  changes.length > 0 &&
  scrollTable(
    "Requirements that changed",
    ["Requirement", "Before", "After", "What it says"],
    changes.map(({ requirement, title, before, after }) =>
      tableRow(requirement, outcomeCell(before), outcomeCell(after), prose(title)),
    ),
  )
}`,
});

const outcomeCell = (outcome: Outcome | null): Markup | string =>
  outcome
    ? markup`<span class="c-${outcome}"><span aria-hidden="true">${marks[outcome]}</span> ${outcomeWords[outcome]}</span>`
    : "not judged";
