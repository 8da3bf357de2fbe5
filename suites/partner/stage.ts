import type { Control, StandIn } from "../../harness/control.ts";
import { type Answered, post } from "../../harness/partner-client.ts";
import type { Claim, PartnerProfile } from "../../harness/partner-profile.ts";
import type { Credentials, Urls } from "../../harness/target.ts";
import { limit } from "../../specs/limits.ts";
import { type Asked, ask } from "./asking.ts";
import type { Book } from "./book.ts";
import { Links } from "./links.ts";
import { callbackPath, isCallback, isWork, type Seen, understand } from "./seen.ts";
import { Stalls } from "./stalls.ts";

/** Somebody at a terminal, who does by hand what the profile does not tell how to do. */
export interface Person {
  /** Says what to do; the wait is over when it was done, or after so many seconds. */
  told(what: string, seconds: number): { done(): void };
}

/** What a certification is played with. */
export interface Setting {
  control: Control;
  urls: Urls;
  credentials: Credentials;
  application_id: number;
  /** Locations of one owner: the first two as any, the others for what goes wrong. */
  locations: readonly number[];
  profile: PartnerProfile;
  book: Book;
  person?: Person;
  /** How the application ended by itself, if it did. */
  ended(): string | undefined;
  interruption: AbortSignal;
}

/** The application cannot be judged any further. */
export class Halt extends Error {
  override name = "Halt";
  /** Whether what was not judged by then counts as not holding: it does when nothing answers any more. */
  readonly isFault: boolean;

  constructor(why: string, isFault: boolean) {
    super(why);
    this.isFault = isFault;
  }
}

/** A scene cannot be played, and why. */
export class Lack extends Error {
  override name = "Lack";
}

/** More in two seconds than twenty times the rate that is a fault is nothing to wait through. */
const flood = 400;

/** Milliseconds between two looks at what has arrived. */
const lookEvery = 80;

/** How long a callback that has begun to arrive is waited for, in seconds. */
const answeredWithin = 5;

/** How long a request may take to arrive and be answered, in milliseconds; who takes longer is cut off by the platform. */
const arrivesWithin = 35_000;

/** Milliseconds without a request after which an application has settled. */
const settledAfter = 1_000;

/** How long an application is waited for that does something on and on, such as reading its status, in seconds. */
const settledMost = 6;

/** How often in a row the application may leave what it is asked without an answer and without any request, before it counts as gone. */
const silencesMost = 2;

/** Certifier's own requests carry this, so that they are not taken for the application's. */
const mark = "x-assay-certifier";

/** Stand-in replies carry this, so that those left over can be told from right ones. */
const standInMark = "x-assay-stand-in";

const sleep = (milliseconds: number) => new Promise<void>((over) => setTimeout(over, milliseconds));

/** The platform as the certifier plays it, and what it sees of the application. */
export class Stage {
  readonly seen: Seen[] = [];
  readonly stalls = new Stalls();
  readonly links = new Links();
  readonly book: Book;
  readonly profile: PartnerProfile;
  readonly control: Control;
  readonly setting: Setting;
  #known = new Map<number, Seen>();
  #after = 0;
  readonly #asked = new Map<string, Asked>();
  #halt: Halt | undefined;
  #looking: Promise<void> | undefined;

  constructor(setting: Setting) {
    this.setting = setting;
    this.book = setting.book;
    this.profile = setting.profile;
    this.control = setting.control;
  }

  location(index: number): number {
    return this.setting.locations[index] ?? 0;
  }

  /** Looks at what has arrived since; who looks at the same time looks together. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<void> {
    this.setting.interruption.throwIfAborted();
    const now = Date.now();
    let open = Number.POSITIVE_INFINITY;
    for (const received of await this.control.traffic(this.#after)) {
      if (received.headers.some(([name]) => name.toLowerCase() === mark)) {
        this.#after = received.n;
        continue;
      }
      const known = this.#known.get(received.n);
      const seen = understand(received, this.setting.urls);
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
    const nobody = this.#isSilent()
      ? `nothing answers at ${[...this.#asked.values()].at(-1)?.url} any more`
      : undefined;
    const end = this.setting.ended() ?? nobody;
    if (end) return new Halt(`the application has gone: ${end}`, true);
    const isFlooding = this.seen.length > flood && now - (this.seen.at(-flood)?.at ?? 0) < 2_000;
    return isFlooding ? new Halt(`the application floods: ${flood} requests in two seconds`, false) : undefined;
  }

  /** Whether asking is of no use any more: nobody takes connections, or nothing at all comes back. */
  #isSilent(): boolean {
    const tried = [...this.#asked.values()].filter(({ answer }) => answer !== undefined);
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

  /** Lets what an application does come to its end, so that scenes do not add up to a burst; some never end. */
  async settle(most = settledMost): Promise<void> {
    const from = Date.now();
    const isQuiet = () => {
      const last = this.seen.findLast(isWork);
      return Date.now() - Math.max(from, last?.at ?? 0) > settledAfter ? true : undefined;
    };
    await this.until(isQuiet, most);
  }

  /** The owner grants access. */
  async grant(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.setting;
    const { status } = await this.own(
      "POST",
      `${urls.base_url}/company/${location}/marketplace/applications/${application_id}/grant_access`,
      `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}`,
    );
    if (status !== 201) throw new Error(`grant_access answers ${status} at Location ${location}`);
    this.links.granted(location, Date.now());
  }

  /** The owner connects: grants access and comes to the application; the callback that follows, if any. */
  async connect(location: number, isAnswered = true): Promise<Seen | undefined> {
    await this.grant(location);
    const from = this.seen.length;
    const callback = () => this.seen.slice(from).find((one) => isCallback(one) && concerns(one, location));
    const task = `connect application ${this.setting.application_id} at Location ${location} in your application, as its owner would after granting access`;
    const asked = this.#ask("connect", location, task);
    const isRefused = () => asked.answer?.failure === "ECONNREFUSED";
    // Who confirms what nobody waits for has taken it for this one.
    const isMistaken = () => {
      const stray = this.seen.slice(from).find((one) => isCallback(one) && this.#isStray(one, location));
      return stray !== undefined && Date.now() - stray.at > this.profile.patience.quiet_s * 1000;
    };
    const isOver = () => (callback() || isRefused() || isMistaken() ? true : undefined);
    await this.until(isOver, asked.seconds).finally(asked.end);
    const found = callback();
    // The answer is of interest: with it the link becomes active.
    if (found && isAnswered) await this.until(() => (found.status === null ? undefined : true), answeredWithin);
    return found;
  }

  /** Whether a callback is about a Location that was not granted, or is active already. */
  #isStray(callback: Seen, wanted: number): boolean {
    const { location = 0, at } = callback;
    if (concerns(callback, wanted)) return false;
    return this.links.grants(location).length === 0 || this.links.state(location, at - 1) === "active";
  }

  /** A Location whose link is active; connects it if need be. */
  async active(location: number): Promise<void> {
    if (this.links.state(location, Date.now()) === "active") return;
    // Who did not confirm once is not waited for again and again.
    if (this.links.grants(location).length > 0) throw new Lack(`the link of Location ${location} is not active`);
    if (!this.profile.connect && !this.setting.person) return this.#confirm(location);
    await this.connect(location);
    if (this.links.state(location, Date.now()) !== "active")
      throw new Lack(`the link of Location ${location} did not become active`);
    await this.settle();
  }

  /** Makes a link active without the application: one that nobody can connect, and that does not claim to confirm, can still be judged. */
  async #confirm(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.setting;
    await this.grant(location);
    const body = JSON.stringify({ salon_id: location, application_id });
    const { status } = await this.own("POST", urls.app_url + callbackPath, `Bearer ${credentials.partner_token}`, body);
    if (status !== 201) throw new Error(`the callback answers ${status} at Location ${location}`);
    this.links.confirmed(location, Date.now());
  }

  /**
   * Asks the application to act; everything that it requested until it was quiet. Until what it was asked for has begun, whatever it does may
   * come before that; one that has to decline begins nothing.
   */
  async act(
    claim: "resources" | "calls",
    location: number,
    { longer = 0, declines = false }: { longer?: number; declines?: boolean } = {},
  ): Promise<Seen[]> {
    const from = this.seen.length;
    const began = Date.now();
    const asked = this.#ask(claim, location, `have your application read ${claim} of Location ${location}`);
    const isOwn = (one: Seen) =>
      (claim === "resources") === (one.surface === "v3") && isWork(one) && concerns(one, location);
    const own = () => this.seen.slice(from).findLast(isOwn);
    if (asked.isByHand) await this.until(own, asked.seconds).finally(asked.end);
    const isOver = () => {
      if (!asked.isByHand && !asked.answer) return undefined;
      const last = own() ?? (declines ? undefined : this.seen.slice(from).findLast(isWork));
      const since = Math.max(began, asked.answer?.at ?? 0, last?.at ?? 0);
      // Who was told to wait is waited for.
      const seconds = this.profile.patience.quiet_s + (last?.status === 429 ? longer : 0);
      return Date.now() - since > seconds * 1000 ? true : undefined;
    };
    await this.until(isOver, this.profile.patience.max_s);
    return this.seen.slice(from).filter((one) => one.location === undefined || one.location === location);
  }

  /** Sends something to the application. */
  send(url: string, body: string, over = 0): Promise<Answered> {
    const headers = { "content-type": "application/json", "user-agent": "assay" };
    // Nothing is judged on the edge: a second more than the specification's time.
    const within = (limit("webhook_timeout") + limit("edge")) * 1000;
    return post({ method: "POST", url, headers, body, over }, within);
  }

  /** The next requests get this instead of the right reply. */
  async standIn({ reply, ...place }: StandIn): Promise<void> {
    const marked = reply === "drop" ? reply : { ...reply, headers: { ...reply.headers, [standInMark]: "1" } };
    await this.control.standIn({ ...place, reply: marked });
  }

  /** Uses up stand-in replies that are left over. */
  async clear(method: string, url: string): Promise<void> {
    for (let tries = 0; tries < 1_000; tries++) {
      const { status, headers } = await this.own(method, url, "Bearer nobody");
      if (status !== undefined && !headers[standInMark]) return;
    }
  }

  /** A request of the certifier itself. */
  async own(method: string, url: string, authorization: string, body?: string) {
    const { request } = await import("undici");
    try {
      const answer = await request(url, {
        method: method as "GET",
        headers: {
          accept: "application/vnd.api.v2+json",
          authorization,
          [mark]: "1",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch (error) {
      this.setting.interruption.throwIfAborted();
      return { status: undefined, headers: {} as Record<string, string>, text: String(error) };
    }
  }

  /** How the application was asked last for something at a Location. */
  asked(how: "connect" | "resources" | "calls", location: number): Asked | undefined {
    return this.#asked.get(`${how} ${location}`);
  }

  /** Nobody made it fail, so a 5xx is the application's own failure. */
  mindAnswer(how: "connect" | "resources" | "calls", location: number, requirement: string): void {
    const { status = 0 } = this.asked(how, location)?.answer ?? {};
    if (status >= 500)
      this.book.flaw(requirement, {
        found: `status ${status} of the application itself`,
        expected: "any other than a 5xx",
        by: { exchange: `a-${how}-${location}`, where: `asking it for ${how} at Location ${location}` },
      });
  }

  #ask(how: "connect" | "resources" | "calls", location: number, task: string): Asked {
    const asked = ask(
      this.setting,
      how === "connect" ? this.profile.connect : this.profile.actions[how],
      location,
      task,
    );
    this.#asked.delete(`${how} ${location}`);
    this.#asked.set(`${how} ${location}`, asked);
    return asked;
  }
}

/** Whether a callback is about a Location; one that names none is about whichever was connected last. */
const concerns = ({ location }: Seen, wanted: number): boolean =>
  location === undefined || Number.isNaN(location) || location === wanted;

/** The claims that need something of the profile, and how a sentence names it. */
export const keyOf: Record<Claim, string> = {
  install: "connect",
  webhooks: "webhook_url",
  lifecycle: "lifecycle_webhook_url",
  resources: "actions.resources",
  calls: "actions.calls",
};
