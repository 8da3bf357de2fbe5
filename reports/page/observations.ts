import { groupBy } from "../../base/group-by.ts";
import type { Results } from "../../record/results.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { longTable, tableRow } from "./parts.ts";

/** The number of characters of a value that are shown; results.json has the whole. */
const longest = 600;

/** Observations where nothing is promised; no one is judged by them. */
export function observations(all: Results["observations"], kind: Results["kind"]): Markup | undefined {
  if (all.length === 0) return undefined;
  const byTopic = [...groupBy(all, ({ topic }) => topic)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = byTopic.map(([topic, seen]) =>
    tableRow(
      topic,
      seen.map(({ value }) => markup`<code>${excerpt(value)}</code> `),
    ),
  );
  return markup`<p class="lead">Nothing here is right or wrong: the specification leaves it open, and this is what the ${kind === "partner" ? "application" : "target"} does.</p>
${longTable("Observations", ["Topic", "Seen"], rows)}`;
}

/** A value on one line. */
function excerpt(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
