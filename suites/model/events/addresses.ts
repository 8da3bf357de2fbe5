import type { Moment } from "../link.ts";
import { edge, webhookDelay } from "../time-limits.ts";
import type { Due } from "./platform-event.ts";

/** Knowledge of an address that a Location's events go to. */
interface Subscription {
  /** The events that it is for; undefined where the payload that says so is not shown. */
  events: ReadonlySet<string> | undefined;
  /** True if it certainly still holds. */
  isSure: boolean;
  /** When it ended. */
  until: number;
  /** The events that it is for at least. */
  kinds: Set<string>;
  /** The kinds of records that changed since, and whether a webhook came. */
  changed: Set<string>;
  hasReceived: boolean;
}

/** The time after its end in which an address may still get what happened before. */
const onTheWay = webhookDelay.latest + edge;

/** Which addresses hold: those of each Location's subscription, and of each application's lifecycle events. */
export class Addresses {
  readonly #locations = new Map<number, Map<string, Subscription>>();
  readonly #lifecycle = new Map<number, string>();
  /** The address that the settings of a Location were given last. */
  readonly #last = new Map<number, string>();

  /** Subscribes an address to events of a Location, in place of every other; without events, the subscription ends. */
  replace(location: number, url: string, events: readonly string[], now: number): void {
    for (const known of this.#of(location).values()) known.until = Math.min(known.until, now);
    this.#last.delete(location);
    if (events.length > 0) this.#of(location).set(url, subscriptionTo(new Set(events)));
  }

  /** Notes an address that the settings were given, for the same events as those before; whether it took their place is not shown. */
  add(location: number, url: string): void {
    const kinds = new Set([...this.#of(location).values()].flatMap((known) => [...known.kinds]));
    this.doubt(location);
    this.#of(location).set(url, { ...subscriptionTo(undefined), kinds });
    this.#last.set(location, url);
  }

  lastOf(location: number): string | undefined {
    return this.#last.get(location);
  }

  /** Notes events that an address is for at least. */
  learnKinds(location: number, url: string, kinds: readonly string[]): void {
    for (const kind of kinds) this.#of(location).get(url)?.kinds.add(kind);
  }

  /** Notes what the settings say: an address that they do not name has ended. */
  confirm(location: number, isNamed: (url: string) => boolean, now: number): void {
    for (const [url, known] of this.#of(location)) if (!isNamed(url)) known.until = Math.min(known.until, now);
  }

  /** Notes that a link of a Location has ended: whether its subscription goes on is open. */
  doubt(location: number): void {
    for (const known of this.#of(location).values()) known.isSure = false;
  }

  setLifecycle(application: number, url: string | undefined): void {
    if (url === undefined) this.#lifecycle.delete(application);
    else this.#lifecycle.set(application, url);
  }

  lifecycleOf(application: number): string | undefined {
    return this.#lifecycle.get(application);
  }

  /** True if an address is that of an application's lifecycle events. */
  isLifecycle(url: string): boolean {
    return [...this.#lifecycle.values()].includes(url);
  }

  /** True if anything is subscribed, so that a webhook can come. */
  get isAny(): boolean {
    return this.#locations.size > 0;
  }

  /** The addresses that a Location's event goes to. */
  duesOf(location: number, event: string): Map<string, Due> {
    const held = [...this.#of(location)].filter(
      ([, { until, events }]) => until === Number.POSITIVE_INFINITY && (events?.has(event) ?? true),
    );
    return new Map(held.map(([url, { isSure, kinds }]) => [url, { isRequired: isSure && kinds.has(event) }]));
  }

  /** True if a Location has a subscription, be it to other events. */
  isSubscribed(location: number): boolean {
    return [...this.#of(location).values()].some(({ until }) => until === Number.POSITIVE_INFINITY);
  }

  /** The only address of a Location's subscription. */
  onlyOf(location: number): string | undefined {
    const [only, ...others] = [...this.#of(location)].filter(([, { until }]) => until === Number.POSITIVE_INFINITY);
    return others.length > 0 ? undefined : only?.[0];
  }

  /** True if an address is certainly subscribed to nothing at a moment. */
  isEnded(url: string, { earliest }: Moment): boolean {
    return [...this.#locations.values()].every((known) => (known.get(url)?.until ?? 0) + onTheWay <= earliest);
  }

  /** The subscription of an address whose events are unknown. */
  unknownAt(location: number, url: string): Subscription | undefined {
    const known = this.#of(location).get(url);
    return known?.events ? undefined : known;
  }

  #of(location: number): Map<string, Subscription> {
    const known = this.#locations.get(location) ?? new Map<string, Subscription>();
    this.#locations.set(location, known);
    return known;
  }
}

const subscriptionTo = (events: Subscription["events"]): Subscription => ({
  events,
  kinds: new Set(events),
  isSure: true,
  until: Number.POSITIVE_INFINITY,
  changed: new Set(),
  hasReceived: false,
});
