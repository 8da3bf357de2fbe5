import type { RunRecord } from "../../record/run-folder.ts";
import { loadLimits } from "../../specs/limits.ts";
import { loadOperations } from "../../specs/operations.ts";
import { type Markup, markup } from "../markup.ts";

/** A request on the target's clock. */
interface Sent {
  time: number;
  status: number;
}

const size = { width: 1000, height: 130, left: 44, top: 14, bottom: 22 };
/** More columns than this cannot be told apart. */
const mostColumns = 480;

/** The load on the target as it counts it: requests within the last minute and the last second, against the limits. */
export function timeline({ entries, results }: RunRecord): Markup | undefined {
  const v3 = new Set(
    loadOperations()
      .filter(({ surface }) => surface === "v3")
      .map(({ id }) => id),
  );
  const sent = entries
    .filter((entry) => entry.kind === "exchange")
    .filter(({ operation }) => !v3.has(operation))
    .map(({ clock, at, response }): Sent => ({ time: clock ?? Date.parse(at), status: response.status }));
  if (sent.length === 0) return undefined;
  const limits = loadLimits();
  const charts = [
    { span: 60_000, name: "minute", most: limits.rate_per_minute?.value ?? 0 },
    { span: 1000, name: "second", most: limits.rate_per_second?.value ?? 0 },
  ];
  const isPartner = results.kind === "partner";
  return markup`<p class="lead">Each request ${isPartner && "of the application "}to v1 and to the callback, in order, and how many the ${isPartner ? "platform" : "target"} had seen within the last minute and the last second by its own clock. Amber rises above the limit${!isPartner && ", as bursts on purpose do"}; red ticks are refusals (429).</p>
<div class="figure" tabindex="0" role="region" aria-label="Requests against the rate limit">${charts.map(({ span, name, most }) => chart(sent, span, name, most))}</div>`;
}

/** How many requests, up to and with each, lie within a span; a clock that goes back belongs to a new world. */
function loads(sent: readonly Sent[], span: number): number[] {
  let oldest = 0;
  return sent.map(({ time }, index) => {
    if (time < (sent[index - 1]?.time ?? time)) oldest = index;
    while ((sent[oldest]?.time ?? time) <= time - span) oldest++;
    return index - oldest + 1;
  });
}

function chart(sent: readonly Sent[], span: number, name: string, most: number): Markup {
  const load = loads(sent, span);
  const columns = Math.min(mostColumns, load.length);
  const each = load.length / columns;
  const peaks = Array.from({ length: columns }, (_, index) =>
    Math.max(
      ...load.slice(Math.floor(index * each), Math.max(Math.floor((index + 1) * each), Math.floor(index * each) + 1)),
    ),
  );
  const peak = Math.max(...peaks);
  const top = Math.max(peak, most) * 1.08;
  const [plain, floor] = [size.width - size.left, size.height - size.bottom];
  const x = (index: number) => round(size.left + (index / columns) * plain);
  const y = (value: number) => round(floor - (value / top) * (floor - size.top));
  const area = (cut: (value: number) => number, base: number) =>
    `M${x(0)} ${y(base)}${peaks.map((value, index) => `V${y(cut(value))}H${x(index + 1)}`).join("")}V${y(base)}Z`;
  const refused = sent.flatMap(({ status }, index) => (status === 429 ? [Math.floor(index / each)] : []));
  const label = `Requests within a ${name}: at most ${peak}; the limit is ${most}. ${refused.length} ${refused.length === 1 ? "refusal" : "refusals"}.`;
  return markup`<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${label}">
<line class="axis" x1="${size.left}" x2="${size.width}" y1="${floor}" y2="${floor}"/>
<path class="load" d="${area((value) => Math.min(value, most), 0)}"/>${peak > most && markup`<path class="over" d="${area((value) => Math.max(value, most), most)}"/>`}
<line class="limit" x1="${size.left}" x2="${size.width}" y1="${y(most)}" y2="${y(most)}"/>
${[...new Set(refused)].map((column) => markup`<line class="refused" x1="${x(column + 0.5)}" x2="${x(column + 0.5)}" y1="${floor}" y2="${floor + 6}"/>`)}
<text class="dim" x="${size.left - 6}" y="${y(most) + 4}" text-anchor="end">${most}</text><text class="dim" x="${size.left - 6}" y="${floor + 4}" text-anchor="end">0</text>
<text class="dim" x="${size.left}" y="${size.height - 4}">request 1, within a ${name}</text><text class="dim" x="${size.width}" y="${size.height - 4}" text-anchor="end">${sent.length}</text>
</svg>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
