import { type Collection, generate, type Item } from "./data/collections.ts";
import { connectedLocation, type Location, locations } from "./data/locations.ts";
import { type Fixed, type People, peopleOf } from "./people.ts";
import { emptyState, type Link, localTime, type State } from "./state.ts";

const byId = new Map(locations.map((location) => [location.id, location]));

/** The Locations of the owner; applications are connected there by hand alone. */
const isOwners = (id: number): boolean => byId.get(id)?.chainId === 10;

/** The Locations that had every application of the partner installed when the world began. */
const connectedBefore = locations.filter((location) => location.chainId === 11).map((location) => location.id);

/** One world of the sandbox: what is in it, and who may enter. */
export class World {
  readonly state: State;
  readonly people: People;
  /** What follows from the seed is made when first asked for, and is no state. */
  readonly #generated = new Map<string, Item[]>();
  readonly #sorted = new Map<number, Item[]>();
  readonly #locations = new Map<number, Item>();

  constructor(state: State, fixed: Fixed = {}) {
    this.state = state;
    this.people = peopleOf(state.seed, fixed);
  }

  static fresh(seed: number, now: number, fixed: Fixed = {}): World {
    const world = new World(emptyState(seed, now), fixed);
    for (const { id, partnerToken } of world.people.applications.values()) {
      if (partnerToken === world.people.credentials.partner_token) world.install(id, connectedBefore);
    }
    return world;
  }

  location(id: number): Location | undefined {
    const seeded = this.state.locations[id];
    return byId.get(id) ?? (seeded && { id, chainId: 0, title: String(seeded.title), isTest: false, isBlocked: false });
  }

  /** The link of an application at a Location, if one was ever made. */
  link(locationId: number, applicationId: number): Link | undefined {
    return this.state.links[`${locationId}:${applicationId}`];
  }

  keep(link: Link): void {
    this.state.links[`${link.locationId}:${link.applicationId}`] = link;
  }

  /** A Location's collection: what was put there, or what follows from the seed. */
  collection(kind: Collection, locationId: number): Item[] {
    const { collections, seed, today } = this.state;
    const key = `${kind}:${locationId}`;
    const found = collections[key] ?? this.#generated.get(key) ?? generate(kind, seed, locationId, today);
    if (!collections[key]) this.#generated.set(key, found);
    return found;
  }

  replace(kind: Collection, locationId: number, items: Item[]): void {
    this.state.collections[`${kind}:${locationId}`] = items;
    if (kind === "resources") this.#sorted.delete(locationId);
  }

  /** A Location's resources in the order of the list; kept, so that a page costs no more than itself. */
  sortedResources(locationId: number, order: (one: Item, other: Item) => number): Item[] {
    let sorted = this.#sorted.get(locationId);
    if (!sorted) {
      sorted = this.collection("resources", locationId).toSorted(order);
      this.#sorted.set(locationId, sorted);
    }
    return sorted;
  }

  /** The Locations that connected an application, and are active or freezed. */
  connected(applicationId: number): Item[] {
    const found: Item[] = [];
    for (const key in this.state.links) {
      const link = this.state.links[key];
      if (link?.applicationId !== applicationId) continue;
      if (link.state === "active" || link.state === "freezed") found.push(this.#shown(link.locationId));
    }
    return found;
  }

  /** Replaces the set of other people's Locations that have an application installed. */
  connect(applicationId: number, items: Item[]): void {
    for (const [key, link] of Object.entries(this.state.links)) {
      if (link.applicationId === applicationId && !isOwners(link.locationId)) delete this.state.links[key];
    }
    const isLinked = (id: string) =>
      Object.values(this.state.links).some(({ locationId }) => String(locationId) === id);
    for (const id of Object.keys(this.state.locations)) if (!isLinked(id)) delete this.state.locations[id];
    for (const item of items) this.state.locations[Number(item.id)] = item;
    this.install(
      applicationId,
      items.map((item) => Number(item.id)),
    );
  }

  /** Makes links that are active. */
  install(applicationId: number, locationIds: number[]): void {
    const { today } = this.state;
    const log = { changed_at: localTime(today), source: "marketplace" } as const;
    for (const locationId of locationIds) {
      this.keep({
        locationId,
        applicationId,
        state: "active",
        createdAt: today,
        grantedAt: today,
        logs: [
          { ...log, status_from: "uninstalled", status_to: "pending" },
          { ...log, status_from: "pending", status_to: "active", source: "partner_api" },
        ],
        payments: [],
      });
    }
  }

  /** A Location as the list shows it. */
  #shown(id: number): Item {
    const found =
      this.state.locations[id] ??
      this.#locations.get(id) ??
      connectedLocation(this.state.seed, id, { title: byId.get(id)?.title });
    this.#locations.set(id, found);
    return found;
  }

  /** A number that was not given before. */
  nextId(): number {
    return ++this.state.lastId;
  }
}
