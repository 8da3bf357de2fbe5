import { HarnessError, Untestable } from "../../../base/errors.ts";
import type { Control, StandIn, StandInPlace } from "../../../harness/control/control.ts";
import type { PartnerProfile } from "../../../harness/profiles/partner-profile.ts";
import type { ActingClock } from "../../../harness/time/acting-clock.ts";
import { type CertificationContext, maxTries, quietSeconds } from "../context.ts";
import type { Dialect } from "../dialects/choices.ts";
import type { Recorder } from "../recorder.ts";
import type { Links } from "../requests/links.ts";
import { callbackPath, isCallback, isMisdirected, type PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { sendOwn } from "./own-requests.ts";
import { Prompter } from "./prompter.ts";
import { isAbout } from "./reading.ts";
import { Readings } from "./readings.ts";
import { reasonsToHalt, secondsLeft } from "./reasons-to-halt.ts";
import { Traffic } from "./traffic.ts";
import { Turns } from "./turns.ts";
import { Undone } from "./undone.ts";
import { Watcher } from "./watcher.ts";

/** The Locations by what becomes of them; five by how their callbacks are answered. */
const locationIndex = {
  first: 0,
  second: 1,
  got401: 2,
  got403: 3,
  got404: 4,
  got503: 5,
  gotNothing: 6,
  frozen: 7,
  uninstalled: 8,
  returning: 9,
  beside: 10,
};

export type LocationName = keyof typeof locationIndex;

/** The number of ids of calls for each id of a record, and for how many of these, so that all fit into 31 bits. */
const [callsEach, callRanges] = [10_000, 100_000];

/** The number of Locations that a certification needs. */
export const locationsNeeded = Object.keys(locationIndex).length;

/** Acts as the platform and the owner towards an application, and watches it. */
export class Certifier {
  readonly context: CertificationContext;
  readonly clock: ActingClock;
  readonly recorder: Recorder;
  readonly profile: PartnerProfile;
  readonly control: Control;
  readonly traffic: Traffic;
  readonly requests: readonly PartnerRequest[];
  readonly links: Links;
  readonly watcher: Watcher;
  readonly undone: Undone;
  readonly prompter: Prompter;
  readonly readings: Readings;
  /** Links are ended one after the other, since lifecycle events are distinguished by their order alone. */
  readonly endings = new Turns();
  readonly #began: number;
  #records = 0;
  #calls = 0;
  #unconfirmed: number | undefined;
  /** The Locations that are connecting. */
  readonly #connecting = new Map<number, Promise<unknown>>();
  /** When the next owner may come. */
  #nextOwner = 0;
  /** The Locations whose late callbacks are no longer waited for. */
  readonly #givenUp = new Set<number>();

  /** `isRefuted` says whether the application has failed already by what it has done so far. */
  constructor(context: CertificationContext, isRefuted: () => boolean = () => false) {
    this.context = context;
    this.clock = context.clock;
    this.#began = this.clock.now();
    this.recorder = context.recorder;
    this.profile = context.profile;
    this.control = context.control;
    this.traffic = new Traffic(context);
    this.requests = this.traffic.requests;
    this.links = this.traffic.links;
    this.prompter = new Prompter(context, this.traffic);
    const { prompts } = this.prompter;
    this.watcher = new Watcher(
      context,
      this.traffic,
      reasonsToHalt({ context, traffic: this.traffic, prompts, isRefuted }),
    );
    this.undone = new Undone(context, this.traffic, this.watcher);
    this.readings = new Readings(context, this.traffic, this.watcher, this.prompter);
  }

  /** The platform's present choices where the specification is silent. */
  get dialect(): Dialect {
    return this.context.dialect.current;
  }

  /** The number of seconds that are left for what only repeats what was seen; none or less if there is no time. */
  get secondsLeft(): number {
    return secondsLeft(this.clock, this.#began);
  }

  /** The time that the way to the application and back takes, in milliseconds. */
  get roundTrip(): number {
    return this.context.network.roundTrip;
  }

  /** For how long nothing comes from an application that has nothing more to say, in seconds. */
  get quietSeconds(): number {
    return quietSeconds(this.context);
  }

  /** The number of times that something is tried that may be lost on the way. */
  get tries(): number {
    return maxTries(this.context);
  }

  /** Waits until a minute has room for more requests, so that what is asked of the application does not add up to more than it may send; whether it has. */
  async untilCalm(seconds: number): Promise<boolean> {
    const isCalm = () => this.traffic.hasRoomFrom <= this.clock.now();
    await this.watcher.until(isCalm, seconds);
    return isCalm();
  }

  location(name: LocationName): number {
    return this.context.locations[locationIndex[name]] ?? 0;
  }

  /** The ids of records that several webhooks name; no other webhook has them. */
  get repeatedRecords(): { client: number; appointment: number } {
    const { firstRecord } = this.context;
    return { client: firstRecord, appointment: firstRecord + 1 };
  }

  /** The id of a record that no webhook has named. */
  nextRecord = (): number => this.context.firstRecord + 2 + this.#records++;

  /** The id of a call that no history has had, nor one of another certification in the last months: an application that reads what is new knows calls by their ids. */
  nextCall = (): number => callsEach * (this.context.firstRecord % callRanges) + ++this.#calls;

  /** The owner grants access. */
  async grant(location: number): Promise<void> {
    const { urls, credentials, application_id, interruption } = this.context;
    // A link that is granted from now on is not cleared up.
    interruption.throwIfAborted();
    const { status } = await sendOwn(
      "POST",
      `${urls.base_url}/company/${location}/marketplace/applications/${application_id}/grant_access`,
      `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}`,
    );
    if (status !== 201) throw new HarnessError(`grant_access answered ${status} at Location ${location}`);
    this.recorder.step(`the owner of Location ${location} grants access`, location);
    this.links.granted(location, this.clock.now());
  }

  /** The owner connects: grants access and comes to the application, a moment after other owners, or at once; the callback that follows, if any. */
  async connect(location: number, { awaitsAnswer = true, isAtOnce = false } = {}): Promise<PartnerRequest | undefined> {
    const connecting = this.#connect(location, awaitsAnswer, isAtOnce);
    this.#connecting.set(
      location,
      connecting.catch(() => undefined),
    );
    return connecting;
  }

  /** Waits until so much time has passed since the last owner came. */
  async #awaitOwners(): Promise<void> {
    const now = this.clock.now();
    const mayComeAt = Math.max(now, this.#nextOwner);
    this.#nextOwner = mayComeAt + milliseconds(times.betweenOwners);
    if (mayComeAt > now) await this.watcher.watch((mayComeAt - now) / 1000);
  }

  async #connect(location: number, awaitsAnswer: boolean, isAtOnce: boolean): Promise<PartnerRequest | undefined> {
    if (!isAtOnce) await this.#awaitOwners();
    const isNew = this.links.grants(location).length === 0;
    // It came late.
    if (this.#unconfirmed !== undefined && this.hasConfirmed(this.#unconfirmed)) this.#unconfirmed = undefined;
    if (isNew && this.#unconfirmed !== undefined)
      throw new Untestable(`the application did not confirm Location ${this.#unconfirmed}, so no other was tried`);
    // Anyone who has never called back, however often it was tried, is not tried once more.
    if (this.#unconfirmed === location && !this.requests.some(isCallback)) return undefined;
    let found: PartnerRequest | undefined;
    for (let tries = 0; tries < this.tries && !found; tries++) found = await this.#connectOnce(location, tries > 0);
    this.#unconfirmed = found ? undefined : (this.#unconfirmed ?? location);
    // Its answer is what makes the link active.
    if (found && awaitsAnswer) await this.watcher.until(() => found.status !== null, times.callbackArrives);
    return found;
  }

  /** True if a callback has come for a Location after access was granted there, and before it was granted anew; for the last grant, if none is named. */
  hasConfirmed(location: number, grant?: number): boolean {
    const grants = this.links.grants(location);
    const granted = grant ?? grants.at(-1) ?? Number.POSITIVE_INFINITY;
    const anew = grants.find((at) => at > granted) ?? Number.POSITIVE_INFINITY;
    return this.requests.some(
      (request) => isCallback(request) && isAbout(request, location) && request.at >= granted && request.at < anew,
    );
  }

  /**
   * The time that a callback is waited for, in seconds. The text gives it hours; the profile says how long it takes at most. Anyone who has sent one is known to
   * be quicker, and anyone who has left one out is not waited for as long again.
   */
  #callbackSeconds(isAnother: boolean): number {
    const { max_s, callback_s } = this.profile.patience;
    const isUsual = callback_s === 2 * max_s;
    if (this.#unconfirmed !== undefined || (isAnother && isUsual)) return max_s / 2;
    return this.requests.some(isCallback) && isUsual ? max_s : Math.max(max_s, callback_s);
  }

  async #connectOnce(location: number, isAnother: boolean): Promise<PartnerRequest | undefined> {
    await this.grant(location);
    const from = this.requests.length;
    const callbacks = () => this.requests.slice(from).filter(isCallback);
    const prompted = this.prompter.ask("connect", location);
    const isOver = () => {
      if (prompted.answer?.failure === "ECONNREFUSED") return true;
      if (callbacks().some((callback) => isAbout(callback, location))) return true;
      // An application that confirms what no one granted has mistaken it for this Location.
      const stray = this.requests.slice(from).find((request) => this.#isStray(request));
      return stray !== undefined && this.watcher.passedSince(stray.at) > milliseconds(this.quietSeconds);
    };
    await this.watcher
      .until(isOver, prompted.isByHand ? prompted.seconds : this.#callbackSeconds(isAnother))
      .finally(prompted.end);
    return callbacks().find((callback) => isAbout(callback, location));
  }

  /** True if a callback came by another method, or is for a Location that was not granted, or is active already. */
  #isStray(request: PartnerRequest): boolean {
    if (isMisdirected(request)) return true;
    const { location = 0, at } = request;
    return (
      isCallback(request) &&
      (this.links.grants(location).length === 0 || this.links.state(location, at - 1) === "active")
    );
  }

  isActive(location: number): boolean {
    return this.links.state(location, this.clock.now()) === "active";
  }

  /** Sees to it that the link of a Location is active. */
  async activate(location: number): Promise<void> {
    const connecting = this.#connecting.get(location);
    if (connecting) {
      await connecting;
      // An application that has just confirmed may still be at what it does then.
      if (this.isActive(location) && this.#connecting.delete(location)) await this.watcher.settle(location);
    }
    if (this.isActive(location)) return;
    if (this.links.grants(location).length > 0) {
      await this.#awaitLate(location);
      if (this.isActive(location)) return;
      throw new Untestable(`the link of Location ${location} is not active`);
    }
    if (!this.profile.connect && !this.context.person) return this.#confirm(location);
    await this.connect(location);
    if (!this.isActive(location)) throw new Untestable(`the link of Location ${location} did not become active`);
    await this.watcher.settle(location);
  }

  /** Waits once more for the callback of a Location, which may be late: anyone who keeps the rate has other requests to send first. */
  async #awaitLate(location: number): Promise<void> {
    const isPending = this.links.state(location, this.clock.now()) === "pending";
    if (!isPending || this.#givenUp.has(location) || !this.requests.some(isCallback)) return;
    this.#givenUp.add(location);
    await this.watcher.until(() => this.isActive(location), this.profile.patience.max_s / 2);
  }

  /** Makes a link active in place of an application that cannot be connected; what it claims besides can still be judged. */
  async #confirm(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.context;
    await this.grant(location);
    const body = { salon_id: location, application_id };
    const { status } = await sendOwn("POST", urls.app_url + callbackPath, `Bearer ${credentials.partner_token}`, body);
    if (status !== 201) throw new HarnessError(`the callback answered ${status} at Location ${location}`);
    this.links.confirmed(location, this.clock.now());
  }

  /** The next requests get this reply instead of the right one. */
  async standIn(standIn: StandIn): Promise<void> {
    const { reply, method, path } = standIn;
    const answer = reply === "drop" ? "by closing the connection" : `with ${reply.status}`;
    const next = standIn.skip ? `after ${standIn.skip} right answers` : "from now on";
    this.recorder.step(`the platform will answer ${method} ${path} ${answer}, ${next}`);
    await this.control.standIn(standIn);
  }

  /** Takes back the stand-in replies that are left over. */
  async clearStandIns(place: StandInPlace): Promise<void> {
    await this.control.removeStandIns(place);
  }
}
