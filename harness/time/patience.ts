import { seconds } from "../../base/durations.ts";
import { usualBounds } from "../bounds.ts";

/** Makes, for each request, the signal that gives it up when it takes too long. */
export type Patience = () => AbortSignal;

/** Patience for so many seconds. */
export const patienceOf =
  (count: number): Patience =>
  () =>
    AbortSignal.timeout(Math.ceil(seconds(count)));

export const usualPatience: Patience = patienceOf(usualBounds.answer_s);
