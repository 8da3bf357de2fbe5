import { request } from "undici";
import { reasonOf } from "./failure-reason.ts";
import { type Patience, usualPatience } from "./patience.ts";
import { profileError } from "./profile-error.ts";
import type { Credentials, Fixtures, Urls } from "./target.ts";

/** What a target says about its control protocol. */
export interface ControlDescription {
  protocol: string;
  capabilities: string[];
  clock: "frozen" | "running";
  now: string;
}

/** What a reset answers: the addresses of the new world, its credentials, and what exists in it. */
export interface ResetAnswer {
  urls: Partial<Urls>;
  credentials: Partial<Credentials>;
  fixtures: Partial<Fixtures>;
}

/** A record of a seeded collection. */
export type Item = Record<string, unknown>;

/** What a webhook for a change will carry. */
export interface Announced {
  resource: unknown;
  resource_id: unknown;
  status: unknown;
}

/** One delivery of a webhook, as the target reports it. */
export interface Delivery {
  id: unknown;
  url: string;
  resource: string;
  resource_id: unknown;
  queued_at: string;
  sent_at: string | null;
  ended_at: string | null;
  outcome: "pending" | "delivered" | "failed";
  reason: string | null;
}

/** One request that a target received, as it reports it; `status` is null as long as it is unanswered. */
export interface ReportedRequest {
  n: number;
  at: string;
  surface: "base" | "app" | "v3";
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
  status: number | null;
}

/** A reply in place of the right one; `drop` closes the connection. */
export interface StandIn {
  surface: ReportedRequest["surface"];
  method: string;
  path: string;
  times: number;
  reply: "drop" | { status: number; headers?: Record<string, string>; body?: unknown; delay_ms?: number };
}

/** The target refuses a call of its control protocol, such as one about something that does not exist in its world. */
export class ControlRefusal extends Error {
  override name = "ControlRefusal";
}

/** A call that changes the target's world: its path below the control address, and its body. */
export interface ControlCall {
  path: string;
  body: Readonly<Record<string, unknown>>;
}

/** Where the clock is moved, which changes no record. */
export const clockPath = "/clock/advance";

/** Where a fresh world is asked for. */
export const resetPath = "/reset";

/** A client of a target's control protocol. */
export class Control {
  readonly #url: string;
  readonly #token: string;
  readonly #patience: Patience;
  /** Is told of each call that changes the target's world, its clock included, before it is made. */
  onChange: (call: ControlCall) => void = () => undefined;

  constructor(url: string, token = "", patience = usualPatience) {
    this.#url = url.replace(/\/$/, "");
    this.#token = token;
    this.#patience = patience;
  }

  async describe(): Promise<ControlDescription> {
    const description = await this.#call<ControlDescription>("GET", "");
    if (description.protocol !== "assay-control/1") {
      throw profileError(
        "control.url",
        `${this.#url} speaks ${description.protocol ?? "another protocol"}, expected assay-control/1`,
      );
    }
    if (!Array.isArray(description.capabilities))
      throw profileError("control.url", `${this.#url} does not list its capabilities`);
    return description;
  }

  reset(seed: number): Promise<ResetAnswer> {
    return this.#call("POST", resetPath, { seed });
  }

  /** Replaces a collection of a Location; answers its items with all their fields. */
  async seed(location_id: number, collection: string, items: object[]): Promise<Item[]> {
    return (await this.#call<{ items: Item[] }>("POST", "/seed", { location_id, collection, items })).items;
  }

  /** Replaces the set of other Locations that have an application installed. */
  async seedConnected(application_id: number, items: object[]): Promise<Item[]> {
    return (
      await this.#call<{ items: Item[] }>("POST", "/seed", { application_id, collection: "connected_locations", items })
    ).items;
  }

  async freeze(location_id: number, application_id: number): Promise<void> {
    await this.#call("POST", "/links/freeze", { location_id, application_id });
  }

  async disable(location_id: number, application_id: number): Promise<void> {
    await this.#call("POST", "/links/disable", { location_id, application_id });
  }

  async sendLifecycleTo(application_id: number, lifecycle_webhook_url: string | null): Promise<void> {
    await this.#call("POST", "/applications", { application_id, lifecycle_webhook_url });
  }

  async subscribe(location_id: number, url: string, events: string[]): Promise<void> {
    await this.#call("POST", "/hooks", { location_id, url, events });
  }

  /** Changes a record; answers what a webhook for it will carry. */
  change(location_id: number, event: string, change: string, resource?: string): Promise<Announced> {
    return this.#call("POST", "/events", { location_id, event, change, ...(resource ? { resource } : {}) });
  }

  async deliveries(): Promise<Delivery[]> {
    return (await this.#call<{ deliveries: Delivery[] }>("GET", "/deliveries")).deliveries;
  }

  /** Every request that was received after the one with a number. */
  async traffic(after: number): Promise<ReportedRequest[]> {
    return (await this.#call<{ requests: ReportedRequest[] }>("GET", `/traffic?after=${after}`)).requests;
  }

  /** The next matching requests get this reply instead of the right one. */
  async standIn(reply: StandIn): Promise<void> {
    await this.#call("POST", "/replies", reply);
  }

  /** Moves the target's clock forward, by whole seconds. */
  advance(seconds: number): Promise<{ now: string }> {
    return this.#call("POST", clockPath, { seconds });
  }

  async #call<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
    if (body) this.onChange({ path, body: { ...body } });
    const answer = await request(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: this.#patience(),
    }).catch((error: Error) => {
      throw profileError(
        "control.url",
        `cannot reach ${this.#url} (${reasonOf(error)}); start the target, or mend the address`,
      );
    });
    const text = await answer.body.text();
    if (answer.statusCode === 401) throw profileError("control.token", `${this.#url} refuses the token; mend it`);
    if (answer.statusCode >= 300) {
      const refusal = `${method} ${path || "/"} answers ${answer.statusCode} at ${this.#url}: ${text.slice(0, 200)}`;
      // Where even the description is refused, the address is wrong; a call refused later only does not fit the world.
      throw path === "" ? profileError("control.url", refusal) : new ControlRefusal(refusal);
    }
    try {
      return JSON.parse(text) as T;
    } catch {
      throw profileError(
        "control.url",
        `${this.#url} does not answer with JSON; is this the control protocol's address?`,
      );
    }
  }
}
