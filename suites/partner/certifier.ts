import { request } from "undici";
import { Untestable } from "../../base/errors.ts";
import type { StandIn } from "../../harness/control.ts";
import { type Answered, post } from "../../harness/partner-client.ts";
import type { Claim } from "../../harness/partner-profile.ts";
import { limit } from "../../specs/limits.ts";
import { type Asked, ask } from "./asking.ts";
import { callbackPath, isCallback, isWork, type Seen } from "./seen.ts";
import { mark, Watcher } from "./watcher.ts";

/** How long a callback that has begun to arrive is waited for, in seconds. */
const answeredWithin = 5;

/** Stand-in replies carry this, so that those left over can be told from right ones. */
const standInMark = "x-assay-stand-in";

/** The platform as the certifier plays it, and what it sees of the application. */
export class Certifier extends Watcher {
  location(index: number): number {
    return this.context.locations[index] ?? 0;
  }

  /** The owner grants access. */
  async grant(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.context;
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
    const task = `connect application ${this.context.application_id} at Location ${location} in your application, as its owner would after granting access`;
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
    if (this.links.grants(location).length > 0) throw new Untestable(`the link of Location ${location} is not active`);
    if (!this.profile.connect && !this.context.person) return this.#confirm(location);
    await this.connect(location);
    if (this.links.state(location, Date.now()) !== "active")
      throw new Untestable(`the link of Location ${location} did not become active`);
    await this.settle();
  }

  /** Makes a link active without the application: one that nobody can connect, and that does not claim to confirm, can still be judged. */
  async #confirm(location: number): Promise<void> {
    const { urls, credentials, application_id } = this.context;
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
      this.context.interruption.throwIfAborted();
      return { status: undefined, headers: {} as Record<string, string>, text: String(error) };
    }
  }

  /** How the application was asked last for something at a Location. */
  asked(how: "connect" | "resources" | "calls", location: number): Asked | undefined {
    return this.asks.get(`${how} ${location}`);
  }

  /** Nobody made it fail, so a 5xx is the application's own failure. */
  mindAnswer(how: "connect" | "resources" | "calls", location: number, requirement: string): void {
    const { status = 0 } = this.asked(how, location)?.answer ?? {};
    if (status >= 500)
      this.recorder.flaw(requirement, {
        found: `status ${status} of the application itself`,
        expected: "any other than a 5xx",
        by: { exchange: `a-${how}-${location}`, where: `asking it for ${how} at Location ${location}` },
      });
  }

  #ask(how: "connect" | "resources" | "calls", location: number, task: string): Asked {
    const asked = ask(
      this.context,
      how === "connect" ? this.profile.connect : this.profile.actions[how],
      location,
      task,
    );
    this.asks.delete(`${how} ${location}`);
    this.asks.set(`${how} ${location}`, asked);
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
