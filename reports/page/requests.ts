import { entriesOf } from "../../record/journal.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { limit } from "../../specs/limits.ts";
import { loadOperations } from "../../specs/operations.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { region } from "./parts.ts";
import { rateChart, type TimedRequest } from "./rate-chart.ts";

/** The requests as the target counts them: how many within the last minute and the last second, against the limits. */
export function requests({ entries, results }: RunRecord): Markup | undefined {
  const unlimited = new Set(
    loadOperations()
      .filter(({ surface }) => surface === "v3")
      .map(({ id }) => id),
  );
  const timed = entriesOf(entries, "exchange")
    .filter(({ operation }) => !unlimited.has(operation))
    .map(({ clock, at, response }): TimedRequest => ({ time: clock ?? Date.parse(at), status: response.status }));
  if (timed.length === 0) return undefined;
  const charts = [
    rateChart(timed, { name: "minute", milliseconds: 60_000, most: limit("rate_per_minute") }),
    rateChart(timed, { name: "second", milliseconds: 1000, most: limit("rate_per_second") }),
  ];
  const lead =
    results.kind === "partner"
      ? "Each request of the application to v1 and to the callback, in order, and how many the platform had seen within the last minute and the last second by its own clock. Amber rises above the limit; red ticks are refusals (429)."
      : "Each request to v1 and to the callback, in order, and how many the target had seen within the last minute and the last second by its own clock. Amber rises above the limit, as bursts on purpose do; red ticks are refusals (429).";
  return markup`<p class="lead">${lead}</p>
${region("figure", "Requests against the rate limit", charts)}`;
}
