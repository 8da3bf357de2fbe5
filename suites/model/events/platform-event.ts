import { minutes, seconds } from "../../../base/durations.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { Moment } from "../link.ts";
import { edge, lifecycleDelivery, webhookDelay, webhookTimeout } from "../time-limits.ts";

/** A webhook that arrived, and between which moments of the target's clock it did. */
export interface Arrived extends Moment {
  arrival: Arrival;
  body: unknown;
  fields: Record<string, unknown>;
}

/** The fate of an event at one address. */
export interface Due {
  isRequired: boolean;
  arrived?: Arrived;
}

/** Something that happened on the platform, and what the text says that it sends. */
export interface PlatformEvent {
  kind: "record" | "lifecycle";
  /** The name of the event; undefined for what sends none. */
  event: string | undefined;
  /** The event, in a word of the specification, and in a sentence. */
  change: string;
  occasion: string;
  location: number;
  application?: number;
  happened: Moment;
  /** The known part of its body. */
  expected: Readonly<Record<string, unknown>>;
  /** The cell that is judged by whether it comes, and the cell that is judged by what does not. */
  cell?: CellId;
  silence?: CellId;
  /** The addresses that may get it. */
  dues: Map<string, Due>;
  /** True if one of the addresses must get it, since it happened while one took the place of another. */
  isOwedToOne?: boolean;
  isClosed?: boolean;
}

/** After how long an event that did not come is missing: one that is late is not. */
const patience = { record: minutes(1), lifecycle: lifecycleDelivery + edge };

/** From when on an event counts as missing. */
export const closingOf = ({ kind, happened }: PlatformEvent): number => happened.latest + patience[kind];

/** When an event is to come, the edges included. */
export const windowOf = ({ kind, happened: { earliest, latest } }: PlatformEvent): Moment =>
  kind === "record"
    ? { earliest: earliest + webhookDelay.earliest - edge, latest: latest + webhookDelay.latest + edge }
    : { earliest, latest: latest + lifecycleDelivery + edge };

/** True if a webhook certainly came before or after the time in which an event is to come. */
export function isUntimely(event: PlatformEvent, { earliest, latest }: Moment): boolean {
  const window = windowOf(event);
  // A lifecycle event may come at the very moment of what causes it.
  const isEarly = event.kind === "record" ? latest <= window.earliest : latest < window.earliest;
  return isEarly || earliest >= window.latest;
}

/** True if a moment is known so well that an event at the wrong time would show. */
export const isExact = ({ earliest, latest }: Moment): boolean => latest - earliest <= seconds(2);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The outcome of a delivery: an answer with a status, none in time, or undefined where that is still open. */
export function outcomeOf({ arrival, latest, earliest }: Arrived, now: number): number | "unanswered" | undefined {
  const { manner, released } = arrival;
  if (typeof manner === "number") return manner;
  if (manner === "reset") return "unanswered";
  const end = released?.at ?? now;
  if (end - earliest >= webhookTimeout + edge) return "unanswered";
  return released && end - latest <= webhookTimeout - edge ? released.status : undefined;
}

/** The cell that a delivery judges by what becomes of it. */
export function cellOfOutcome(outcome: number | "unanswered", { arrival }: { arrival?: Arrival }): CellId {
  if (outcome === "unanswered") return "HOOK-8/unanswered";
  if (arrival?.released && isSuccess(outcome)) return "HOOK-8/answered in time";
  return isSuccess(outcome) ? "HOOK-6" : `HOOK-7/${Math.floor(outcome / 100)}xx`;
}

/** The answer to a delivery, in words. */
export const describeOutcome = (outcome: number | "unanswered"): string =>
  outcome === "unanswered" ? "it was not answered" : `it was answered ${outcome}`;

/** The states that a target may report of a delivery, by its outcome. */
export const reportsOf = (outcome: number | "unanswered"): readonly string[] =>
  outcome === "unanswered" ? ["failed"] : [isSuccess(outcome) ? "delivered" : "failed", "pending"];
