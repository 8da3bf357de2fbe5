import { seconds } from "../../../base/durations.ts";
import type { Exchange } from "../../../harness/exchange.ts";

/** The number of seconds that are waited after a 429 that does not say how long, or cannot be read. */
const usualWait = 60;

/** The wait after a request was refused for its rate, in milliseconds: so many seconds or, as HTTP allows, until a date. */
export function waitAfter({ response: { headers } }: Exchange, now: number): number {
  const { "retry-after": named = String(usualWait), date = "" } = headers;
  if (named.trim() !== "" && !Number.isNaN(Number(named))) return seconds(Math.max(0, Number(named)));
  const moment = Date.parse(named);
  const here = Date.parse(date);
  return Number.isNaN(moment) ? seconds(usualWait) : Math.max(0, moment - (Number.isNaN(here) ? now : here));
}
