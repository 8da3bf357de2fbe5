import { minutes, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import { cause } from "../../../harness/provocation.ts";
import { type Arrival, createReceiver, type Receiver } from "../../../harness/receiver.ts";
import { goodsEvent, recordEvents } from "../../../specs/webhook-events.ts";
import { edge, webhookDelay, webhookTimeout } from "../../model/time-limits.ts";
import { observeWebhook } from "../../observations/arrival-observations.ts";
import { exampleRequest, fillIn } from "../payloads/example-requests.ts";
import { isSuccess } from "../payloads/success.ts";
import { type Appointment, type Proof, waitingProof } from "../run/proof.ts";
import { passTime } from "../run/receiving.ts";
import type { World } from "../run/world.ts";
import { judgeWebhook } from "./judge-webhook.ts";

/** An event that the profile, or a person, can cause. */
interface LiveEvent {
  event: string;
  /** What happens: a change of a record, or the kind of a product operation. */
  change: string;
}

/** How long a webhook is waited for before it counts as missing: one that is late is not one that is missing. */
const longestWait = minutes(1);

/** For how long at least a second delivery is watched for. */
const shortestWatch = seconds(30);

/** The events of a target that has no control protocol, as its own receiver sees them, in real time. */
class LiveEvents {
  readonly #world: World;
  readonly #receiver: Receiver;

  constructor(world: World, receiver: Receiver) {
    this.#world = world;
    this.#receiver = receiver;
  }

  /** The events that can be caused. */
  get events(): LiveEvent[] {
    const provoked = Object.keys(this.#world.target.provoke).map((name) => {
      const [event = "", change = ""] = name.split(".");
      return { event, change };
    });
    return provoked.length > 0 ? provoked : [{ event: "ClientEvent", change: "created" }];
  }

  /** Has events sent to a path of the receiver: by an overlay's payload, or by a person. */
  async subscribe(path: string): Promise<void> {
    const { target, run } = this.#world;
    const url = this.#receiver.url(path);
    const location = this.#world.fixture("location_id");
    if (this.#world.operation("changeHooksSettings").isOverlaid && target.allow.mutations) {
      const choices = exampleRequest(this.#world, "changeHooksSettings", { values: { webhook_url: url } });
      const exchange = await this.#world.request("changeHooksSettings", choices);
      if (isSuccess(exchange)) return;
      throw new Untestable(`changeHooksSettings answers ${exchange.response.status} to the overlay's payload`);
    }
    const kinds = [...new Set(this.events.map(({ event }) => event))].join(", ");
    const isDone = await run.session.person?.ask(`Subscribe Location ${location} to ${kinds} at ${url}`);
    if (!isDone)
      throw new Untestable("nobody could subscribe to webhooks: no overlay supplies the payload of hooks_settings", [
        "an overlay for changeHooksSettings",
      ]);
  }

  /** Causes an event, and answers between which times it happened. */
  async #cause({ event, change }: LiveEvent): Promise<{ earliest: number; latest: number }> {
    const { target, run } = this.#world;
    const provocation = target.provoke[`${event}.${change}`];
    const earliest = this.#world.now();
    const values = { location_id: this.#world.fixture("location_id"), now: new Date(earliest).toISOString() };
    const task = `Let a ${event} happen at Location ${values.location_id}: ${change}`;
    const failure = provocation
      ? await cause(fillIn(provocation, values) as typeof provocation, target.folder)
      : !(await run.session.person?.ask(task)) && "nobody did it";
    if (failure) throw new Untestable(`${event}.${change} could not be caused: ${failure}`);
    return { earliest, latest: this.#world.now() };
  }

  /** Causes an event, and answers what arrived since, as soon as something has, or after so long that it must have. */
  async causeAndAwait(live: LiveEvent): Promise<{ earliest: number; latest: number; arrivals: Arrival[] }> {
    const before = this.#receiver.arrivals.length;
    const happened = await this.#cause(live);
    const end = this.#world.now() + longestWait;
    const arrived = () => this.#receiver.arrivals.slice(before);
    while (arrived().length === 0 && this.#world.now() < end) await passTime(this.#world, seconds(1));
    // A second one may come right after the first.
    await passTime(this.#world, webhookDelay.latest - webhookDelay.earliest);
    return { ...happened, arrivals: arrived() };
  }

  /** Judges an event by what arrives of it; other people's changes may send events too. */
  async judge(live: LiveEvent): Promise<void> {
    const { event, change } = live;
    const { earliest, latest, arrivals } = await this.causeAndAwait(live);
    const world = this.#world;
    const [arrival] = arrivals;
    const occasion = `${event} ${change}`;
    world.check(event === goodsEvent ? "HOOK-24" : "HOOK-9", arrival !== undefined, {
      found: `no webhook for ${occasion}`,
      expected: "one",
    });
    if (!arrival) return;
    this.checkNoneRepeated("HOOK-6", arrivals, `${occasion}, which was answered 200`);
    if (new Set(arrivals.map(({ body }) => body)).size === 1)
      this.#checkDelay(occasion, arrival.at - latest, arrival.at - earliest);
    const { resource, resource_id, status } = fieldsOf(readForeignJson(arrival.body));
    const announced = { resource: String(resource), resource_id: resource_id as number, status: String(status) };
    for (const [topic, values] of observeWebhook(event, change, arrival)) world.observe(topic, values);
    if (recordEvents.has(event) || event === goodsEvent)
      judgeWebhook(world, { event, arrival, announced, location: world.fixture("location_id") });
  }

  /** An event happened within a span, so its delay is known to within that. */
  #checkDelay(occasion: string, least: number, most: number): void {
    const { earliest, latest } = webhookDelay;
    this.#world.check("HOOK-4", most >= earliest - edge && least <= latest + edge, {
      found: `${occasion} after ${Math.round(least / seconds(1))} to ${Math.round(most / seconds(1))} seconds`,
      expected: `${earliest / seconds(1)} to ${latest / seconds(1)} seconds`,
    });
  }

  /** Judges whether what arrived came once: a second delivery has the same words. */
  checkNoneRepeated(requirement: string, arrivals: readonly Arrival[], occasion: string): void {
    const bodies = arrivals.map(({ path, body }) => `${path}\n${body}`);
    const repeated = arrivals.find(({ path, body }, index) => bodies.indexOf(`${path}\n${body}`) !== index);
    this.#world.check(requirement, repeated === undefined, {
      ...(repeated ? { arrival: repeated } : {}),
      found: `a second delivery of ${occasion}`,
      expected: "one delivery",
    });
  }

  /** Judges whether events go to another address once the subscription names that. */
  async judgeMoving(live: LiveEvent): Promise<void> {
    await this.subscribe("/moved");
    // What happened before may still be on its way.
    await passTime(this.#world, webhookDelay.latest + edge);
    const { arrivals } = await this.causeAndAwait(live);
    const [moved, stayed] = ["/moved", "/hooks"].map((path) => arrivals.filter((arrival) => arrival.path === path));
    if (!moved?.length) return;
    const [late] = stayed ?? [];
    this.#world.check("HOOK-5", late === undefined, {
      ...(late ? { arrival: late } : {}),
      found: "a webhook to the address that was replaced",
      expected: "none",
    });
  }

  /** Answers an event with an error, and another not at all; answers what arrived of them. */
  async fail(live: LiveEvent): Promise<Map<string, Arrival[]>> {
    const failed = new Map<string, Arrival[]>();
    this.#receiver.answer("/hooks", 500);
    failed.set("HOOK-7", (await this.causeAndAwait(live)).arrivals);
    this.#receiver.answer("/hooks", "silent");
    failed.set("HOOK-8", (await this.causeAndAwait(live)).arrivals);
    await passTime(this.#world, webhookTimeout + edge);
    this.#receiver.release(200);
    this.#receiver.answer("/hooks", 200);
    return failed;
  }

  /** Judges, at the end, that nothing which failed was sent again. */
  judgeRetries(failed: ReadonlyMap<string, readonly Arrival[]>): void {
    for (const [requirement, arrivals] of failed) {
      const bodies = new Set(arrivals.map(({ body }) => body));
      if (bodies.size === 0) continue;
      const all = this.#receiver.arrivals.filter(({ body }) => bodies.has(body));
      this.checkNoneRepeated(
        requirement,
        all,
        requirement === "HOOK-7" ? "an event that was answered 500" : "an event that was not answered",
      );
    }
  }
}

async function begin(world: World): Promise<Appointment[]> {
  const receiver = await createReceiver(() => world.now(), world.target.webhooks, {
    bounds: world.run.session.bounds,
    onFlood: (what) => world.run.tellTrouble(what),
  });
  world.run.closing.push(() => receiver.close());
  const live = new LiveEvents(world, receiver);
  await live.subscribe("/hooks");
  for (const event of live.events) await live.judge(event);
  const [first] = live.events;
  if (!first) return [];
  const failed = await live.fail(first);
  await live.judge(first);
  return [
    {
      at: world.now() + Math.max(shortestWatch, world.run.session.patience),
      requests: 1,
      act: async (later) => {
        live.judgeRetries(failed);
        await live.judgeMoving(first);
        later.observe("left subscribed", receiver.url("/moved"));
      },
    },
  ];
}

/** Proofs of webhooks where events are caused on a live system. */
export const liveEventProofs: Proof[] = [
  waitingProof(
    "HOOK-1 HOOK-2 HOOK-3 HOOK-4 HOOK-5 HOOK-6 HOOK-7 HOOK-8 HOOK-9 HOOK-10 HOOK-11 HOOK-12 HOOK-23 HOOK-24 HOOK-26",
    "events that are caused on the platform arrive at the suite's receiver",
    ["no control.events", "fixtures.location_id", "webhooks.listen", "provoke"],
    begin,
  ),
];
