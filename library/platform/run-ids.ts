import { firstLocation, locationCount } from "../../sandbox/world/data/locations.ts";
import { openLocations, peopleOf } from "../../sandbox/world/people.ts";
import { locationsNeeded } from "../../suites/partner/certifier/certifier.ts";

/** The ids of a certification, and what earlier ones left: an application that keeps running remembers both. */
export interface RunIds {
  /** The id of its first Location; no earlier certification of the application had it. */
  first: number;
  /** Locations of earlier certifications that the application may still take for linked. */
  left: readonly number[];
}

/** The number of ids that a certification takes: those of its Locations, and then those of its records. */
export const idsPerRun = 25 * locationCount;

/** Where the ids of its records begin, counted from its first. */
export const recordsBehind = 100;

/** The most Locations that one certification clears up after others: what four attempts leave. */
export const maxLeft = 4 * locationsNeeded;

/** The first id that a partner's certifications may have. */
export const firstOfAll = firstLocation;

/** The Locations at which a certification may link the application. */
export const linkedLocations = (first: number): number[] =>
  openLocations(peopleOf(1, { first_location_id: first })).slice(0, locationsNeeded);

/** Ids of certifications lie whole worlds apart, so another's Locations are at the same places of their worlds. */
const linkedPlaces = new Set(linkedLocations(0));

/** Where ids by the clock begin, and for how many milliseconds each world has its own: they fit into 31 bits until 2041. */
const [epoch, tick] = [Date.UTC(2025, 0), 10_000];

/** No certification by the clock has a lower id; before, all had those of the first world. */
const firstByClock = 10_000_000;

/** Reports whether a Location is one that an earlier certification may have linked; no later one has ids yet. */
export const isElsewhere =
  (first: number) =>
  (location: number): boolean =>
    location < first &&
    (location >= firstByClock || location < firstOfAll + locationCount) &&
    linkedPlaces.has((location - firstOfAll) % locationCount);

/** How far ahead of the clock the last certification may be; one beyond was kept by a wrong clock, or by a file that someone changed. */
const maxAhead = 100_000_000;

/** The first id of a certification that begins now, beyond those of the last one. */
export function freshFirst(last = firstByClock, now = Date.now()): number {
  const byClock = Math.floor((now - epoch) / tick);
  const byLast = Math.ceil((last + idsPerRun - firstOfAll) / locationCount);
  return (
    firstOfAll + locationCount * (byLast - byClock > maxAhead / locationCount ? byClock : Math.max(byClock, byLast))
  );
}
