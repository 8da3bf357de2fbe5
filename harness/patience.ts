import { seconds } from "../base/durations.ts";
import { usualBounds } from "./bounds.ts";

/** Makes, for each request, the signal that gives it up when it takes too long. */
export type Patience = () => AbortSignal;

/** Patience for so many seconds. */
export const patienceOf =
  (count: number): Patience =>
  () =>
    AbortSignal.timeout(Math.ceil(seconds(count)));

export const usualPatience: Patience = patienceOf(usualBounds.answer_s);

/**
 * Does something with a signal that aborts with the first of several. `AbortSignal.any` would not do: a time-out that only it holds is
 * collected as garbage, and never comes.
 */
export async function underSignals<T>(
  signals: readonly AbortSignal[],
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const joined = new AbortController();
  const listeners = signals.map((signal) => {
    const stop = () => joined.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    return () => signal.removeEventListener("abort", stop);
  });
  try {
    return await act(joined.signal);
  } finally {
    for (const release of listeners) release();
  }
}
