/** Two of the exit codes; `exits` would load more than a start may take. */
export const couldNotRun = 2;
export const interrupted = 130;

/**
 * Takes the signals that interrupt a process, from now on: they call anyone who listens, once; where no one does any more, the process ends at
 * once. Returns how to listen, which returns how to stop listening.
 */
export function takeInterrupts(): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  const interrupt = () => {
    if (listeners.size === 0) process.exit(interrupted);
    const called = [...listeners];
    listeners.clear();
    for (const listener of called) listener();
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  return (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}
