import { scenarioTimes } from "../../record/results/scenario-times.ts";
import type { Results } from "../../record/results.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { scrolling, table } from "./parts.ts";

/** The time that each scenario of a certification took, the longest first. */
export function scenarios(results: Results): Markup | undefined {
  const times = scenarioTimes(results);
  if (times.length === 0) return undefined;
  const longest = times[0]?.[1] || 1;
  const rows = times.map(([title, seconds]) => row(title, seconds, seconds / longest));
  return markup`<p class="lead">Scenarios that wait run side by side, so the certification takes less time than their sum.</p>
${scrolling(table(["Scenario", "Seconds", ""], rows, "times"))}`;
}

const row = (title: string, seconds: number, share: number): Markup =>
  markup`<tr><th scope="row">${title}</th><td>${seconds.toFixed(1)}</td><td aria-hidden="true"><i style="width:${Math.round(share * 100)}%"></i></td></tr>`;
