import { region, scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Trends } from "../runs/trends.ts";
import { type ConsolePage, section } from "./layout.ts";

export const trendsPage = ({ days, requirements }: Trends): ConsolePage => ({
  title: "Trends",
  lead: "Outcomes of the nightly runs of the last 30 days, and the requirements that fail.",
  content: markup`${region("scroll", "Picture of the nightly runs", picture(days))}
${scrollTable(
  "Nightly runs by day",
  ["Day", "Passed", "Failed", "Inconclusive", "Not measured"],
  days.toReversed().map((day) => tableRow(day.day, day.passed, day.failed, day.inconclusive, day.not_measured)),
)}
${section("requirements", "What failed in the last week", requirements.length === 0 ? markup`<p>Nothing failed.</p>` : failedTable(requirements))}`,
});

const failedTable = (requirements: Trends["requirements"]): Markup =>
  scrollTable(
    "Requirements that failed",
    ["Requirement", "Partners", "Runs"],
    requirements.map(({ requirement, partners, runs }) =>
      tableRow(markup`<a href="/requirements/${requirement}">${requirement}</a>`, partners, runs),
    ),
  );

/** Measures of a day in the picture. */
const bar = { width: 14, gap: 4, height: 60 };

/** A bar for each day, as high as its runs; those that failed in red. */
function picture(days: Trends["days"]): Markup {
  const max = Math.max(1, ...days.map(({ passed, failed }) => passed + failed));
  const height = (count: number): number => Math.round((bar.height * count) / max);
  const width = days.length * (bar.width + bar.gap);
  return markup`<figure class="runs"><svg viewBox="0 0 ${width} ${bar.height}" width="${width}" height="${bar.height}" role="img" aria-label="Nightly runs of each day; the table has the same figures">${days.map(
    ({ day, passed, failed }, index) => {
      const [x, all, red] = [index * (bar.width + bar.gap), height(passed + failed), height(failed)];
      return markup`<g><title>${day}: ${passed} passed, ${failed} failed</title><rect class="ran" x="${x}" y="${bar.height - all}" width="${bar.width}" height="${all}"/><rect class="broke" x="${x}" y="${bar.height - red}" width="${bar.width}" height="${red}"/></g>`;
    },
  )}</svg></figure>`;
}
