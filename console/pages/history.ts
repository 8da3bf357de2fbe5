import { outcomeWordsOf } from "../../record/outcomes.ts";
import type { Outcome } from "../../record/results.ts";
import { marks, region } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { StoredRun } from "../runs/runs.ts";

const words = outcomeWordsOf("partner");

/** Requirement × run: what turned red when. Requirements that always held are left out. */
export function historyPicture(runs: readonly StoredRun[]): Markup {
  const shown = runs.filter(({ state }) => state === "finished" || state === "not-measured").toReversed();
  const ids = new Set(
    shown.flatMap(({ outcomes }) =>
      Object.entries(outcomes ?? {}).flatMap(([id, outcome]) => (outcome === "fail" || outcome === "warn" ? [id] : [])),
    ),
  );
  if (shown.length === 0) return markup`<p>There is no run yet.</p>`;
  const heads = shown.map(headOf);
  const verdicts = markup`<tr><th scope="row">Verdict</th>${shown.map((run) => cell(run.verdict === "inconclusive" ? "untestable" : (run.verdict ?? undefined)))}</tr>`;
  const rows = [...ids]
    .toSorted()
    .map(
      (id) =>
        markup`<tr><th scope="row">${id}</th>${shown.map((run) => cell(run.outcomes ? (run.outcomes[id] ?? "not-applicable") : undefined))}</tr>`,
    );
  return markup`<p class="lead">${shown.length === 1 ? "One run so far." : `The latest ${shown.length} runs, the oldest first.`} A requirement that always held is not shown.</p>
${region("scroll", "History of requirements", markup`<table class="history"><thead><tr><th scope="col">Requirement</th>${heads}</tr></thead><tbody>${verdicts}${rows}</tbody></table>`)}`;
}

const headOf = ({ id, created_at }: StoredRun): Markup =>
  markup`<th scope="col"><a href="/runs/${id}">${created_at.toISOString().slice(5, 10)}<br>${created_at.toISOString().slice(11, 16)}</a></th>`;

/** One outcome; a run that was not measured has none. */
const cell = (outcome: Outcome | undefined): Markup =>
  outcome
    ? markup`<td class="c-${outcome}"><span aria-hidden="true">${marks[outcome]}</span><span class="sr">${words[outcome]}</span></td>`
    : markup`<td><span aria-hidden="true">·</span><span class="sr">not measured</span></td>`;
