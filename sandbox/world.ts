import { type Collection, generate, type Item } from "./data/collections.ts";
import { connectedLocation, type Location, locations } from "./data/locations.ts";
import { type Fixed, type People, peopleOf } from "./people.ts";
import { emptyState, type Link, type State } from "./state.ts";

const byId = new Map(locations.map((location) => [location.id, location]));

/** The Locations besides the fixtures that have a fresh application installed. */
const alreadyConnected = locations.filter((location) => location.chainId === 11).map((location) => location.id);

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
    return new World(emptyState(seed, now), fixed);
  }

  location(id: number): Location | undefined {
    return byId.get(id);
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

  /** The Locations that connected an application and are active or freezed: our own, then the others, each once. */
  connected(applicationId: number): Item[] {
    const others =
      this.state.connected[applicationId] ??
      alreadyConnected.filter((id) => !this.link(id, applicationId)).map((id) => this.#shown(id));
    const own = Object.values(this.state.links)
      .filter((link) => link.applicationId === applicationId && (link.state === "active" || link.state === "freezed"))
      .filter((link) => !others.some(({ id }) => id === link.locationId))
      .map((link) => this.#shown(link.locationId));
    return [...own, ...others];
  }

  /** A Location of ours as the list shows it. */
  #shown(id: number): Item {
    const found = this.#locations.get(id) ?? connectedLocation(this.state.seed, id, { title: byId.get(id)?.title });
    this.#locations.set(id, found);
    return found;
  }

  /** A number that was not given before. */
  nextId(): number {
    return ++this.state.lastId;
  }
}
