import { type Collection, type CollectionItem, generate } from "./data/collections.ts";
import { chainOf, connectedLocation, type Location } from "./data/locations.ts";
import { type Fixed, type People, peopleOf } from "./people.ts";
import { emptyState, olderDateTime, type StoredLink, type WorldState } from "./state.ts";

const linkKey = (locationId: number, applicationId: number): string => `${locationId}:${applicationId}`;
const collectionKey = (kind: Collection, locationId: number): string => `${kind}:${locationId}`;

/** The maximum of characters that are written to one world: rates allow hundreds of megabytes a minute. */
const maxWritten = 64_000_000;

/** One world of the sandbox: everything that exists from one reset to the next. */
export class SandboxWorld {
  readonly state: WorldState;
  readonly people: People;
  readonly #byId: ReadonlyMap<number, Location>;
  /** Data that follows from the seed is generated on first use, and is not part of the state. */
  readonly #generated = new Map<string, CollectionItem[]>();
  readonly #sorted = new Map<number, CollectionItem[]>();
  readonly #locations = new Map<number, CollectionItem>();
  #written = 0;

  constructor(state: WorldState, fixed: Fixed = {}) {
    this.state = state;
    this.people = peopleOf(state.seed, fixed);
    this.#byId = new Map(this.people.locations.map((location) => [location.id, location]));
  }

  static fresh(seed: number, now: number, fixed: Fixed = {}): SandboxWorld {
    const world = new SandboxWorld(emptyState(seed, now), fixed);
    const { locations, applications, credentials } = world.people;
    const connected = locations.filter(({ chainId }) => chainId === chainOf.connected).map(({ id }) => id);
    for (const { id, partnerToken } of applications.values())
      if (partnerToken === credentials.partner_token) world.install(id, connected);
    return world;
  }

  /** Counts what is about to be written; returns false once it is too much. */
  hasRoomFor(size: number): boolean {
    this.#written += size;
    return this.#written <= maxWritten;
  }

  location(id: number): Location | undefined {
    const seeded = this.state.locations[id];
    return (
      this.#byId.get(id) ?? (seeded && { id, chainId: 0, title: String(seeded.title), isTest: false, isBlocked: false })
    );
  }

  /** The link of an application at a Location, if there ever was one. */
  link(locationId: number | undefined, applicationId: number | undefined): StoredLink | undefined {
    if (locationId === undefined || applicationId === undefined) return undefined;
    return this.state.links[linkKey(locationId, applicationId)];
  }

  keep(link: StoredLink): void {
    this.state.links[linkKey(link.locationId, link.applicationId)] = link;
  }

  /** A Location's collection: the one that was put there, or the one that follows from the seed. */
  collection(kind: Collection, locationId: number): CollectionItem[] {
    const { collections, seed, today } = this.state;
    const { location_id, second_location_id } = this.people.fixtures;
    const key = collectionKey(kind, locationId);
    const size = locationId === location_id || locationId === second_location_id ? "large" : "small";
    const found = collections[key] ?? this.#generated.get(key) ?? generate(kind, seed, { locationId, size, today });
    if (!collections[key]) this.#generated.set(key, found);
    return found;
  }

  replace(kind: Collection, locationId: number, items: CollectionItem[]): void {
    this.state.collections[collectionKey(kind, locationId)] = items;
    if (kind === "resources") this.#sorted.delete(locationId);
  }

  /** A Location's resources in the order of the list; they are kept sorted, so that a deep page costs no more than the first. */
  sortedResources(locationId: number, compare: (a: CollectionItem, b: CollectionItem) => number): CollectionItem[] {
    let sorted = this.#sorted.get(locationId);
    if (!sorted) {
      sorted = this.collection("resources", locationId).toSorted(compare);
      this.#sorted.set(locationId, sorted);
    }
    return sorted;
  }

  /** The Locations whose link to an application is active or freezed. */
  connected(applicationId: number): CollectionItem[] {
    const found: CollectionItem[] = [];
    for (const key in this.state.links) {
      const link = this.state.links[key];
      if (link?.applicationId !== applicationId) continue;
      if (link.state === "active" || link.state === "freezed") found.push(this.#shown(link.locationId));
    }
    return found;
  }

  /** Replaces the set of Locations, other than the owner's, that have an application installed. */
  connect(applicationId: number, items: CollectionItem[]): void {
    const { links, locations: seeded } = this.state;
    const isOwners = (id: number) => this.#byId.get(id)?.chainId === chainOf.owner;
    for (const [key, link] of Object.entries(links)) {
      if (link.applicationId === applicationId && !isOwners(link.locationId)) delete links[key];
    }
    const isLinked = (id: string) => Object.values(links).some(({ locationId }) => String(locationId) === id);
    for (const id of Object.keys(seeded)) if (!isLinked(id)) delete seeded[id];
    for (const item of items) seeded[Number(item.id)] = item;
    this.install(
      applicationId,
      items.map((item) => Number(item.id)),
    );
  }

  /** Makes active links. */
  install(applicationId: number, locationIds: number[]): void {
    const { today } = this.state;
    const changed_at = olderDateTime(today);
    for (const locationId of locationIds) {
      this.keep({
        locationId,
        applicationId,
        state: "active",
        createdAt: today,
        grantedAt: today,
        logs: [
          { changed_at, source: "marketplace", status_from: "uninstalled", status_to: "pending" },
          { changed_at, source: "partner_api", status_from: "pending", status_to: "active" },
        ],
        payments: [],
      });
    }
  }

  /** A Location as the list of connected Locations shows it. */
  #shown(id: number): CollectionItem {
    const found =
      this.state.locations[id] ??
      this.#locations.get(id) ??
      connectedLocation(this.state.seed, id, { title: this.#byId.get(id)?.title });
    this.#locations.set(id, found);
    return found;
  }

  /** An id that was not used before. */
  nextId(): number {
    return ++this.state.lastId;
  }
}
