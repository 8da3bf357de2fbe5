import { Untestable } from "../../../base/errors.ts";
import { type CertificationContext, quietSeconds } from "../context.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import type { Prompter } from "./prompter.ts";
import type { Prompt } from "./prompts.ts";
import {
  isReadFor,
  likelyPause,
  longestBusy,
  longestPause,
  type Reading,
  type ReadingOptions,
  type ReadTask,
  repeatedWithoutEnd,
} from "./reading.ts";
import type { Traffic } from "./traffic.ts";
import { Turns } from "./turns.ts";
import type { Watcher } from "./watcher.ts";

/** True if an application answered that it does not read, and did not. */
const isDeclined = (prompted: Prompt | undefined, reads: readonly PartnerRequest[]): boolean => {
  const { status = 0 } = prompted?.answer ?? {};
  return status >= 400 && status < 500 && reads.length === 0;
};

/** Has an application read, and sees what comes of it. */
export class Readings {
  readonly #context: CertificationContext;
  readonly #traffic: Traffic;
  readonly #watcher: Watcher;
  readonly #prompter: Prompter;
  /** Reading is asked for once at a time, so that the certifier does not make bursts of it. */
  readonly #turns = new Turns();
  readonly #endless = new Set<ReadTask>();
  readonly #webhooks: number[] = [];
  readonly #asked: { task: ReadTask; location: number; from: number }[] = [];

  constructor(context: CertificationContext, traffic: Traffic, watcher: Watcher, prompter: Prompter) {
    this.#context = context;
    this.#traffic = traffic;
    this.#watcher = watcher;
    this.#prompter = prompter;
  }

  /** Asks the application to read, when it is not reading already; answers with what it sent until it was done or quiet. */
  ask(task: ReadTask, location: number, options: ReadingOptions = {}): Promise<Reading> {
    const read = () => this.#readOften(task, location, options);
    return options.shouldDecline || options.isBeside ? read() : this.#turns.take(read);
  }

  /** Does something while the application is not asked to read anything else. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    return this.#turns.take(act);
  }

  /** The number of times that the application was asked to do something. */
  timesAsked(task: ReadTask): number {
    return this.#asked.filter((asked) => asked.task === task).length;
  }

  /** A webhook was sent, which may make the application read something. */
  sentWebhook(): void {
    this.#webhooks.push(this.#context.clock.now());
  }

  #webhooksSince(time: number): number {
    return this.#webhooks.filter((at) => at > time).length;
  }

  /** Asks again where the application declines: it may be busy, and it may read all the same. */
  async #readOften(task: ReadTask, location: number, options: ReadingOptions): Promise<Reading> {
    const began = this.#context.clock.now();
    for (;;) {
      const isLast = options.shouldDecline || options.isDisturbed || !this.#mayBeBusySince(began);
      const reading = await this.#read(task, location, { ...options, isLast });
      if (
        isLast ||
        !isDeclined(this.#prompter.last(task, location), reading.requests.filter(isReadFor(task, location)))
      )
        return reading;
    }
  }

  /** True if an application that has declined since then may just be busy: for some seconds, and longer while it is at work. */
  #mayBeBusySince(began: number): boolean {
    const passed = this.#watcher.passedSince(began);
    const isAtWork =
      this.#watcher.passedSince(this.#traffic.requests.at(-1)?.at ?? 0) <= milliseconds(times.askedAgainAfter);
    const isWaiting = isAtWork || this.#isHeld();
    return passed < milliseconds(isWaiting ? this.#context.profile.patience.max_s : times.declines);
  }

  /**
   * The application may do other work before it begins to read, and in between, which is waited for as well, unless it should decline to read.
   * After a refusal it is given some seconds longer.
   */
  async #read(
    task: ReadTask,
    location: number,
    {
      secondsAfterRefusal = 0,
      shouldDecline = false,
      isShort = false,
      isDisturbed = false,
      isLast,
      isDone,
      isProved,
    }: ReadingOptions & { isLast: boolean },
  ): Promise<Reading> {
    if (this.#endless.has(task)) throw new Untestable(`the application reads ${task} without end`);
    const { profile, network, answers } = this.#context;
    const { requests } = this.#traffic;
    const from = requests.length;
    this.#asked.push({ task, location, from });
    const sent = () => requests.slice(from);
    const prompted = this.#prompter.ask(task, location);
    const reads = () => sent().filter(isReadFor(task, location));
    const webhooks = () => this.#webhooksSince(prompted.at - milliseconds(times.busyAfterWebhook));
    const endless = () => (isDisturbed ? undefined : repeatedWithoutEnd(reads(), webhooks(), answers));
    if (prompted.isByHand) await this.#watcher.find(() => reads().at(-1), prompted.seconds).finally(prompted.end);
    const isIdle = (seconds: number) => {
      const last = reads().at(-1);
      const mayRead = !shouldDecline && !isDone?.(reads());
      if (task === "resources" && mayRead && this.#isHeld()) return false;
      const begun = Math.max(prompted.at, prompted.answer?.at ?? 0, last?.at ?? 0);
      const isAwaited = mayRead && !(isShort && last);
      const since = isAwaited ? Math.max(begun, this.#heldUntil(task), this.#traffic.hasRoomFrom) : begun;
      const isRefused = last?.status === 429 || last?.status === 422;
      const quiet = milliseconds(seconds + (isRefused ? secondsAfterRefusal : 0));
      const passed = this.#watcher.passedSince(since);
      if (passed <= quiet) return false;
      // Its other work may come first.
      const isBusy = isAwaited && this.#watcher.passedSince(sent().at(-1)?.at ?? 0) <= quiet;
      return !isBusy || passed > longestBusy * quiet + milliseconds(times.busyForWebhook) * webhooks();
    };
    const isOver = () => {
      if (isProved?.(reads()) || endless()) return true;
      if (!prompted.isByHand && !prompted.answer) return false;
      if (!isLast && isDeclined(prompted, reads()))
        return this.#watcher.passedSince(prompted.answer?.at ?? 0) > milliseconds(times.askedAgainAfter);
      return isIdle(
        isDone?.(reads())
          ? Math.max(times.idleAfterLast + network.roundTrip / 1000, longestPause(reads()) / 1000)
          : Math.max(quietSeconds(this.#context), likelyPause(reads()) / 1000),
      );
    };
    await this.#watcher.until(isOver, profile.patience.max_s + times.busyForWebhook * webhooks());
    const loop = endless();
    if (loop) this.#endless.add(task);
    return {
      sent,
      readLater: () => this.#readsUntilAskedAgain(task, location, from),
      requests: sent().filter((request) => request.location === undefined || request.location === location),
      ...(loop ? { endless: loop } : {}),
      isUnfinished: !isOver() && reads().length > 0,
    };
  }

  /** The outcome of asking an application to read, until it was asked for the same again; some of it may have come late. */
  #readsUntilAskedAgain(task: ReadTask, location: number, from: number): PartnerRequest[] {
    const next = this.#asked.find((asked) => asked.task === task && asked.location === location && asked.from > from);
    return this.#traffic.requests.slice(from, next?.from).filter(isReadFor(task, location));
  }

  /** True if the application may hold all its v3 requests, since the last one was answered 429. */
  #isHeld(): boolean {
    const last = this.#traffic.requests.findLast(({ surface }) => surface === "v3");
    return last?.status === 429 && this.#watcher.passedSince(last.at) <= milliseconds(times.heldAfter429);
  }

  /** When the application sent something again after it may have held its v3 requests, in milliseconds: what it held comes then, one after the other. */
  #heldUntil(task: ReadTask): number {
    if (task !== "resources") return 0;
    const reads = this.#traffic.requests.filter(({ surface }) => surface === "v3");
    const refused = reads.findLastIndex(({ status }) => status === 429);
    return (refused >= 0 && reads[refused + 1]?.at) || 0;
  }
}
