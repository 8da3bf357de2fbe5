const origin = Date.now() - performance.now();

/** Milliseconds since 1970 by the clock that this process began with: no span is changed by who sets the system's clock meanwhile. */
export const steadyNow = (): number => Math.floor(origin + performance.now());
