/** Waits for something, unless a signal comes first; what is no longer waited for may still fail, which is no one's concern then. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(signal.reason as Error);
    signal.addEventListener("abort", stop);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", stop));
}
