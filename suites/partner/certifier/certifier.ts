import { HarnessError, Untestable } from "../../../base/errors.ts";
import type { StandIn } from "../../../harness/control.ts";
import { callbackPath, isCallback, isWork, type PartnerRequest } from "../requests/partner-request.ts";
import { sendOwn } from "./own-requests.ts";
import { type PartnerTask, type Prompt, prompt } from "./prompts.ts";
import { Watcher } from "./watcher.ts";

/** The Locations by what becomes of them; the last five by how their callbacks are answered. */
const locationIndex = { first: 0, second: 1, got401: 2, got403: 3, got404: 4, got503: 5, gotNothing: 6 };

/** How long a callback that has begun to arrive is waited for, in seconds. */
const callbackArrivesWithin = 5;

/** Stand-in replies carry this header, so that those left over can be told from right ones. */
const standInMark = "x-assay-stand-in";

/** More stand-in replies than any scenario sets. */
const mostStandIns = 1_000;

/** Acts as the platform and the owner towards an application, and watches it. */
export class Certifier extends Watcher {
  location(name: keyof typeof locationIndex): number {
    return this.context.locations[locationIndex[name]] ?? 0;
  }

  /** The owner grants access. */
  async grant(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.context;
    const { status } = await sendOwn(
      "POST",
      `${urls.base_url}/company/${location}/marketplace/applications/${application_id}/grant_access`,
      `Bearer ${credentials.partner_token}, User ${credentials.owner_user_token}`,
    );
    if (status !== 201) throw new HarnessError(`grant_access answered ${status} at Location ${location}`);
    this.links.granted(location, Date.now());
  }

  /** The owner connects: grants access and comes to the application; the callback that follows, if any. */
  async connect(location: number, { awaitsAnswer = true } = {}): Promise<PartnerRequest | undefined> {
    await this.grant(location);
    const from = this.requests.length;
    const callbacks = () => this.requests.slice(from).filter(isCallback);
    const prompted = this.#prompt("connect", location);
    const isOver = () => {
      if (prompted.answer?.failure === "ECONNREFUSED") return true;
      if (callbacks().some((callback) => isAbout(callback, location))) return true;
      // An application that confirms what nobody granted has mistaken it for this Location.
      const stray = callbacks().find((callback) => this.#isStray(callback));
      return stray !== undefined && Date.now() - stray.at > this.profile.patience.quiet_s * 1000;
    };
    // The text gives a callback hours; it is waited for as long as the profile says.
    const seconds = Math.max(prompted.seconds, this.profile.patience.callback_s);
    await this.until(isOver, seconds).finally(prompted.end);
    const found = callbacks().find((callback) => isAbout(callback, location));
    // Its answer is what makes the link active.
    if (found && awaitsAnswer) await this.until(() => found.status !== null, callbackArrivesWithin);
    return found;
  }

  /** Whether a callback is for a Location that was not granted, or is active already. */
  #isStray({ location = 0, at }: PartnerRequest): boolean {
    return this.links.grants(location).length === 0 || this.links.state(location, at - 1) === "active";
  }

  /** Sees to it that the link of a Location is active. */
  async activate(location: number): Promise<void> {
    const isActive = () => this.links.state(location, Date.now()) === "active";
    if (isActive()) return;
    // An application that did not confirm a Location once is not waited for again.
    if (this.links.grants(location).length > 0) throw new Untestable(`the link of Location ${location} is not active`);
    if (!this.profile.connect && !this.context.person) return this.#confirm(location);
    await this.connect(location);
    if (!isActive()) throw new Untestable(`the link of Location ${location} did not become active`);
    await this.settle();
  }

  /** Makes a link active in place of an application that cannot be connected; what it claims besides can still be judged. */
  async #confirm(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.context;
    await this.grant(location);
    const body = { salon_id: location, application_id };
    const { status } = await sendOwn("POST", urls.app_url + callbackPath, `Bearer ${credentials.partner_token}`, body);
    if (status !== 201) throw new HarnessError(`the callback answered ${status} at Location ${location}`);
    this.links.confirmed(location, Date.now());
  }

  /**
   * Asks the application to read; answers with everything that it sent until it was quiet. It may do other work before it begins to read, which
   * is waited for as well, unless it should decline to read. After a 429, it is given some seconds longer.
   */
  async askToRead(
    task: "resources" | "calls",
    location: number,
    { secondsAfter429 = 0, shouldDecline = false } = {},
  ): Promise<PartnerRequest[]> {
    const from = this.requests.length;
    const sent = () => this.requests.slice(from);
    const prompted = this.#prompt(task, location);
    const isAskedFor = (request: PartnerRequest) =>
      (task === "resources") === (request.surface === "v3") && isWork(request) && isAbout(request, location);
    const lastAskedFor = () => sent().findLast(isAskedFor);
    if (prompted.isByHand) await this.find(lastAskedFor, prompted.seconds).finally(prompted.end);
    const isOver = () => {
      if (!prompted.isByHand && !prompted.answer) return false;
      const last = lastAskedFor() ?? (shouldDecline ? undefined : sent().findLast(isWork));
      const since = Math.max(prompted.at, prompted.answer?.at ?? 0, last?.at ?? 0);
      const seconds = this.profile.patience.quiet_s + (last?.status === 429 ? secondsAfter429 : 0);
      return Date.now() - since > seconds * 1000;
    };
    await this.until(isOver, this.profile.patience.max_s);
    return sent().filter((request) => request.location === undefined || request.location === location);
  }

  /** The next requests get this reply instead of the right one. */
  async standIn({ reply, ...place }: StandIn): Promise<void> {
    const marked = reply === "drop" ? reply : { ...reply, headers: { ...reply.headers, [standInMark]: "1" } };
    await this.control.standIn({ ...place, reply: marked });
  }

  /** Uses up the stand-in replies that are left over. */
  async clearStandIns(method: "GET" | "POST", url: string): Promise<void> {
    for (let tries = 0; tries < mostStandIns; tries++) {
      const { status, headers } = await sendOwn(method, url, "Bearer nobody");
      if (status !== undefined && !headers[standInMark]) return;
      this.context.interruption.throwIfAborted();
    }
  }

  /** How the application was last asked for something at a Location. */
  prompted(task: PartnerTask, location: number): Prompt | undefined {
    return this.prompts.get(`${task} ${location}`);
  }

  /** Judges what a prompt was answered: nobody made it fail, so a 5xx is the application's own failure. */
  judgeAnswer(task: PartnerTask, location: number, requirement: string): void {
    const { status = 0 } = this.prompted(task, location)?.answer ?? {};
    if (status < 500) return;
    this.recorder.finding(requirement, {
      found: `status ${status} from the application itself`,
      expected: "any answer but a 5xx",
      by: { exchange: `a-${task}-${location}`, where: `the request for ${task} at Location ${location}` },
    });
  }

  #prompt(task: PartnerTask, location: number): Prompt {
    const prompted = prompt(this.context, task, location);
    this.prompts.delete(`${task} ${location}`);
    this.prompts.set(`${task} ${location}`, prompted);
    return prompted;
  }
}

/** Whether a request is about a Location; one that names none is about the Location that the application was asked for last. */
const isAbout = ({ location }: PartnerRequest, wanted: number): boolean =>
  location === undefined || Number.isNaN(location) || location === wanted;
