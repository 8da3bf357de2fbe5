import { HarnessError, Untestable } from "../../../base/errors.ts";
import { steadyNow } from "../../../base/steady-now.ts";
import type { StandIn, StandInPlace } from "../../../harness/control.ts";
import { callbackPath, isCallback, isMisdirected, type PartnerRequest } from "../requests/partner-request.ts";
import { times } from "../times.ts";
import { sendOwn } from "./own-requests.ts";
import { Prompter } from "./prompter.ts";
import { isAbout } from "./reading.ts";
import { Turns } from "./turns.ts";

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

/** How many ids of calls there are for each id of a record, and for how many of these, so that all fit into 31 bits. */
const [callsEach, callRanges] = [10_000, 100_000];

/** How many Locations a certification needs. */
export const locationsNeeded = Object.keys(locationIndex).length;

/** Acts as the platform and the owner towards an application, and watches it. */
export class Certifier extends Prompter {
  /** Lifecycle events are distinguished by their order alone. */
  readonly endings = new Turns();
  #records = 0;
  #calls = 0;
  #unconfirmed: number | undefined;
  /** The Locations whose late callbacks are no longer waited for. */
  readonly #givenUp = new Set<number>();

  location(name: keyof typeof locationIndex): number {
    return this.context.locations[locationIndex[name]] ?? 0;
  }

  /** The ids of records that are told of more than once; no other webhook has them. */
  get repeatedRecords(): { client: number; appointment: number } {
    const { firstRecord } = this.context;
    return { client: firstRecord, appointment: firstRecord + 1 };
  }

  /** The id of a record that no webhook has told of. */
  nextRecord = (): number => this.context.firstRecord + 2 + this.#records++;

  /** The id of a call that no history has had, nor one of another certification in the last months: an application that reads what is new knows calls by their ids. */
  nextCall = (): number => callsEach * (this.context.firstRecord % callRanges) + ++this.#calls;

  /** The owner grants access. */
  async grant(location: number): Promise<void> {
    const { urls, credentials, application_id, interruption } = this.context;
    // What is granted from now on is not cleared up.
    interruption.throwIfAborted();
    const { status } = await sendOwn(
      "POST",
      `${urls.base_url}/company/${location}/marketplace/applications/${application_id}/grant_access`,
      `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}`,
    );
    if (status !== 201) throw new HarnessError(`grant_access answered ${status} at Location ${location}`);
    this.recorder.step(`the owner of Location ${location} grants access`, location);
    this.links.granted(location, steadyNow());
  }

  /** The owner connects: grants access and comes to the application; the callback that follows, if any. */
  async connect(location: number, { awaitsAnswer = true } = {}): Promise<PartnerRequest | undefined> {
    const isNew = this.links.grants(location).length === 0;
    // It came late.
    if (this.#unconfirmed !== undefined && this.hasConfirmed(this.#unconfirmed)) this.#unconfirmed = undefined;
    if (isNew && this.#unconfirmed !== undefined)
      throw new Untestable(`the application did not confirm Location ${this.#unconfirmed}, so no other was tried`);
    // Whoever has never called back, however often it was tried, is not tried once more.
    if (this.#unconfirmed === location && !this.requests.some(isCallback)) return undefined;
    let found: PartnerRequest | undefined;
    for (let tries = 0; tries < this.tries && !found; tries++) found = await this.#connectOnce(location, tries > 0);
    this.#unconfirmed = found ? undefined : (this.#unconfirmed ?? location);
    // Its answer is what makes the link active.
    if (found && awaitsAnswer) await this.until(() => found.status !== null, times.callbackArrives);
    return found;
  }

  /** Whether a callback has come for a Location after access was granted there, and before it was granted anew; for the last grant, if none is named. */
  hasConfirmed(location: number, grant?: number): boolean {
    const grants = this.links.grants(location);
    const granted = grant ?? grants.at(-1) ?? Number.POSITIVE_INFINITY;
    const anew = grants.find((at) => at > granted) ?? Number.POSITIVE_INFINITY;
    return this.requests.some(
      (request) => isCallback(request) && isAbout(request, location) && request.at >= granted && request.at < anew,
    );
  }

  /**
   * How long a callback is waited for, in seconds. The text gives it hours; the profile says how long it takes at most. Whoever has sent one is known to
   * be quicker, and whoever has left one out is not waited for as long again.
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
    const prompted = this.prompt("connect", location);
    const isOver = () => {
      if (prompted.answer?.failure === "ECONNREFUSED") return true;
      if (callbacks().some((callback) => isAbout(callback, location))) return true;
      // An application that confirms what nobody granted has mistaken it for this Location.
      const stray = this.requests.slice(from).find((request) => this.#isStray(request));
      return stray !== undefined && this.passedSince(stray.at) > this.quietSeconds * 1000;
    };
    await this.until(isOver, prompted.isByHand ? prompted.seconds : this.#callbackSeconds(isAnother)).finally(
      prompted.end,
    );
    return callbacks().find((callback) => isAbout(callback, location));
  }

  /** Whether a callback came by another method, or is for a Location that was not granted, or is active already. */
  #isStray(request: PartnerRequest): boolean {
    if (isMisdirected(request)) return true;
    const { location = 0, at } = request;
    return (
      isCallback(request) &&
      (this.links.grants(location).length === 0 || this.links.state(location, at - 1) === "active")
    );
  }

  isActive(location: number): boolean {
    return this.links.state(location, steadyNow()) === "active";
  }

  /** Sees to it that the link of a Location is active. */
  async activate(location: number): Promise<void> {
    if (this.isActive(location)) return;
    if (this.links.grants(location).length > 0) {
      await this.#awaitLate(location);
      if (this.isActive(location)) return;
      throw new Untestable(`the link of Location ${location} is not active`);
    }
    if (!this.profile.connect && !this.context.person) return this.#confirm(location);
    await this.connect(location);
    if (!this.isActive(location)) throw new Untestable(`the link of Location ${location} did not become active`);
    await this.settle(location);
  }

  /** Waits once more for the callback of a Location, which may be late: whoever keeps the rate has other requests to send first. */
  async #awaitLate(location: number): Promise<void> {
    const isPending = this.links.state(location, steadyNow()) === "pending";
    if (!isPending || this.#givenUp.has(location) || !this.requests.some(isCallback)) return;
    this.#givenUp.add(location);
    await this.until(() => this.isActive(location), this.profile.patience.max_s / 2);
  }

  /** Makes a link active in place of an application that cannot be connected; what it claims besides can still be judged. */
  async #confirm(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.context;
    await this.grant(location);
    const body = { salon_id: location, application_id };
    const { status } = await sendOwn("POST", urls.app_url + callbackPath, `Bearer ${credentials.partner_token}`, body);
    if (status !== 201) throw new HarnessError(`the callback answered ${status} at Location ${location}`);
    this.links.confirmed(location, steadyNow());
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
