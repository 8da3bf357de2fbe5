import { seconds } from "../../../base/durations.ts";
import type { Exchange } from "../../../harness/exchange.ts";

/** How many seconds are waited after a 429 that does not say how long. */
const usualWait = 60;

/** How long to wait after a request was refused for its rate, in milliseconds. */
export function waitAfter({ response: { headers } }: Exchange): number {
  const wait = Number(headers["retry-after"] ?? usualWait);
  return seconds(Number.isFinite(wait) ? wait : usualWait);
}
