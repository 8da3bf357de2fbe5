/** Makes, for each request, the signal that gives it up when it takes too long. */
export type Patience = () => AbortSignal;

/** Half a minute: the specification names no time for an answer. */
export const usualPatience: Patience = () => AbortSignal.timeout(30_000);
