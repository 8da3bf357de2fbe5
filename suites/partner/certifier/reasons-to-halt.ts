import { describeBytes } from "../../../base/text/wording.ts";
import type { ActingClock } from "../../../harness/time/acting-clock.ts";
import { limit } from "../../../specs/limits.ts";
import type { CertificationContext } from "../context.ts";
import { milliseconds, times } from "../times.ts";
import { Halt } from "./halt.ts";
import type { Prompt } from "./prompts.ts";
import type { Traffic } from "./traffic.ts";

/** The limits of a flood, which is not waited out: twenty times the rate at which an application fails, or far more text than all scenarios need. */
const flood = { requests: times.flood * 20 * limit("rate_fault_per_second"), characters: 32_000_000 };

/** After how many prompts in a row without an answer and without any request an application counts as gone. */
const maxSilences = 2;

/** The facts that decide whether an application can be judged any further. */
interface Watched {
  context: CertificationContext;
  traffic: Traffic;
  /** The last prompt for each task and Location; the latest comes last. */
  prompts: ReadonlyMap<string, Prompt>;
  /** True if the application has failed already by what it has done so far. */
  isRefuted: () => boolean;
}

/** The number of seconds that are left of a certification that began then; none or less if its time is over. */
export function secondsLeft(clock: Pick<ActingClock, "now" | "lostWithin">, began: number): number {
  const now = clock.now();
  const tried = Math.max(now - began - clock.lostWithin(began, now), (now - began) / times.slowestTrial);
  return times.triedFor - tried / 1000;
}

/** Why an application cannot be judged any further, asked again and again. */
export function reasonsToHalt({ context, traffic, prompts, isRefuted }: Watched): () => Halt | undefined {
  const { clock } = context;
  const began = clock.now();
  let askedAt = began;
  /** True if an application that has failed was tried for long enough; that is found out now and then. */
  const isLong = () => {
    const now = clock.now();
    if (secondsLeft(clock, began) > 0 || now - askedAt < milliseconds(times.failureAskedEvery)) return false;
    askedAt = now;
    return isRefuted();
  };
  return () => {
    const end = context.ended() ?? whySilent(prompts, traffic);
    if (end) return new Halt(end, true);
    const why =
      howFlooded(traffic, clock.now()) ??
      (isLong() ? `not tried within ${times.triedFor} seconds, and the application had failed` : undefined) ??
      (traffic.missed > 0
        ? `the application sends more than the platform can remember: ${traffic.missed} requests are lost`
        : undefined);
    return why === undefined ? undefined : new Halt(why, false);
  };
}

/** How an application floods the platform, if it does. */
function howFlooded({ requests, characters }: Traffic, now: number): string | undefined {
  const first = requests.at(-flood.requests);
  const isFlooding = first !== undefined && now - first.at < milliseconds(times.flood);
  const howMuch = isFlooding
    ? `${flood.requests} requests in ${times.flood} seconds`
    : characters > flood.characters && `requests of more than ${describeBytes(flood.characters)} in total`;
  return howMuch ? `the application floods the platform: ${howMuch}` : undefined;
}

/** Why prompts are of no use any more, if they are not: connections are refused, or nothing at all comes of them. */
function whySilent(prompts: ReadonlyMap<string, Prompt>, { requests }: Traffic): string | undefined {
  const answered = [...prompts.values()].filter(({ answer }) => answer !== undefined);
  const isRefused = ({ answer }: Prompt) => answer?.failure === "ECONNREFUSED";
  const isUnheard = ({ answer, at: asked }: Prompt) =>
    answer?.failure !== undefined && !requests.some(({ at }) => at >= asked && at <= answer.at);
  const last = answered.slice(-maxSilences);
  const isSilent =
    (answered.length > 0 && answered.every(isRefused)) || (last.length === maxSilences && last.every(isUnheard));
  return isSilent ? `nothing answers at ${[...prompts.values()].at(-1)?.url}` : undefined;
}
