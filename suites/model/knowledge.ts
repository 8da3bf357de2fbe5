import type { Request } from "../../harness/exchange.ts";
import type { Target } from "../../harness/target.ts";
import { Allowances } from "./allowances.ts";
import type { Fact } from "./clause.ts";
import { Constants } from "./constants.ts";
import { Events } from "./events/events.ts";
import type { Link, LinkStep } from "./link.ts";
import { Links } from "./links.ts";
import { Collections } from "./lists/collection.ts";
import { NextSlots } from "./next-slots.ts";
import { Payments } from "./payments.ts";
import { type RacedStep, statesAfterRace } from "./races.ts";
import { ResourcePages } from "./resources/resource-pages.ts";
import { ShownRecords } from "./shown-records.ts";
import { Telephony } from "./telephony.ts";
import { sameMoment } from "./time-limits.ts";
import { callerOf } from "./tokens.ts";

/** Knowledge of a target before the run. */
export type KnownTarget = Pick<Target, "credentials" | "fixtures">;

/** Everything that a run knows of the target and of the world that is open. */
export class Knowledge {
  /** Choices of the subject that stay the same, whichever worlds are opened. */
  readonly constants = new Constants();
  /** Requests that were seen to work in this run. */
  readonly facts = new Set<Fact>();
  target: KnownTarget;
  /** True if the world is one of our own, in which no one else does anything. */
  isFresh: boolean;
  links: Links;
  collections = new Collections(this.constants.zones);
  /** The pages and cursors of the v3 list. */
  readonly resources = new ResourcePages();
  /** The events, and the webhooks that they send. */
  events: Events;
  readonly allowances = new Allowances();
  payments: Payments;
  telephony: Telephony;
  /** The next free slots of connected Locations. */
  readonly nextSlots = new NextSlots();
  readonly countries = new ShownRecords("DICT-1", { moving: ["exchange"] });
  readonly cities = new ShownRecords("DICT-4");
  readonly services = new ShownRecords("SRV-1");
  /** Resources and Events, whose fields are not shown. */
  readonly shownResources = new ShownRecords("RES-8", { within: sameMoment });
  readonly shownEvents = new ShownRecords("ACT-5", { within: sameMoment });
  /** Addresses of webhooks that someone without authority tried to set. */
  readonly refusedAddresses = new Set<string>();
  readonly #canMoveClock: boolean;
  /** Receives each row of the install machine that was taken, and of the one before it on the same link. */
  onTransition: (row: string, after: string | null) => void = () => undefined;

  constructor(target: KnownTarget, isFresh: boolean, canMoveClock = false) {
    this.target = target;
    this.isFresh = isFresh;
    this.#canMoveClock = canMoveClock;
    this.payments = new Payments(canMoveClock);
    this.telephony = new Telephony(target.fixtures, isFresh);
    this.links = new Links(target.fixtures, isFresh);
    this.events = new Events(this.facts, !isFresh);
  }

  /** The requests that were served to the right caller in this world. */
  readonly #served = new Set<string>();

  wasServed({ url, body = "" }: Pick<Request, "url" | "body">): boolean {
    return this.#served.has(`${url} ${body}`);
  }

  /** Forgets records that a write may have changed. */
  forgetOpenRecords(): void {
    for (const shown of [this.shownResources, this.shownEvents, this.nextSlots]) shown.forget();
  }

  noteServed({ url, body = "" }: Pick<Request, "url" | "body">): void {
    this.#served.add(`${url} ${body}`);
  }

  /** Begins anew in a fresh world, or in the only one of a target without a reset. */
  openWorld(target: KnownTarget, isFresh: boolean): void {
    this.target = target;
    this.isFresh = isFresh;
    this.payments = new Payments(this.#canMoveClock);
    this.telephony = new Telephony(target.fixtures, isFresh);
    this.refusedAddresses.clear();
    for (const shown of [this.countries, this.cities, this.services]) shown.forget();
    this.forgetOpenRecords();
    this.links = new Links(target.fixtures, isFresh);
    this.collections = new Collections(this.constants.zones);
    this.resources.openWorld();
    this.allowances.openWorld();
    this.#served.clear();
    this.events = new Events(this.facts, !isFresh);
  }

  /** Steps that are taken at once, by link, while that goes on. */
  #race: Map<Link, RacedStep[]> | undefined;

  /** Begins to take steps at once: in which order they come is not known. */
  beginRace(): void {
    this.#race = new Map();
  }

  /** True if steps are being taken at once, so that no single one can be judged. */
  get isRacing(): boolean {
    return this.#race !== undefined;
  }

  /** Ends the steps that were taken at once. */
  endRace(): void {
    for (const [link, steps] of this.#race ?? []) link.race(statesAfterRace(link, steps), steps);
    this.#race = undefined;
  }

  /** Moves a link on; what happens to one link leaves the others alone. */
  move(link: Link, step: LinkStep): void {
    this.events.step(link, step, !this.isRacing);
    if (mayReplace(link, step)) this.payments.of(link.id).forget();
    if (this.#race) {
      this.#race.set(link, [...(this.#race.get(link) ?? []), { status: 200, ...step }]);
      return;
    }
    const after = link.lastRow;
    const row = link.move(step);
    if (row) {
      link.lastRow = row.id;
      this.onTransition(row.id, after);
    }
    link.listedBy = undefined;
    this.collections.of("connected_locations", link.id.application).forget({ id: link.id.location });
    for (const other of this.links.all()) if (other !== link) other.stayBeside(row);
  }

  /** True if the partner makes a request, with its token alone. */
  isPartner(request: Request): boolean {
    const { partner, user, isOpen } = callerOf(request, this.target.credentials);
    return partner === "partner_token" && user === "missing" && !isOpen;
  }
}

/** True if another installation may take the place of a link's: whether payments outlive the one that they were for is not said. */
const mayReplace = (link: Link, { trigger }: LinkStep): boolean =>
  trigger === "uninstall" || trigger === "disable" || (trigger === "grant_access" && !link.is("pending", "active"));
