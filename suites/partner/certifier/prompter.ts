import { Untestable } from "../../../base/errors.ts";
import { steadyNow } from "../../../base/steady-now.ts";
import { isCallback, type PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { type PartnerTask, type Prompt, prompt } from "./prompts.ts";
import {
  isReadFor,
  likelyPause,
  longestBusy,
  maxAsked,
  type Reading,
  type ReadingOptions,
  type ReadTask,
  repeatedWithoutEnd,
} from "./reading.ts";
import { Turns } from "./turns.ts";
import { Watcher } from "./watcher.ts";

/** Whether the platform did not do what the application asked of it. */
const wasRefused = ({ status }: PartnerRequest): boolean => status === null || status >= 400;

/** How the platform refused a request, to be put behind "the platform had". */
function refusalOf(request: PartnerRequest): string {
  const name = isCallback(request) ? "its callback" : `${request.method} ${request.address}`;
  return request.status === null ? `left ${name} without an answer` : `answered ${name} ${request.status}`;
}

/** Asks an application for something, and sees what comes of it. */
export class Prompter extends Watcher {
  /** Reading is asked for once at a time, so that the certifier does not make bursts of it. */
  readonly #readings = new Turns();
  readonly #endless = new Set<ReadTask>();
  readonly #webhooks: number[] = [];
  readonly #asked: { task: ReadTask; location: number; from: number }[] = [];

  /** Asks the application to read, when it is not reading already; answers with what it sent until it was done or quiet. */
  askToRead(task: ReadTask, location: number, options: ReadingOptions = {}): Promise<Reading> {
    const read = () => this.#readOften(task, location, options);
    return options.shouldDecline || options.isBeside ? read() : this.#readings.take(read);
  }

  /** A webhook was sent, which may make the application read something. */
  sentWebhook(): void {
    this.#webhooks.push(steadyNow());
  }

  #webhooksSince(time: number): number {
    return this.#webhooks.filter((at) => at > time).length;
  }

  /** Does something while the application is not asked to read anything else. */
  readingAlone<T>(act: () => Promise<T>): Promise<T> {
    return this.#readings.take(act);
  }

  /** Asks again where the application declines: it may be busy. */
  async #readOften(task: ReadTask, location: number, options: ReadingOptions): Promise<Reading> {
    for (let count = 1; ; count++) {
      const reading = await this.#read(task, location, options);
      const { status = 0 } = this.prompted(task, location)?.answer ?? {};
      const isDeclined = status >= 400 && status < 500 && !reading.requests.some(isReadFor(task, location));
      if (!isDeclined || options.shouldDecline || options.isDisturbed || count === maxAsked) return reading;
      await this.watch(times.askedAgainAfter);
    }
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
      isDone,
      isProved,
    }: ReadingOptions,
  ): Promise<Reading> {
    if (this.#endless.has(task)) throw new Untestable(`the application reads ${task} without end`);
    const from = this.requests.length;
    this.#asked.push({ task, location, from });
    const sent = () => this.requests.slice(from);
    const prompted = this.prompt(task, location);
    const reads = () => sent().filter(isReadFor(task, location));
    const webhooks = () => this.#webhooksSince(prompted.at - milliseconds(times.busyAfterWebhook));
    const endless = () => (isDisturbed ? undefined : repeatedWithoutEnd(reads(), webhooks()));
    if (prompted.isByHand) await this.find(() => reads().at(-1), prompted.seconds).finally(prompted.end);
    const isIdle = (seconds: number) => {
      const last = reads().at(-1);
      if (task === "resources" && !shouldDecline && this.#isHeld()) return false;
      const since = Math.max(prompted.at, prompted.answer?.at ?? 0, last?.at ?? 0, this.#heldUntil(task));
      const isRefused = last?.status === 429 || last?.status === 422;
      const quiet = (seconds + (isRefused ? secondsAfterRefusal : 0)) * 1000;
      const passed = this.passedSince(since);
      if (passed <= quiet) return false;
      // Its other work may come first.
      const isBusy = !shouldDecline && !(isShort && last) && this.passedSince(sent().at(-1)?.at ?? 0) <= quiet;
      return !isBusy || passed > longestBusy * quiet + milliseconds(times.busyForWebhook) * webhooks();
    };
    const isOver = () => {
      if (isProved?.(reads()) || endless()) return true;
      if (!prompted.isByHand && !prompted.answer) return false;
      return isIdle(
        isDone?.(reads())
          ? times.idleAfterLast + this.roundTrip / 1000
          : Math.max(this.quietSeconds, likelyPause(reads()) / 1000),
      );
    };
    await this.until(isOver, this.profile.patience.max_s + times.busyForWebhook * webhooks());
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

  /** What came of asking an application to read, until it was asked for the same again; some of it may have come late. */
  #readsUntilAskedAgain(task: ReadTask, location: number, from: number): PartnerRequest[] {
    const next = this.#asked.find((asked) => asked.task === task && asked.location === location && asked.from > from);
    return this.requests.slice(from, next?.from).filter(isReadFor(task, location));
  }

  /** Whether the application may hold all its v3 requests, since the last one was answered 429. */
  #isHeld(): boolean {
    const last = this.requests.findLast(({ surface }) => surface === "v3");
    return last?.status === 429 && this.passedSince(last.at) <= milliseconds(times.heldAfter429);
  }

  /** When the application sent something again after it may have held its v3 requests, in milliseconds: what it held comes then, one after the other. */
  #heldUntil(task: ReadTask): number {
    if (task !== "resources") return 0;
    const reads = this.requests.filter(({ surface }) => surface === "v3");
    const refused = reads.findLastIndex(({ status }) => status === 429);
    return (refused >= 0 && reads[refused + 1]?.at) || 0;
  }

  /** How the application was last asked for something at a Location. */
  prompted(task: PartnerTask, location: number): Prompt | undefined {
    return this.prompts.get(`${task} ${location}`);
  }

  /**
   * Judges what a prompt was answered. A 5xx is the application's own failure where the platform had answered it well; where the platform had
   * refused it something before, that is said once, and the requirement is not judged.
   */
  judgeAnswer(task: PartnerTask, location: number, requirement: string): void {
    const { request, answer, at = 0 } = this.prompted(task, location) ?? {};
    if (!request || (answer?.status ?? 0) < 500) return;
    const { method, url, headers, body } = request;
    const where = `${method} ${url}`;
    const found = `${where} answered ${answer?.status}${answer?.said ? `: ${JSON.stringify(answer.said)}` : ""}`;
    const curl = this.recorder.curl(method, url, Object.entries(headers), body);
    const refused = this.requests.findLast((sent) => sent.at >= at && sent.location === location && wasRefused(sent));
    if (refused) {
      const why = `${found}, after the platform had ${refusalOf(refused)}`;
      this.recorder.trouble(task, `${why}; to repeat it: ${curl}`);
      this.recorder.untestable([requirement], why, { isDecisive: true });
      return;
    }
    const by = { exchange: `a-${task}-${location}`, where, curl };
    this.recorder.finding(requirement, { found, expected: "any answer but a 5xx", by });
  }

  /** Asks the application for something, by a request or through a person. */
  protected prompt(task: PartnerTask, location: number): Prompt {
    const prompted = prompt(this.context, task, location);
    this.prompts.delete(`${task} ${location}`);
    this.prompts.set(`${task} ${location}`, prompted);
    return prompted;
  }
}
