import type { Results } from "../../record/results.ts";
import { type Markup, markup } from "../markup.ts";

/** What a certification calls the time that its scenes took. */
export const timeTopic = "seconds spent";

/** How long each scene of a certification took, the longest first. */
export function scenes({ observations }: Results): Markup | undefined {
  const spent = (observations.find(({ topic }) => topic === timeTopic)?.value ?? {}) as Record<string, number>;
  const rows = Object.entries(spent).toSorted(([, one], [, other]) => other - one);
  const longest = rows[0]?.[1] || 1;
  if (rows.length === 0) return undefined;
  return markup`<p class="lead">Scenes that wait go side by side, so the certification is shorter than their sum.</p>
<div class="scroll"><table class="times"><thead><tr><th scope="col">Scene</th><th scope="col">Seconds</th><td></td></tr></thead><tbody>${rows.map(
    ([title, seconds]) =>
      markup`<tr><th scope="row">${title}</th><td>${seconds.toFixed(1)}</td><td aria-hidden="true"><i style="width:${Math.round((seconds / longest) * 100)}%"></i></td></tr>`,
  )}</tbody></table></div>`;
}
