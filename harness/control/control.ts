import { checkFormat } from "../../base/formats/format-check.ts";
import { fieldsOf } from "../../base/json.ts";
import { printable } from "../../base/text/printable.ts";
import { profileError } from "../profiles/profile-error.ts";
import { type Credentials, credentialNames, type Fixtures, fixtureNames, type Urls, urlNames } from "../target.ts";
import {
  type CallFields,
  type ControlCallName,
  ControlFailure,
  type ControlPort,
  ControlRefusal,
  controlCalls,
  isControlError,
} from "./control-calls.ts";
import { type ControlAddress, type ControlLimits, httpPort } from "./control-http.ts";

/** The description that a target gives of its control protocol. */
export interface ControlDescription {
  protocol: string;
  capabilities: string[];
  clock: "frozen" | "running";
  now: string;
}

/** The answer to a reset: the addresses of the new world, its credentials, and what exists in it. */
export interface ResetAnswer {
  urls: Partial<Urls>;
  credentials: Partial<Credentials>;
  fixtures: Partial<Fixtures>;
}

/** A record of a seeded collection. */
export type Item = Record<string, unknown>;

/** A webhook to come for a change. */
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
  /** When it is sent, where the target says so. */
  due_at?: string;
  sent_at: string | null;
  ended_at: string | null;
  outcome: "pending" | "delivered" | "failed";
  reason: string | null;
}

/** One request that a target received, as it reports it; `status` is null as long as it is unanswered. */
export interface ReportedRequest {
  n: number;
  at: string;
  /** Before when it was not sent, where the target knows: a busy process reads it later than it came. */
  earliest?: string;
  surface: "base" | "app" | "v3";
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
  status: number | null;
  /** The version of TLS that it came by, where it did. */
  tls?: string;
}

/** The requests that a stand-in is for. */
export interface StandInPlace {
  surface: ReportedRequest["surface"];
  method: string;
  path: string;
  /** The fields of the JSON body, where the path alone does not distinguish requests. */
  fields?: Record<string, unknown>;
}

/** A reply in place of the right one; `drop` closes the connection. */
export interface StandIn extends StandInPlace {
  times: number;
  /** The number of matching requests that get the right response first. */
  skip?: number;
  reply: "drop" | { status: number; headers?: Record<string, string>; body?: unknown; delay_ms?: number };
}

/** How much of an answer a complaint repeats. */
const quoted = 120;

/** Between which times a target's clock may be. */
const [earliest, latest] = [Date.UTC(1971), Date.UTC(9000)] as const;

/** A call that changes the target's world: its path below the control address, and its body. */
export interface ControlCall {
  path: string;
  body: CallFields;
}

/** A client of a target's control protocol, over HTTP or by an adapter: whatever comes back from a stranger is checked against the protocol before anybody uses it. */
export class Control {
  readonly port: ControlPort;
  readonly #troubles = new Set<string>();
  /** Called for each call that changes the target's world, its clock included, before it is made. */
  onChange: (call: ControlCall) => void = () => undefined;
  /** Called for each call that may have changed a record, once it has ended. */
  onWrite: () => void = () => undefined;
  /** Called for each call that changed the target's world, and of what it returned. */
  onChanged: (call: ControlCall, answer: unknown) => void = () => undefined;

  /** Called for each list of deliveries. */
  onDeliveries: (deliveries: readonly Delivery[]) => void = () => undefined;

  constructor(port: ControlPort) {
    this.port = port;
  }

  /** The key of the profile that leads to it. */
  get key(): ControlPort["key"] {
    return this.port.key;
  }

  /** The failures so far, each in its own words, once. */
  get troubles(): readonly string[] {
    return [...this.#troubles];
  }

  async describe(): Promise<ControlDescription> {
    const answer = fieldsOf(await this.port.call("describe"));
    const { protocol } = answer;
    if (protocol !== "assay-control/1") {
      const spoken = typeof protocol === "string" ? printable(protocol.slice(0, quoted)) : "another protocol";
      throw profileError(this.key, `${this.port.nameOf("describe")} speaks ${spoken}, expected assay-control/1`);
    }
    try {
      const description = this.#admit<ControlDescription>("describe", answer);
      if (description.capabilities.includes("clock")) this.#holdMoment("describe", description);
      return description;
    } catch (error) {
      throw profileError(this.key, (error as Error).message);
    }
  }

  async reset(seed: number): Promise<ResetAnswer> {
    const answer = fieldsOf(await this.#ask("reset", { seed }));
    const world = {
      urls: pick(answer.urls, urlNames),
      credentials: pick(answer.credentials, credentialNames),
      fixtures: pick(answer.fixtures, fixtureNames),
    };
    this.#hold("reset", "target-profile", world, world);
    return world;
  }

  /** Replaces a collection of a Location; returns its items with all their fields. */
  seed(location_id: number, collection: string, items: object[]): Promise<Item[]> {
    return this.#seed({ location_id, collection, items });
  }

  /** Replaces the set of other Locations that have an application installed. */
  seedConnected(application_id: number, items: object[]): Promise<Item[]> {
    return this.#seed({ application_id, collection: "connected_locations", items });
  }

  async freeze(location_id: number, application_id: number): Promise<void> {
    await this.#ask("freeze", { location_id, application_id });
  }

  async disable(location_id: number, application_id: number): Promise<void> {
    await this.#ask("disable", { location_id, application_id });
  }

  async sendLifecycleTo(application_id: number, lifecycle_webhook_url: string | null): Promise<void> {
    await this.#ask("applications", { application_id, lifecycle_webhook_url });
  }

  async subscribe(location_id: number, url: string, events: string[]): Promise<void> {
    await this.#ask("hooks", { location_id, url, events });
  }

  /** Changes a record; returns what a webhook for it will carry. */
  change(location_id: number, event: string, change: string, resource?: string): Promise<Announced> {
    return this.#ask("emit", { location_id, event, change, ...(resource ? { resource } : {}) });
  }

  async deliveries(): Promise<Delivery[]> {
    const { deliveries } = await this.#ask<{
      deliveries: (Partial<Delivery> & Pick<Delivery, "url" | "resource" | "outcome">)[];
    }>("deliveries");
    const absent = { id: null, resource_id: null, queued_at: "", sent_at: null, ended_at: null, reason: null };
    const all = deliveries.map((delivery) => ({ ...absent, ...delivery }));
    this.onDeliveries(all);
    return all;
  }

  /** Sends a webhook again, as it was sent; only the embedded sandbox can. */
  async resend(id: number): Promise<{ id: unknown }> {
    return { id: fieldsOf(await this.#ask("resend", { id })).id };
  }

  /** Every request that was received after the one with a number. */
  async traffic(after: number): Promise<ReportedRequest[]> {
    return (await this.#ask<{ requests: ReportedRequest[] }>("traffic", { after })).requests;
  }

  /** The next matching requests get this reply instead of the right one. */
  async standIn(reply: StandIn): Promise<void> {
    await this.#ask("replies", { ...reply });
  }

  /** Takes back the stand-ins that are left over. */
  async removeStandIns({ surface, method, path, fields = {} }: StandInPlace): Promise<void> {
    await this.#ask("removeReplies", { surface, method, path, fields });
  }

  /** Makes calls that a target may refuse; returns whether it did what they ask for. */
  async allows(calls: () => Promise<unknown>): Promise<boolean> {
    try {
      await calls();
      return true;
    } catch (error) {
      if (!(error instanceof ControlRefusal)) throw error;
      this.#troubles.delete(error.message);
      return false;
    }
  }

  /** Moves the target's clock forward, by whole seconds. */
  async advance(seconds: number): Promise<{ now: string }> {
    return this.#holdMoment("advance", await this.#ask("advance", { seconds }));
  }

  /** ISO 8601 has forms that no JavaScript can read. */
  #holdMoment<T extends { now: string }>(call: ControlCallName, answer: T): T {
    const moment = Date.parse(answer.now);
    if (Number.isNaN(moment))
      throw this.#complain(call, answer, "now: it cannot be read; write it like 2026-03-01T00:00:00Z");
    // Proofs reckon with days before and years after what the clock shows, and a date cannot lie anywhere.
    if (moment < earliest || moment > latest)
      throw this.#complain(
        call,
        answer,
        "now: it is not within the years 1971 to 9000; let the clock show such a time",
      );
    return answer;
  }

  async #seed(fields: CallFields & { items: object[] }): Promise<Item[]> {
    const answer = await this.#ask<{ items: Item[] }>("seed", fields);
    const [sent, came] = [fields.items.length, answer.items.length];
    if (came !== sent)
      throw this.#complain("seed", answer, `items: found ${came}, expected the ${sent} that were sent`);
    return answer.items;
  }

  /** Makes a call; what fails is kept, to be reported once. */
  async #ask<T>(call: ControlCallName, fields?: CallFields): Promise<T> {
    const { method, path } = controlCalls[call];
    if (method !== "GET") this.onChange({ path, body: { ...fields } });
    try {
      const answer = this.#admit<T>(call, await this.#write(call, fields));
      if (method !== "GET") this.onChanged({ path, body: { ...fields } }, answer);
      return answer;
    } catch (error) {
      // A refusal over HTTP is an answer like others; an adapter has no other way to say that something went wrong.
      if (error instanceof ControlFailure || (isControlError(error) && this.key === "control.adapter"))
        this.#troubles.add(error.message);
      throw error;
    }
  }

  /** Makes a call, and reports it where it may have changed a record, however it ended. */
  async #write(call: ControlCallName, fields?: CallFields): Promise<unknown> {
    try {
      return await this.port.call(call, fields);
    } finally {
      if (controlCalls[call].method !== "GET" && call !== "advance") this.onWrite();
    }
  }

  #admit<T>(call: ControlCallName, answer: unknown): T {
    this.#hold(call, `control#${controlCalls[call].answer}`, answer, answer);
    return answer as T;
  }

  #hold(call: ControlCallName, format: string, value: unknown, answer: unknown): void {
    if (this.port.isOwn) return;
    const [complaint] = checkFormat(format, value);
    if (complaint) throw this.#complain(call, answer, [...complaint.path, complaint.what].join(": "));
  }

  #complain(call: ControlCallName, answer: unknown, what: string): ControlFailure {
    const text = JSON.stringify(answer) ?? "nothing";
    const shown = printable(text.length > quoted ? `${text.slice(0, quoted)}…` : text);
    // A new world's credentials are secrets.
    const failure = new ControlFailure(
      `${this.port.nameOf(call)} answers${call === "reset" ? "" : ` ${shown}`}: ${what}`,
    );
    this.#troubles.add(failure.message);
    return failure;
  }
}

/** A client of the control protocol at an address. */
export const httpControl = (address: ControlAddress, limits?: ControlLimits): Control =>
  new Control(httpPort(address, limits));

/** The fields that are known and have a value: null means the same as nothing. */
const pick = (value: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).filter(([name, inner]) => names.includes(name) && inner !== null));
