import type { Results } from "../../record/results.ts";
import { type Markup, markup } from "../markup.ts";

/** What was seen where nothing is promised; nobody is judged by it. */
export function observations(all: Results["observations"], kind: Results["kind"]): Markup | undefined {
  if (all.length === 0) return undefined;
  const topics = [...new Set(all.map(({ topic }) => topic))].toSorted();
  return markup`<p class="lead">Nothing here is right or wrong: the specification leaves it open, and this is what the ${kind === "partner" ? "application" : "target"} does.</p>
<div class="scroll"><table><thead><tr><th scope="col">Topic</th><th scope="col">Seen</th></tr></thead><tbody>${topics.map(
    (topic) =>
      markup`<tr><th scope="row">${topic}</th><td>${all
        .filter((one) => one.topic === topic)
        .map(({ value }) => markup`<code>${spelled(value)}</code> `)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A value on one line; a long one is in results.json. */
function spelled(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > 600 ? `${text.slice(0, 600)} …` : text;
}
