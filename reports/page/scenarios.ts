import type { Results } from "../../record/results.ts";
import { scenarioTimes } from "../../record/scenario-times.ts";
import { type Markup, markup } from "../markup.ts";

/** How long each scenario of a certification took, the longest first. */
export function scenarios(results: Results): Markup | undefined {
  const times = scenarioTimes(results);
  if (times.length === 0) return undefined;
  const longest = times[0]?.[1] || 1;
  return markup`<p class="lead">Scenarios that mostly wait run side by side, so the certification takes less time than their sum.</p>
<div class="scroll"><table class="times"><thead><tr><th scope="col">Scenario</th><th scope="col">Seconds</th><td></td></tr></thead><tbody>${times.map(
    ([title, seconds]) =>
      markup`<tr><th scope="row">${title}</th><td>${seconds.toFixed(1)}</td><td aria-hidden="true"><i style="width:${Math.round((seconds / longest) * 100)}%"></i></td></tr>`,
  )}</tbody></table></div>`;
}
