import type { Control } from "../../harness/control.ts";
import type { PartnerProfile } from "../../harness/partner-profile.ts";
import type { Asked } from "./asking.ts";
import type { CertificationContext } from "./context.ts";
import { Halt } from "./halting.ts";
import { Links } from "./links.ts";
import type { Recorder } from "./recorder.ts";
import { isCallback, isWork, type Seen, understand } from "./seen.ts";
import { Stalls } from "./stalls.ts";

/** More in two seconds than twenty times the rate that is a fault is nothing to wait through. */
const flood = 400;

/** Milliseconds between two looks at what has arrived. */
const lookEvery = 80;

/** How long a request may take to arrive and be answered, in milliseconds; who takes longer is cut off by the platform. */
const arrivesWithin = 35_000;

/** Milliseconds without a request after which an application has settled. */
const settledAfter = 1_000;

/** How long an application is waited for that does something on and on, such as reading its status, in seconds. */
const settledMost = 6;

/** How often in a row the application may leave what it is asked without an answer and without any request, before it counts as gone. */
const silencesMost = 2;

/** Certifier's own requests carry this, so that they are not taken for the application's. */
export const mark = "x-assay-certifier";

const sleep = (milliseconds: number) => new Promise<void>((over) => setTimeout(over, milliseconds));

/** What is seen of the application, and when there is nothing more to be seen. */
export class Watcher {
  readonly seen: Seen[] = [];
  readonly stalls = new Stalls();
  readonly links = new Links();
  readonly recorder: Recorder;
  readonly profile: PartnerProfile;
  readonly control: Control;
  readonly context: CertificationContext;
  /** What the application was asked for last, by what and where; the latest comes last. */
  protected readonly asks = new Map<string, Asked>();
  readonly #known = new Map<number, Seen>();
  #after = 0;
  #halt: Halt | undefined;
  #looking: Promise<void> | undefined;

  constructor(context: CertificationContext) {
    this.context = context;
    this.recorder = context.recorder;
    this.profile = context.profile;
    this.control = context.control;
  }

  /** Looks at what has arrived since; who looks at the same time looks together. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<void> {
    this.context.interruption.throwIfAborted();
    const now = Date.now();
    let open = Number.POSITIVE_INFINITY;
    for (const received of await this.control.traffic(this.#after)) {
      if (received.headers.some(([name]) => name.toLowerCase() === mark)) {
        this.#after = received.n;
        continue;
      }
      const known = this.#known.get(received.n);
      const seen = understand(received, this.context.urls);
      // A request is told of when its headers have come; body and answer follow.
      if (known) Object.assign(known, seen);
      else {
        this.#known.set(received.n, seen);
        this.seen.push(seen);
      }
      if (isCallback(seen)) this.links.callback(seen);
      // What is unanswered is looked at again, unless its connection must have been closed by now.
      if (received.status === null && now - seen.at < arrivesWithin) open = Math.min(open, received.n);
      this.#after = received.n;
    }
    this.#after = Math.min(this.#after, open - 1);
    this.#halt ??= this.#reasonToHalt(now);
    if (this.#halt) throw this.#halt;
  }

  #reasonToHalt(now: number): Halt | undefined {
    const nobody = this.#isSilent() ? `nothing answers at ${[...this.asks.values()].at(-1)?.url} any more` : undefined;
    const end = this.context.ended() ?? nobody;
    if (end) return new Halt(`the application has gone: ${end}`, true);
    const isFlooding = this.seen.length > flood && now - (this.seen.at(-flood)?.at ?? 0) < 2_000;
    return isFlooding ? new Halt(`the application floods: ${flood} requests in two seconds`, false) : undefined;
  }

  /** Whether asking is of no use any more: nobody takes connections, or nothing at all comes back. */
  #isSilent(): boolean {
    const tried = [...this.asks.values()].filter(({ answer }) => answer !== undefined);
    const isRefused = ({ answer }: Asked) => answer?.failure === "ECONNREFUSED";
    const isDead = (asked: Asked) =>
      asked.answer?.failure !== undefined &&
      !this.seen.some(({ at }) => at >= asked.at && at <= (asked.answer?.at ?? 0));
    const [most, last] = [tried.length > 0 && tried.every(isRefused), tried.slice(-silencesMost)];
    return most || (last.length === silencesMost && last.every(isDead));
  }

  /** Waits until something is seen, at most for some seconds. */
  async until<T>(find: () => T | undefined, seconds: number): Promise<T | undefined> {
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      await this.look();
      const found = find();
      if (found !== undefined || Date.now() > deadline) return found;
      await sleep(lookEvery);
    }
  }

  /** Waits for a time, looking on. */
  async watch(seconds: number): Promise<void> {
    await this.until(() => undefined, seconds);
  }

  /** Lets what an application does come to its end, so that scenarios do not add up to a burst; some never end. */
  async settle(most = settledMost): Promise<void> {
    const from = Date.now();
    const isQuiet = () => {
      const last = this.seen.findLast(isWork);
      return Date.now() - Math.max(from, last?.at ?? 0) > settledAfter ? true : undefined;
    };
    await this.until(isQuiet, most);
  }
}
