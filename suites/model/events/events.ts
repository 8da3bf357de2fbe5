import { seconds } from "../../../base/durations.ts";
import type { Announced, Delivery } from "../../../harness/control/control.ts";
import { type Arrival, redirectPath } from "../../../harness/receiver.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { Trigger } from "../../../specs/install-machine.ts";
import { goodsEvent, recordEvents } from "../../../specs/webhook-events.ts";
import type { Clause, Fact } from "../clause.ts";
import type { Link, LinkStep, Moment } from "../link.ts";
import { edge } from "../time-limits.ts";
import { agreement, isAbout, isSameWebhook, lifecycleNameIn, mentions } from "./about.ts";
import { Addresses } from "./addresses.ts";
import {
  type Arrived,
  cellOfOutcome,
  closingOf,
  type Due,
  describeOutcome,
  isUntimely,
  outcomeOf,
  type PlatformEvent,
  reportsOf,
  windowOf,
} from "./platform-event.ts";
import { webhookClauses } from "./webhook-clauses.ts";

/** Clauses, the webhook that shows them, and the event that it is about, or of which nothing more is expected. */
export interface Shown {
  clauses: Clause[];
  arrival?: Arrival;
  came?: PlatformEvent;
  ended?: PlatformEvent;
}

/** A change of a record, and what is announced of its webhook. */
export interface RecordChange {
  location: number;
  event: string;
  change: string;
  announced?: Announced;
}

/** The minimum time that a webhook is watched, so that no second one says something. */
const shortestWatch = seconds(30);

/** The name of each step of a link, and the lifecycle event that it sends or may send. */
const steps: Partial<Record<Trigger, { name: string; event: string; cell?: (state: string) => CellId }>> = {
  freeze: { name: "freeze", event: "freeze", cell: () => "LIFE-1" },
  disable: { name: "disabling", event: "uninstall", cell: (state) => `LIFE-2/${state}` },
  uninstall: { name: "uninstalling", event: "uninstall" },
};

const broken = (cell: CellId, found: string, expected: string): Clause => ({ cell, holds: false, found, expected });

const held = (cell: CellId, provided?: Fact): Clause => ({
  cell,
  holds: true,
  found: "",
  expected: "",
  ...(provided ? { provided } : {}),
});

/** The events on the platform, the webhooks that they send, and those that came. */
export class Events {
  readonly addresses = new Addresses();
  readonly #facts: Set<Fact>;
  /** True if others may cause events, of which nothing is known. */
  readonly #isShared: boolean;
  #events: PlatformEvent[] = [];
  /** Arrivals that fit no event, until it is certain that they cannot. */
  #strays: Arrived[] = [];
  /** When the receiver refused connections. */
  readonly #refusals: Moment[] = [];
  /** True if all that arrives is seen, so that what is not seen did not come. */
  #isWhole = true;

  constructor(facts: Set<Fact>, isShared: boolean) {
    this.#facts = facts;
    this.#isShared = isShared;
  }

  /** Notes that an address takes the place of others for the events of a Location; without events, none is left. */
  subscribe(location: number, url: string, events: readonly string[], now: number): void {
    this.addresses.replace(location, url, events, now);
    this.#move("record", (event) => event.location === location, url, now);
  }

  /** Notes that the settings were given an address. */
  addAddress(location: number, url: string, now: number): void {
    this.addresses.add(location, url);
    this.#move("record", (event) => event.location === location, url, now);
  }

  sendLifecycleTo(application: number, url: string | undefined, now: number): void {
    this.addresses.setLifecycle(application, url);
    this.#move("lifecycle", (event) => event.application === application, url, now);
  }

  /** A webhook on its way while an address changes may go to either. */
  #move(
    kind: PlatformEvent["kind"],
    isAffected: (event: PlatformEvent) => boolean,
    url: string | undefined,
    now: number,
  ) {
    for (const event of this.#events) {
      if (event.kind !== kind || event.isClosed || !isAffected(event) || windowOf(event).latest <= now) continue;
      event.isOwedToOne ||= [...event.dues.values()].some((due) => due.isRequired && !due.arrived);
      for (const due of event.dues.values()) due.isRequired = false;
      if (url !== undefined && event.event && !event.dues.has(url)) event.dues.set(url, { isRequired: false });
    }
  }

  /** Notes that a record changed. */
  change({ location, event, change, announced }: RecordChange, happened: Moment): void {
    if (!this.addresses.isAny) return;
    const dues = this.addresses.duesOf(location, event);
    const what = event === goodsEvent ? String(announced?.resource ?? change) : change;
    this.#events.push({
      kind: "record",
      event,
      change,
      occasion: `${event} ${what} at Location ${location}`,
      location,
      happened,
      expected: { company_id: location, ...announced },
      cell: event === goodsEvent ? `HOOK-24/${what}` : `HOOK-9/${event}.${what}`,
      silence: `HOOK-5/${this.addresses.isSubscribed(location) && dues.size === 0 ? "kinds" : "Locations"}`,
      dues,
    });
  }

  /** Notes that something was done to a link; nothing is owed where it is not certain what that did. */
  step(
    { id: { location, application }, onlyState, exists }: Link,
    { trigger, ...happened }: LinkStep,
    isCertain: boolean,
  ): void {
    const { name = "installing", event, cell } = steps[trigger] ?? {};
    if (trigger === "uninstall" || trigger === "disable") this.addresses.doubt(location);
    const url = this.addresses.lifecycleOf(application);
    const isFreezable = trigger !== "freeze" || onlyState === "active";
    const owed = cell && isCertain && exists && onlyState && isFreezable ? { cell: cell(onlyState) } : undefined;
    this.#events.push({
      kind: "lifecycle",
      event,
      change: name,
      occasion: `${name === "freeze" ? "a freeze" : name} of a link that is ${onlyState ?? "open"}`,
      location,
      application,
      happened,
      expected: {},
      ...owed,
      ...(url === undefined ? {} : { silence: `LIFE-8/${name}` }),
      dues: url !== undefined && event ? new Map([[url, { isRequired: owed !== undefined }]]) : new Map(),
    });
  }

  /** Notes that the receiver refuses connections from now on, or listens again. */
  refuse(isRefusing: boolean, now: number): void {
    const last = this.#refusals.at(-1);
    if (isRefusing) this.#refusals.push({ earliest: now, latest: Number.POSITIVE_INFINITY });
    else if (last) last.latest = now;
  }

  /** Notes that more arrives than is kept. */
  lose(): void {
    this.#isWhole = false;
  }

  /** The clauses of arrivals, and of webhooks that should have come by now. */
  settle(arrivals: readonly Arrived[], now: number): Shown[] {
    const shown = arrivals.flatMap((webhook) => this.#arrive(webhook));
    for (const event of this.#events) if (!event.isClosed && closingOf(event) <= now) shown.push(...this.#close(event));
    return [...shown, ...this.#judgeStrays(({ arrival }) => !this.#isAwaited(arrival.url), now)];
  }

  /** The clauses that are certain once no more can arrive. */
  end(now: number): Shown[] {
    const strays = this.#judgeStrays(() => true, now);
    const watched = this.#events.flatMap((event) =>
      [...event.dues.values()].flatMap((due): Shown[] => {
        const since = due.arrived?.latest ?? windowOf(event).latest;
        const outcome = this.#outcomeAt(event, due, now);
        if (event.kind !== "record" || outcome === undefined || now - since < shortestWatch) return [];
        const cell = cellOfOutcome(outcome, due.arrived ?? {});
        return [{ clauses: [held(cell, due.arrived ? undefined : "webhook")] }];
      }),
    );
    this.#events = [];
    return [...strays, ...watched];
  }

  /** The clauses of a target's list of deliveries, by their outcomes. */
  judgeDeliveries(deliveries: readonly Delivery[], now: number): Shown {
    const records = this.#events.filter(({ kind, expected }) => kind === "record" && "resource_id" in expected);
    const clauses = records.flatMap((event) =>
      [...event.dues].flatMap(([url, due]): Clause[] => {
        const outcome = this.#outcomeAt(event, due, now);
        const id = String(event.expected.resource_id);
        const listed = deliveries.filter((each) => each.url === url && String(each.resource_id) === id);
        const alike = records.filter(({ expected, dues }) => String(expected.resource_id) === id && dues.has(url));
        const last = listed.at(-1);
        if (outcome === undefined || !last || alike.at(-1) !== event) return [];
        const cell = cellOfOutcome(outcome, due.arrived ?? {});
        const found = `a delivery that is ${last.outcome} after ${describeOutcome(outcome)}`;
        const many = `${listed.length} deliveries in the list after ${describeOutcome(outcome)}`;
        return [
          { cell, holds: reportsOf(outcome).includes(last.outcome), found, expected: reportsOf(outcome)[0] ?? "" },
          ...(listed.length > alike.length ? [broken(cell, many, String(alike.length))] : []),
        ];
      }),
    );
    return { clauses };
  }

  /** The outcome of an event at an address; undefined where that is not certain. */
  #outcomeAt(event: PlatformEvent, due: Due, now: number): number | "unanswered" | undefined {
    if (due.arrived) return outcomeOf(due.arrived, now);
    return this.#isRefused(event) && windowOf(event).latest <= now ? "unanswered" : undefined;
  }

  /** True if connections were refused as long as an event was to come. */
  #isRefused(event: PlatformEvent): boolean {
    const { earliest, latest } = windowOf(event);
    return this.#refusals.some((refusal) => refusal.earliest <= earliest && refusal.latest >= latest - edge);
  }

  #mayBeRefused(event: PlatformEvent): boolean {
    const { earliest, latest } = windowOf(event);
    return this.#refusals.some((refusal) => refusal.earliest <= latest && refusal.latest >= earliest);
  }

  /** True if an event is still to come to an address. */
  #lacks(event: PlatformEvent, url: string): boolean {
    const due = event.dues.get(url);
    return due !== undefined && !due.arrived && !this.#isRefused(event);
  }

  /** True if an event is still waited for at an address. */
  #isAwaited(url: string): boolean {
    return this.#events.some((event) => !event.isClosed && this.#lacks(event, url));
  }

  #arrive(webhook: Arrived): Shown[] {
    const { arrival } = webhook;
    if (arrival.url.endsWith(redirectPath)) {
      const expected = "none, since a redirect is not a 2xx";
      return [{ clauses: [broken("HOOK-7/3xx", "a request to where a redirect led", expected)], arrival }];
    }
    // Where others cause events too, a webhook at the wrong time is more likely one of theirs.
    const isPossible = (event: PlatformEvent) => !this.#isShared || !isUntimely(event, webhook);
    const own = this.#events.filter(
      (event) => this.#lacks(event, arrival.url) && isAbout(event, webhook) && isPossible(event),
    );
    const fit = (event: PlatformEvent): number =>
      2 * Number(!isUntimely(event, webhook)) + Number(event.kind === "lifecycle" && mentions(event, webhook));
    const [event] = own.toSorted((a, b) => fit(b) - fit(a));
    if (event) return [this.#deliver(event, webhook)];
    const mistaken = this.#events.find((each) => this.#isMistaken(each, webhook));
    this.#strays.push(mistaken?.dues.get(arrival.url)?.arrived ?? webhook);
    return mistaken ? [this.#deliver(mistaken, webhook)] : [];
  }

  /** True if a copy of an earlier webhook was taken for an event, that this one is about. */
  #isMistaken(event: PlatformEvent, webhook: Arrived): boolean {
    const taken = event.dues.get(webhook.arrival.url)?.arrived;
    if (!taken || !isAbout(event, webhook) || isUntimely(event, webhook) || isSameWebhook(taken, webhook)) return false;
    return this.#events.some(({ dues }) => {
      const other = dues.get(webhook.arrival.url)?.arrived;
      return other && other !== taken && isSameWebhook(other, taken);
    });
  }

  #deliver(event: PlatformEvent, webhook: Arrived): Shown {
    const { arrival } = webhook;
    event.dues.set(arrival.url, { isRequired: false, arrived: webhook });
    this.#facts.add(event.kind === "record" ? "webhook" : "lifecycle event");
    const came = event.cell ? [held(event.cell)] : [];
    if (event.kind === "lifecycle") return { clauses: came, arrival, came: event };
    const settings = this.addresses.unknownAt(event.location, arrival.url);
    if (settings) {
      settings.hasReceived = true;
      settings.kinds.add(event.event ?? "");
    }
    const clauses = [...came, ...(settings ? [held("HOOK-15")] : []), ...webhookClauses(event, webhook)];
    return { clauses, arrival, came: event };
  }

  /** The clauses about an event that counts as missing. */
  #close(event: PlatformEvent): Shown[] {
    event.isClosed = true;
    if (!this.#isWhole) return [];
    const shown: Shown[] = [];
    for (const [url, due] of event.dues) {
      if (!this.#lacks(event, url)) continue;
      const [stray, ...others] = this.#straysFor(event, url);
      // Of several that others may have caused, none is certainly this one.
      if (this.#isShared && others.length > 0) continue;
      this.#strays = this.#strays.filter((each) => each !== stray);
      if (stray) shown.push(this.#deliver(event, stray), ...this.#judgeName(event, stray));
      else if (due.isRequired && !this.#mayBeRefused(event)) shown.push(missing(event));
    }
    const came = [...event.dues.values()].filter(({ arrived }) => arrived).length;
    if (event.isOwedToOne && came === 0) shown.push(missing(event));
    if (event.isOwedToOne && came > 1 && event.kind === "record" && this.addresses.onlyOf(event.location))
      shown.push({
        clauses: [broken("HOOK-6", `${came} webhooks for ${event.occasion}, whose address changed`, "one")],
      });
    return [...shown, { clauses: [...silenceClauses(event, came), ...this.#settingsClauses(event)], ended: event }];
  }

  /** An address that the settings name gets webhooks, once a record of each kind has changed. */
  #settingsClauses({ kind, location, event = "", dues }: PlatformEvent): Clause[] {
    return [...dues.keys()].flatMap((url) => {
      const known = kind === "record" ? this.addresses.unknownAt(location, url) : undefined;
      known?.changed.add(event);
      const isSilent =
        known?.hasReceived === false && [...recordEvents.keys()].every((each) => known.changed.has(each));
      const found = `no webhook to ${url}, which was set, after a change of each kind of record`;
      return isSilent ? [broken("HOOK-15", found, "webhooks of what the settings subscribe to")] : [];
    });
  }

  /** Arrivals in place of an event that did not come as it should, the likeliest first: webhooks with other values. */
  #straysFor(event: PlatformEvent, url: string): Arrived[] {
    const { happened } = event;
    const possible = this.#strays.filter(
      (stray) =>
        stray.arrival.url === url &&
        stray.latest >= happened.earliest &&
        stray.earliest <= closingOf(event) &&
        this.#isRecord(stray) === (event.kind === "record") &&
        // A copy of an earlier event is this one only if it comes when this one is to come.
        (!this.#originalOf(stray) || !isUntimely(event, stray)),
    );
    const worth = (stray: Arrived): number =>
      event.kind === "record"
        ? agreement(event, stray)
        : Number(mentions(event, stray)) + Number(lifecycleNameIn(stray.body) === undefined);
    return possible.toSorted((a, b) => worth(b) - worth(a));
  }

  /** True if a webhook is about a record, by what it says or by where it went. */
  #isRecord(stray: Arrived): boolean {
    if (this.#events.some((event) => event.kind === "record" && isCertainlyOf(event, stray))) return true;
    if (lifecycleNameIn(stray.body) !== undefined && !("resource_id" in stray.fields)) return false;
    return !this.addresses.isLifecycle(stray.arrival.url);
  }

  /** A lifecycle event that came with the name of the other. */
  #judgeName({ kind, event, occasion, silence }: PlatformEvent, { body, arrival }: Arrived): Shown[] {
    const name = lifecycleNameIn(body);
    if (kind !== "lifecycle" || !name || name === event || !silence) return [];
    return [{ clauses: [broken(silence, `an event "${name}" after ${occasion}`, "none")], arrival }];
  }

  /** The event that was delivered to the same address before, or refused there, and that a stray repeats. */
  #originalOf(stray: Arrived): PlatformEvent | undefined {
    const { url } = stray.arrival;
    return this.#events.findLast((event) => {
      const due = event.dues.get(url);
      if (!due || this.#lacks(event, url)) return false;
      if (due.arrived && isSameWebhook(due.arrived, stray)) return true;
      if (event.kind === "record") return isCertainlyOf(event, stray);
      return !due.arrived && (isAbout(event, stray) || mentions(event, stray));
    });
  }

  #judgeStrays(isReady: (stray: Arrived) => boolean, now: number): Shown[] {
    const ready = this.#strays.filter(isReady);
    this.#strays = this.#strays.filter((stray) => !ready.includes(stray));
    return ready.map((stray) => ({ clauses: this.#judgeStray(stray, now), arrival: stray.arrival }));
  }

  /** The clauses of a webhook that no event explains. */
  #judgeStray(stray: Arrived, now: number): Clause[] {
    const { url } = stray.arrival;
    const original = this.#originalOf(stray);
    if (!this.#isRecord(stray)) return this.#judgeLifecycleStray(stray, original, now);
    if (original) return this.#isExplained(original, stray) ? [] : [this.#repeated(original, url, now)];
    const about = this.#events.find((event) => event.kind === "record" && isCertainlyOf(event, stray));
    if (about?.silence) return [broken(about.silence, `a webhook to ${url} for ${about.occasion}`, whereTo(about))];
    if (this.addresses.isEnded(url, stray))
      return [broken("HOOK-5/Locations", `a webhook to ${url}, which is subscribed to nothing`, "none")];
    // Others' changes, and changes of a second record by one that is known, send webhooks too.
    if (this.#isShared || this.#recentBefore(stray).length > 0) return [];
    return [broken("HOOK-3/resource_id", `a webhook to ${url} about a record that did not change`, "none")];
  }

  /** Events so short before a webhook that it may be about them. */
  #recentBefore(webhook: Moment): PlatformEvent[] {
    return this.#events.filter(
      (event) => event.happened.earliest <= webhook.latest && windowOf(event).latest > webhook.earliest,
    );
  }

  /** True if a second webhook about a record may be of another change, which an event of another kind made. */
  #isExplained(original: PlatformEvent, stray: Arrived): boolean {
    const others = this.#recentBefore(stray).filter(({ event }) => event !== original.event);
    return original.change === "updated" && others.some(({ location }) => location === original.location);
  }

  #repeated(event: PlatformEvent, url: string, now: number): Clause {
    const due = event.dues.get(url);
    const outcome = (due && this.#outcomeAt(event, due, now)) ?? "unanswered";
    const cell = event.kind === "record" ? cellOfOutcome(outcome, due?.arrived ?? {}) : (event.cell ?? "LIFE-1");
    return broken(
      cell,
      `a second delivery of ${event.occasion} after ${describeOutcome(outcome)}`,
      "no second delivery",
    );
  }

  /** The clauses of a lifecycle event that nothing explains; further notices of a platform's own are not forbidden. */
  #judgeLifecycleStray(stray: Arrived, original: PlatformEvent | undefined, now: number): Clause[] {
    const { url } = stray.arrival;
    const name = lifecycleNameIn(stray.body);
    const recent = this.#recentBefore(stray).filter(({ kind }) => kind === "lifecycle");
    const isOthers = recent.some(({ event, dues }) => event === name && name !== undefined && !dues.has(url));
    const elsewhere = broken("LIFE-3", `a lifecycle event at ${url}`, "the address set for the application alone");
    if (!this.addresses.isLifecycle(url)) return name || recent.length > 0 ? [elsewhere] : [];
    const delivered = this.#events.findLast(({ event, dues }) => name && event === name && dues.get(url)?.arrived);
    const before = original ?? (isOthers ? undefined : delivered);
    const last = recent.findLast(({ location, application }) =>
      before ? location === before.location && application === before.application : true,
    );
    const due = before?.dues.get(url);
    const outcome = before && due && this.#outcomeAt(before, due, now);
    const isFailed = outcome === "unanswered" || (outcome ?? 200) >= 300;
    if (before && (isFailed || !last || last === before)) return before.cell ? [this.#repeated(before, url, now)] : [];
    if (isOthers) return [elsewhere];
    const silence = last?.silence ?? "LIFE-8/installing";
    return name ? [broken(silence, `an event "${name}" after ${last?.occasion ?? "nothing"}`, "none")] : [];
  }
}

const missing = ({ cell, occasion }: PlatformEvent): Shown => ({
  clauses: cell ? [broken(cell, `no webhook for ${occasion}`, "one")] : [],
});

/** True if a webhook certainly is about a change of a record, whose id is known. */
const isCertainlyOf = (event: PlatformEvent, webhook: Arrived): boolean =>
  "resource_id" in event.expected && isAbout(event, webhook);

const whereTo = ({ dues }: PlatformEvent): string =>
  dues.size > 0 ? `webhooks to ${[...dues.keys()].join(", ")} alone` : "none, since nothing is subscribed to it";

/** The clauses by which nothing else came with an event, or nothing came where nothing is sent. */
function silenceClauses({ kind, silence, cell, dues }: PlatformEvent, came: number): Clause[] {
  if (!silence) return [];
  if (kind === "record") return dues.size === 0 ? [held(silence, "webhook")] : [];
  if (cell) return came > 0 ? [held(silence), held("LIFE-3")] : [];
  return [held(silence, "lifecycle event")];
}
