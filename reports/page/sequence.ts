import type { StoryStep } from "../../record/results.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { exchangeBox, type ShownEntry } from "./exchange.ts";

/** Who takes part in a story, from left to right. */
const lanes = ["owner", "partner", "platform", "receiver"] as const;
type Lane = (typeof lanes)[number];

/** Measures of a step's drawing, in its own pixels. */
const drawing = { lane: 56, height: 26, tip: 7 };

/** The tokens of people; every other token is the partner's. */
const personal = /\$\{?(OWNER|LIMITED|NO_ACCESS)_USER_TOKEN/;

/** Shows an exchange, if there is room for it on the page. */
export type BoxOf = (entry: ShownEntry, pointer?: string) => Markup;

/** The steps of a story as a sequence picture: a line each, with an arrow between those who take part, that opens to its exchange. */
export function sequence(
  story: readonly StoryStep[],
  entryOf: (id: string) => ShownEntry | undefined,
  boxOf: BoxOf = exchangeBox,
  pointer?: string,
): Markup {
  // The finding is reported beside the picture, and shown by the last arrow.
  const steps = story.slice(0, -1);
  const broken = story.at(-1)?.exchange;
  const rows = steps.map((step) => row(step, entryOf(step.exchange ?? ""), { broken, boxOf, pointer }));
  return markup`<div class="sequence"><div class="lanes" aria-hidden="true">${lanes.map((lane) => markup`<span>${lane}</span>`)}</div><ol>${rows}</ol></div>`;
}

interface RowOptions {
  broken: string | undefined;
  boxOf: BoxOf;
  pointer: string | undefined;
}

function row({ step, exchange }: StoryStep, entry: ShownEntry | undefined, options: RowOptions): Markup {
  if (!entry) return markup`<li class="note">${note()}<span>${step}</span></li>`;
  const isBroken = exchange === options.broken;
  const [from, to] = endsOf(entry);
  const line = markup`${arrow(from, to)}<span>${step}${isBroken && markup` <b>(this shows it)</b>`}</span>`;
  return markup`<li${isBroken && markup` class="broken"`}><details><summary>${line}</summary>${options.boxOf(entry, isBroken ? options.pointer : undefined)}</details></li>`;
}

/** From whom to whom an exchange or a webhook goes. */
function endsOf(entry: ShownEntry): [from: Lane, to: Lane] {
  if (entry.kind === "arrival") return ["platform", "receiver"];
  const authorization = entry.request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  return [personal.test(authorization) ? "owner" : "partner", "platform"];
}

const middleOf = (lane: Lane): number => (lanes.indexOf(lane) + 0.5) * drawing.lane;

const picture = (content: Markup): Markup => {
  const width = lanes.length * drawing.lane;
  const lifelines = lanes.map((lane) => markup`<path class="life" d="M${middleOf(lane)} 0V${drawing.height}"/>`);
  return markup`<svg viewBox="0 0 ${width} ${drawing.height}" width="${width}" height="${drawing.height}" aria-hidden="true">${lifelines}${content}</svg>`;
};

function arrow(from: Lane, to: Lane): Markup {
  const [start, end, y] = [middleOf(from), middleOf(to), drawing.height / 2];
  return picture(
    markup`<path class="edge" d="M${start} ${y}H${end - drawing.tip}"/><path class="tip" d="M${end - drawing.tip} ${y - 4}L${end} ${y}L${end - drawing.tip} ${y + 4}Z"/>`,
  );
}

/** An act on the platform itself: the clock moves, a record is seeded, a link is frozen. */
const note = (): Markup =>
  picture(markup`<circle class="dot" cx="${middleOf("platform")}" cy="${drawing.height / 2}" r="4"/>`);
