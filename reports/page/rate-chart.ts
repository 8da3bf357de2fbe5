import { counted } from "../../base/text/wording.ts";
import { type Markup, markup } from "../parts/markup.ts";

/** A request on the target's clock, in milliseconds, and the status of its answer. */
export interface TimedRequest {
  time: number;
  status: number;
}

/** A span of time, and how many requests may lie within it. */
export interface RateWindow {
  name: string;
  milliseconds: number;
  most: number;
}

/** Measures of the drawing, in its pixels. */
const size = { width: 1000, height: 130, left: 44, top: 14, bottom: 22 };
const plot = { width: size.width - size.left, floor: size.height - size.bottom };

/** More columns than this cannot be distinguished. */
const maxColumns = 480;

/** The number of requests that lie within a window, request by request, against the limit. */
export function rateChart(requests: readonly TimedRequest[], { name, milliseconds, most }: RateWindow): Markup {
  const peaks = peaksOf(loadsOf(requests, milliseconds));
  const perColumn = requests.length / peaks.length;
  const peak = Math.max(...peaks);
  const top = Math.max(peak, most) * 1.08;
  const x = (column: number) => round(size.left + (column / peaks.length) * plot.width);
  const y = (load: number) => round(plot.floor - (load / top) * (plot.floor - size.top));
  const area = (bound: (load: number) => number, base: number) =>
    `M${x(0)} ${y(base)}${peaks.map((load, column) => `V${y(bound(load))}H${x(column + 1)}`).join("")}V${y(base)}Z`;
  const refused = requests.flatMap(({ status }, index) => (status === 429 ? [Math.floor(index / perColumn)] : []));
  const description = `Requests within a ${name}: at most ${peak}; the limit is ${most}. ${counted(refused.length, "refusal")}.`;
  return markup`<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${description}">
<line class="axis" x1="${size.left}" x2="${size.width}" y1="${plot.floor}" y2="${plot.floor}"/>
<path class="load" d="${area((load) => Math.min(load, most), 0)}"/>${peak > most && markup`<path class="over" d="${area((load) => Math.max(load, most), most)}"/>`}
<line class="limit" x1="${size.left}" x2="${size.width}" y1="${y(most)}" y2="${y(most)}"/>
${[...new Set(refused)].map((column) => tick(x(column + 0.5)))}
${text(size.left - 6, y(most) + 4, most, "end")}${text(size.left - 6, plot.floor + 4, 0, "end")}
${text(size.left, size.height - 4, `request 1, within a ${name}`)}${text(size.width, size.height - 4, requests.length, "end")}
</svg>`;
}

/** The number of requests, up to and with each, that lie within a span; a clock that goes back belongs to a new world. */
function loadsOf(requests: readonly TimedRequest[], milliseconds: number): number[] {
  let oldest = 0;
  return requests.map(({ time }, index) => {
    if (time < (requests[index - 1]?.time ?? time)) oldest = index;
    while ((requests[oldest]?.time ?? time) <= time - milliseconds) oldest++;
    return index - oldest + 1;
  });
}

/** The highest load of each column. */
function peaksOf(loads: readonly number[]): number[] {
  const columns = Math.min(maxColumns, loads.length);
  const each = loads.length / columns;
  return Array.from({ length: columns }, (_, column) => {
    const first = Math.floor(column * each);
    return Math.max(...loads.slice(first, Math.max(Math.floor((column + 1) * each), first + 1)));
  });
}

const tick = (x: number): Markup =>
  markup`<line class="refused" x1="${x}" x2="${x}" y1="${plot.floor}" y2="${plot.floor + 6}"/>`;

const text = (x: number, y: number, content: string | number, anchor?: "end"): Markup =>
  markup`<text class="dim" x="${x}" y="${y}"${anchor && markup` text-anchor="${anchor}"`}>${content}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;
