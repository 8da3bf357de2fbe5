import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { parseJson } from "../../base/json.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import type { BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import { createRandom, type Random } from "../../sandbox/world/data/random.ts";
import { goodsOperations } from "../../sandbox/world/events.ts";
import { type Address, loadOperations, type Operation } from "../../specs/operations.ts";
import { receivingHere } from "../embedded.ts";

/** How a sandbox is visited. */
export interface Visit {
  seed: number;
  change: BehaviourChange;
  /** True if nothing is done that takes the control protocol but to let time pass. */
  isLive: boolean;
}

/** The number of worlds that are visited, and how many steps are taken in each: what some seconds allow. */
const worlds = 25;
const stepsOfWorld = 240;

const operations = loadOperations().filter(({ surface }) => surface !== "webhooks");
const events = loadOperations().filter(({ surface, path }) => surface === "webhooks" && path.endsWith("Event"));

/** Visits a sandbox as clients might that know nothing of its suite: steps and requests of all kinds, drawn by a seed. It shows which faults a client can meet. */
export async function visitAtRandom({ seed, change, isLive }: Visit): Promise<void> {
  const unlimited = { ratePerSecond: Number.POSITIVE_INFINITY, ratePerMinute: Number.POSITIVE_INFINITY };
  const sandbox = await createSandbox({ ...receivingHere, seed, behaviour: change()(specified(unlimited)) });
  const random = createRandom(seed, "visitor");
  const moods = createRandom(seed, "receiver");
  const receiver = createServer((_, response) => response.writeHead(moods.pick([200, 200, 204, 500])).end());
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const visitor = new Visitor(sandbox, random, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  try {
    for (let world = 0; world < worlds; world++) {
      await visitor.enter(isLive);
      for (let step = 0; step < stepsOfWorld; step++) await visitor.step(isLive);
    }
  } finally {
    await sandbox.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  }
}

const collections = ["clients", "calls", "activities", "resources"] as const;
const sizes = [0, 1, 2, 7, 12, 30, 120];
const pauses = [1, 61, 600, 901, 3700, 45_000, 90_000, 2_700_000];
const days = [
  "1999-12-31",
  "2020-02-29",
  "2026-01-01",
  "2026-02-28",
  "2026-03-02",
  "2026-03-31",
  "2030-12-31",
  "2060-01-01",
];

/** One who visits a sandbox. */
class Visitor {
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  readonly #receiver: string;
  #cursors: string[] = [];

  constructor(sandbox: Sandbox, random: Random, receiver: string) {
    this.#sandbox = sandbox;
    this.#random = random;
    this.#receiver = receiver;
  }

  get #people() {
    return this.#sandbox.platform.world.people;
  }

  get #location(): number {
    const { location_id, second_location_id } = this.#people.fixtures;
    return this.#random.pick([Number(location_id), Number(second_location_id), Number(location_id) + 4]);
  }

  get #application(): number {
    const { application_id, fast_application_id, draft_application_id } = this.#people.fixtures;
    return Number(this.#random.pick([application_id, application_id, fast_application_id, draft_application_id]));
  }

  /** Begins a world, with lists of some sizes where they can be put there. */
  async enter(isLive: boolean): Promise<void> {
    await this.#control("POST /reset", { seed: this.#random.integer(1, 9999) });
    this.#cursors = [];
    await this.#control("POST /applications", { application_id: 200, lifecycle_webhook_url: `${this.#receiver}/life` });
    if (isLive) return;
    await this.#control("POST /applications", { application_id: 201, lifecycle_webhook_url: `${this.#receiver}/fast` });
    for (let count = 0; count < 4; count++) await this.#seed();
  }

  /** Takes one step. */
  async step(isLive: boolean): Promise<void> {
    const chance = this.#random.next();
    if (chance < 0.03) return this.#control("POST /clock/advance", { seconds: this.#random.pick(pauses) });
    if (chance < 0.1) return this.#install();
    if (!isLive && chance < 0.2) return this.#happen();
    await this.#ask(this.#random.pick(operations));
  }

  async #control(call: string, fields: object): Promise<void> {
    const [method = "", path = ""] = call.split(" ");
    await this.#sandbox.ownControl.direct(method, path, JSON.stringify(fields));
  }

  async #seed(): Promise<void> {
    const items = Array.from({ length: this.#random.pick(sizes) }, () => ({}));
    const collection = this.#random.pick(collections);
    if (this.#random.chance(0.2))
      await this.#control("POST /seed", {
        collection: "connected_locations",
        application_id: this.#application,
        items,
      });
    await this.#control("POST /seed", { collection, location_id: this.#location, items });
  }

  /** Something that no request makes happen. */
  async #happen(): Promise<void> {
    const link = { location_id: this.#location, application_id: this.#application };
    const chance = this.#random.next();
    if (chance < 0.1) return this.#seed();
    if (chance < 0.25) return this.#control(`POST /links/${this.#random.pick(["freeze", "disable"])}`, link);
    if (chance < 0.35) return this.#control("POST /clock/advance", { seconds: 20 });
    const event = this.#random.pick(events).path;
    const kind =
      event === "GoodsOperationEvent" ? { resource: this.#random.pick(goodsOperations), change: "created" } : {};
    const change = this.#random.pick(["created", "updated", "deleted"]);
    await this.#control("POST /events", { event, location_id: link.location_id, change, ...kind });
  }

  /** The steps of an installation, most of them in their order. */
  async #install(): Promise<void> {
    const ids = { location: this.#location, application: this.#application };
    const steps = ["grantAccess", "confirmInstallation", "changeHooksSettings", "uninstall"].slice(
      0,
      this.#random.integer(1, 4),
    );
    for (const id of steps) {
      const operation = operations.find((each) => each.id === id);
      if (operation) await this.#send(operation, { ...ids, token: "owner_user_token" });
    }
  }

  async #ask(operation: Operation): Promise<void> {
    const token = this.#random.pick([
      "owner_user_token",
      "owner_user_token",
      "system_user_token",
      "limited_user_token",
      "no_access_user_token",
      "none",
      "unknown",
    ]);
    await this.#send(operation, { location: this.#location, application: this.#application, token });
  }

  async #send(operation: Operation, asked: { location: number; application: number; token: string }): Promise<void> {
    const { id, method, path, address } = operation;
    const { service_id } = this.#people.fixtures;
    const ids: Record<string, unknown> = {
      location_id: asked.location,
      company_id: asked.location,
      application_id: asked.application,
      service_id,
      payment_id: this.#lastPayment(),
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
    const fields = this.#fields(operation, asked);
    const isBody = method !== "GET" || id === "listCalls";
    const query = new URLSearchParams(isBody ? [] : entriesOf(fields));
    const url = `${this.#sandbox.urls[address as Exclude<Address, "webhook_url">]}${filled}${query.size > 0 ? `?${query.toString()}` : ""}`;
    const authorization = this.#authorization(operation, asked.token);
    const response = await request(url, {
      method: method as "GET",
      headers: {
        ...(authorization ? { authorization } : {}),
        ...(isBody ? { "content-type": "application/json" } : {}),
      },
      ...(isBody ? { body: JSON.stringify(fields) } : {}),
    });
    const body = parseJson(await response.body.text()) as { next_cursor?: unknown } | undefined;
    if (typeof body?.next_cursor === "string") this.#cursors.push(body.next_cursor);
  }

  #lastPayment(): number {
    const { links } = this.#sandbox.platform.world.state;
    return (
      Object.values(links)
        .flatMap(({ payments }) => payments)
        .at(-1)?.id ?? 1
    );
  }

  #authorization({ schemes, surface }: Operation, token: string): string | undefined {
    const { credentials } = this.#people;
    if (token === "none") return undefined;
    if (surface === "v3")
      return `Bearer ${token === "unknown" ? "x" : credentials[this.#random.pick(["v3_token", "v3_other_token"])]}`;
    const partner = `Bearer ${token === "unknown" && this.#random.chance(0.5) ? "x" : credentials.partner_token}`;
    const isAlone = !schemes.includes("BearerPartnerUser") || this.#random.chance(0.1);
    return isAlone ? partner : `${partner}, User ${credentials[token] ?? "x"}`;
  }

  /** Fields of a request: some of those that are documented for it. */
  #fields(
    { id, parameters }: Operation,
    { location, application }: { location: number; application: number },
  ): Record<string, unknown> {
    const random = this.#random;
    const paging = {
      ...(random.chance(0.6) ? { page: random.pick([1, 1, 2, 3]) } : {}),
      ...(random.chance(0.6)
        ? { [id === "listCalls" || id === "listResources" ? "limit" : "count"]: random.pick([1, 3, 10, 25, 60, 100]) }
        : {}),
    };
    const both = { salon_id: location, application_id: application };
    switch (id) {
      case "listConnectedLocations":
        return { page: 1, count: 10, ...paging, ...(random.chance(0.3) ? { forBooking: 1 } : {}) };
      case "listResources":
        return {
          ...paging,
          ...(this.#cursors.length > 0 && random.chance(0.5) ? { cursor: random.pick(this.#cursors) } : {}),
        };
      case "listCalls":
        return { salon_id: location, ...this.#days("date_from", "date_to"), ...this.#callFilters(), ...paging };
      case "changeHooksSettings":
        return {
          url: `${this.#receiver}/hooks`,
          events: events.map(({ path }) => path).filter(() => random.chance(0.8)),
        };
      case "sendVoipEvent":
        return {
          salon_id: location,
          command: random.pick(["enable", "disable", "notify", "save"]),
          type: "incoming",
          call: { caller_phone: "+37126000001" },
        };
      case "reportPayment":
        return { ...both, payment_sum: 10 };
      case "addDiscount":
        return { application_id: application, salon_ids: [location], discount: 5 };
      case "updateChannel":
        return { application_id: 203, channels: ["sms"] };
      case "sendShortNames":
        return { salon_id: location, short_names: ["ASSAY"] };
      case "listCompanies":
        return { my: 1 };
      default:
        return {
          ...both,
          ...this.#filters(
            parameters.map(({ name }) => name),
            location,
          ),
          ...(parameters.some(({ name }) => name === "count") ? paging : {}),
        };
    }
  }

  #days(from: string, till: string): Record<string, string> {
    const chosen = [this.#random.pick(days), this.#random.pick(days)].toSorted();
    return { [from]: chosen[0] ?? "", [till]: chosen[1] ?? "" };
  }

  #callFilters(): Record<string, unknown> {
    const random = this.#random;
    const some = (all: string[]) => all.filter(() => random.chance(0.5));
    return {
      ...(random.chance(0.3) ? { phone: `+37126${String(random.integer(0, 60)).padStart(6, "0")}` } : {}),
      ...(random.chance(0.3) ? { types: some(["incoming", "outgoing", "internal"]) } : {}),
      ...(random.chance(0.3)
        ? { statuses: some(["success", "missed", "cancel", "busy", "notallowed", "notavailable"]) }
        : {}),
    };
  }

  /** Values for up to three filters, most of them of items that exist. */
  #filters(names: readonly string[], location: number): Record<string, unknown> {
    const random = this.#random;
    const { world } = this.#sandbox.platform;
    const clients = world.collection("clients", location);
    const activities = world.collection("activities", location);
    const client = clients.length > 0 ? random.pick(clients) : {};
    const activity = activities.length > 0 ? random.pick(activities) : {};
    const part = (value: unknown) => {
      const text = String(value ?? "x");
      const from = random.integer(0, Math.max(0, text.length - 1));
      return random.chance(0.3) ? text : text.slice(from, from + random.integer(1, 4)) || "x";
    };
    const moment = `${random.pick(days)}T00:00:00`;
    const values: Record<string, () => unknown> = {
      fullname: () => part(client.name),
      phone: () => part(client.phone),
      email: () => part(client.email),
      card: () => part(client.card),
      paid_min: () => random.pick([0, client.spent ?? 1, 100]),
      paid_max: () => random.pick([client.spent ?? 1, 10_000]),
      id: () => client.id ?? 1,
      "id[]": () => Array.from({ length: random.pick([1, 3, 8]) }, (_, index) => index + 1),
      changed_after: () => moment,
      changed_before: () => moment,
      from: () => random.pick([random.pick(days), String(activity.date ?? "2026-03-02").slice(0, 10)]),
      till: () => random.pick([random.pick(days), String(activity.date ?? "2026-03-02").slice(0, 10)]),
      service_ids: () => activity.service_id ?? 1,
      staff_ids: () => activity.staff_id ?? 1,
      resource_ids: () => [activity.resource_ids ?? 1].flat()[0] ?? 1,
      staff_id: () => 1,
      category_id: () => 1,
    };
    const known = names.filter((name) => values[name]);
    const count = Math.min(known.length, random.integer(0, 3));
    const chosen = Array.from({ length: count }, () => random.pick(known));
    return Object.fromEntries(chosen.map((name) => [name, values[name]?.()]));
  }
}

/** Fields as they stand in a query; a list repeats its name. */
const entriesOf = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
