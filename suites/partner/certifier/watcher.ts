import { steadyNow } from "../../../base/steady-now.ts";
import { describeBytes } from "../../../base/wording.ts";
import type { Control, ReportedRequest } from "../../../harness/control.ts";
import type { PartnerProfile } from "../../../harness/partner-profile.ts";
import { Stalls } from "../../../harness/stalls.ts";
import { limit } from "../../../specs/limits.ts";
import type { CertificationContext } from "../context.ts";
import type { Dialect } from "../dialects/choices.ts";
import type { Recorder } from "../recorder.ts";
import { Links } from "../requests/links.ts";
import { isCallback, isWork, type PartnerRequest, readRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { Halt } from "./halt.ts";
import { isOwn } from "./own-requests.ts";
import type { Prompt } from "./prompts.ts";

/** How many times as long a wait may take because of stalls. */
const slowestWait = 3;

/** How many times as long an application that has failed is tried because of stalls: two minutes at most. */
const slowestTrial = 1.6;

/** What counts as a flood, which is not waited out: twenty times the rate at which an application fails, or far more text than all scenarios need. */
const flood = { seconds: times.flood, requests: 2 * 20 * limit("rate_fault_per_second"), characters: 32_000_000 };

/** How many requests of a minute leave room for those that come of what is asked next. */
const calmMinute = 0.9 * limit("rate_per_minute");

/** After how many prompts in a row without an answer and without any request an application counts as gone. */
const mostSilences = 2;

/** How often something is tried with an application elsewhere before it is to blame. */
const triesElsewhere = 3;

/** An application that has ended does nothing late. */
const ignoreHalt = (error: unknown): void => {
  if (!(error instanceof Halt)) throw error;
};

const sleep = (time: number) => new Promise<void>((over) => setTimeout(over, time));

/** What is seen of the application, and when there is nothing more to see. */
export class Watcher {
  readonly requests: PartnerRequest[] = [];
  /** Requests about Locations of other certifications, which are not judged: the application may not know yet that their links have ended. */
  readonly strays = new Set<PartnerRequest>();
  readonly stalls = new Stalls();
  readonly links = new Links();
  readonly recorder: Recorder;
  readonly profile: PartnerProfile;
  readonly control: Control;
  readonly context: CertificationContext;
  /** The last prompt for each task and Location; the latest comes last. */
  protected readonly prompts = new Map<string, Prompt>();
  readonly #known = new Map<number, PartnerRequest>();
  #after: number;
  #characters = 0;
  #missed = 0;
  #halt: Halt | undefined;
  readonly #began = steadyNow();
  readonly #isRefuted: () => boolean;
  #refutedAt = 0;
  #isRestless = false;
  #isOver = false;
  readonly #undone: { isDone: () => boolean; tell: () => void }[] = [];
  #looking: Promise<void> | undefined;

  /** `isRefuted` says whether the application has failed already by what it has done so far. */
  constructor(context: CertificationContext, isRefuted: () => boolean = () => false) {
    this.context = context;
    this.#isRefuted = isRefuted;
    this.recorder = context.recorder;
    this.profile = context.profile;
    this.control = context.control;
    this.#after = context.trafficFrom;
  }

  /** What the platform chooses now where the specification is silent. */
  get dialect(): Dialect {
    return this.context.dialect.current;
  }

  /** How long the way to the application and back takes, in milliseconds. */
  get roundTrip(): number {
    return this.context.network.roundTrip;
  }

  /** For how long nothing comes from an application that has nothing more to say, in seconds. */
  get quietSeconds(): number {
    return this.profile.patience.quiet_s + (2 * this.roundTrip) / 1000;
  }

  /** How many milliseconds have passed since then in which this process could watch: on a busy machine, the application stalls as well. */
  passedSince(time: number): number {
    const now = steadyNow();
    return now - time - this.stalls.within(time, now);
  }

  /** How often something is tried that may be lost on the way. */
  get tries(): number {
    return this.context.network.isRemote ? triesElsewhere : 1;
  }

  /** Reads what has arrived since the last look; two looks at the same time are one. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /**
   * Tells of something that was left undone, once it is certain that it does not come late: an application that was busy may do it while other things are
   * tried. Where things are tried several times, it is told at once, since later tries count.
   */
  unlessLater(isDone: () => boolean, tell: () => void): void {
    if (this.tries > 1) tell();
    else this.#undone.push({ isDone, tell: this.recorder.asPartOfThis(tell) });
  }

  /** Waits a little for what was left undone, and tells of what still is. */
  async tellUndone(): Promise<void> {
    const isUndone = () => this.#undone.some(({ isDone }) => !isDone());
    const began = steadyNow();
    const isIdle = () =>
      this.passedSince(began) > milliseconds(times.undone.min) &&
      this.passedSince(this.requests.at(-1)?.at ?? 0) > this.quietSeconds * 1000;
    if (isUndone()) await this.until(() => !isUndone() || isIdle(), times.undone.max).catch(ignoreHalt);
    for (const { isDone, tell } of this.#undone.splice(0)) if (!isDone()) tell();
  }

  /** Drops strays that were taken for others until their bodies had come; scenarios count requests, so this is done after them. */
  dropStrays(): void {
    this.requests.splice(0, this.requests.length, ...this.requests.filter((request) => !this.strays.has(request)));
  }

  /** Ends whatever is still waited for beside the scenarios; nothing keeps the process from ending then. */
  end(): void {
    this.stalls.end();
    this.#isOver = true;
  }

  async #look(): Promise<void> {
    this.context.interruption.throwIfAborted();
    if (this.#isOver) throw new Halt("the certification is over", false);
    const now = steadyNow();
    let firstOpen = Number.POSITIVE_INFINITY;
    for (const received of this.context.traffic(this.#after)) {
      this.#countMissed(received.n);
      this.#after = received.n;
      if (isOwn(received.headers)) continue;
      const request = this.#keep(received);
      // What is unanswered is looked at again, unless its connection must have been closed by now.
      if (request.status === null && now - request.at < milliseconds(times.maxRequest))
        firstOpen = Math.min(firstOpen, request.n);
    }
    this.#after = Math.min(this.#after, firstOpen - 1);
    this.#halt ??= this.#reasonToHalt(now);
    if (this.#halt) throw this.#halt;
  }

  /** Counts what is no longer remembered before a request, unless it was seen with its answer. */
  #countMissed(before: number): void {
    for (let n = this.#after + 1; n < before; n++) if ((this.#known.get(n)?.status ?? null) === null) this.#missed++;
  }

  /** A request is first seen when its headers have come; its body and answer follow. */
  #keep(received: ReportedRequest): PartnerRequest {
    const known = this.#known.get(received.n);
    if (known && known.status === received.status && known.body === received.body) return known;
    const read = readRequest(received, this.context.urls, this.context.shownUrls);
    const request = known ? Object.assign(known, read) : read;
    this.#characters += received.url.length + received.body.length + received.headers.flat().join("").length;
    const isStray = request.location !== undefined && this.context.isElsewhere(request.location);
    if (isStray) this.strays.add(request);
    if (!known) this.#known.set(request.n, request);
    if (!known && !isStray) this.requests.push(request);
    if (!isStray && isCallback(request)) this.links.callback(request);
    return request;
  }

  #reasonToHalt(now: number): Halt | undefined {
    const silence = this.#isSilent() ? `nothing answers at ${[...this.prompts.values()].at(-1)?.url}` : undefined;
    const end = this.context.ended() ?? silence;
    if (end) return new Halt(end, true);
    const first = this.requests.at(-flood.requests);
    const isFlooding = first !== undefined && now - first.at < flood.seconds * 1000;
    const howMuch = isFlooding
      ? `${flood.requests} requests in ${flood.seconds} seconds`
      : this.#characters > flood.characters && `requests of more than ${describeBytes(flood.characters)} in total`;
    if (howMuch) return new Halt(`the application floods the platform: ${howMuch}`, false);
    if (this.#isLong(now))
      return new Halt(`not tried within ${times.triedFor} seconds, and the application had failed`, false);
    return this.#missed > 0
      ? new Halt(`the application sends more than the platform can remember: ${this.#missed} requests are lost`, false)
      : undefined;
  }

  /** Whether an application that has failed was tried for long enough; that is found out now and then. */
  #isLong(now: number): boolean {
    const tried = Math.max(this.passedSince(this.#began), (now - this.#began) / slowestTrial);
    const isEarly = now - this.#refutedAt < milliseconds(times.failureAskedEvery);
    if (tried < milliseconds(times.triedFor) || isEarly) return false;
    this.#refutedAt = now;
    return this.#isRefuted();
  }

  /** Whether prompts are of no use any more: nobody takes connections, or nothing at all comes of them. */
  #isSilent(): boolean {
    const answered = [...this.prompts.values()].filter(({ answer }) => answer !== undefined);
    const isRefused = ({ answer }: Prompt) => answer?.failure === "ECONNREFUSED";
    const isUnheard = ({ answer, at: asked }: Prompt) =>
      answer?.failure !== undefined && !this.requests.some(({ at }) => at >= asked && at <= answer.at);
    const last = answered.slice(-mostSilences);
    return (
      (answered.length > 0 && answered.every(isRefused)) || (last.length === mostSilences && last.every(isUnheard))
    );
  }

  /** Waits for something to be seen, at most for some seconds; on a busy machine, up to three times as long, and half a minute longer. */
  async find<T>(seek: () => T | undefined, seconds: number): Promise<T | undefined> {
    const from = steadyNow();
    for (;;) {
      await this.look();
      const found = seek();
      const longest = Math.min(slowestWait * seconds, seconds + times.maxDelay) * 1000;
      if (found !== undefined || this.passedSince(from) > seconds * 1000 || steadyNow() - from > longest) return found;
      await sleep(milliseconds(times.lookEvery));
    }
  }

  /** Waits until something is so, at most for some seconds. */
  async until(isSo: () => boolean, seconds: number): Promise<void> {
    await this.find(() => isSo() || undefined, seconds);
  }

  /** Watches for some seconds. */
  async watch(seconds: number): Promise<void> {
    await this.until(() => false, seconds);
  }

  /** Where nothing takes connections any more, the application may have ended, which is noticed a little later: that is reported once, and nothing that follows from it. */
  noticeEnd(): Promise<void> {
    return this.watch(times.endNoticed);
  }

  /** Waits until a minute has room for more requests, so that what is asked of the application does not add up to more than it may send. */
  async untilCalm(): Promise<void> {
    const isCalm = () => this.requests.filter(({ at }) => at > steadyNow() - 60_000).length < calmMinute;
    await this.until(isCalm, this.profile.patience.max_s);
  }

  /** Lets the application finish its work, or what it does for one Location, so that scenarios do not add up to a burst. */
  async settle(location?: number, most: number = times.maxSettling): Promise<void> {
    const from = steadyNow();
    const isOurs = (request: PartnerRequest) =>
      isWork(request) && (location === undefined || request.location === undefined || request.location === location);
    const isQuiet = () =>
      this.passedSince(Math.max(from, this.requests.findLast(isOurs)?.at ?? 0)) > milliseconds(times.settledAfter);
    if (!this.#isRestless) await this.until(isQuiet, most);
    this.#isRestless ||= !isQuiet();
  }
}
