import type { RunRecord } from "../../record/run-folder.ts";
import type { PastRun } from "../../record/since.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { changeGroups, suiteChange } from "../since-words.ts";
import { namedLink } from "./parts.ts";

/** The changes since the last run, and a small picture of the runs before. */
export function since({ since: changes, past = [], results }: RunRecord): Markup | undefined {
  if (!changes && past.length < 2) return undefined;
  const groups = changes ? changeGroups(changes) : [];
  const titles = new Map(results.requirements.map(({ id, title }) => [id, title]));
  return markup`${past.length > 1 && history(past)}${
    changes &&
    markup`<p class="lead">Compared with the run of ${changes.finished.slice(0, 16).replace("T", " ")} UTC${groups.length === 0 && ": nothing changed"}.${changes.suites && ` ${suiteChange(changes)}.`}</p>
<dl class="seen">${groups.map(([words, ids]) => markup`<dt>${ids.length} ${words}</dt><dd><ul class="names">${ids.map((id) => markup`<li>${namedLink(id, titles)}</li>`)}</ul></dd>`)}</dl>`
  }`;
}

/** Measures of a run in the picture of the last runs. */
const bar = { width: 14, gap: 4, height: 48 };

/** The last runs, the latest at the right: how much of what was judged failed. */
function history(runs: readonly PastRun[]): Markup {
  const width = runs.length * (bar.width + bar.gap);
  const columns = runs.map(({ finished, passed, failed }, index) => {
    const x = index * (bar.width + bar.gap);
    const height = failed > 0 ? Math.max(3, (bar.height * failed) / (passed + failed)) : 0;
    return markup`<g><title>${finished.slice(0, 16).replace("T", " ")} UTC: ${passed} passed, ${failed} failed</title><rect class="ran" x="${x}" width="${bar.width}" height="${bar.height}"/><rect class="broke" x="${x}" y="${bar.height - height}" width="${bar.width}" height="${height}"/></g>`;
  });
  const last = runs.at(-1);
  return markup`<figure class="runs"><svg viewBox="0 0 ${width} ${bar.height}" width="${width}" height="${bar.height}" role="img" aria-label="The last ${runs.length} runs; the latest has ${last?.passed ?? 0} passed and ${last?.failed ?? 0} failed">${columns}</svg><figcaption>The last ${runs.length} runs; what failed of each in red, the latest at the right.</figcaption></figure>`;
}
