import { cities, countries, timeZones } from "./dictionaries.ts";
import { createRandom } from "./random.ts";
import { locationNames } from "./words.ts";

/** The platform's knowledge of a Location besides the fields that the API shows. */
export interface Location {
  id: number;
  chainId: number;
  title: string;
  /** True if drafts can be installed there. */
  isTest: boolean;
  /** True if installation is blocked there. */
  isBlocked: boolean;
}

/** The id of a world's first Location, unless it is fixed. */
export const firstLocation = 100;

/** The Locations that fixtures name, where the ids of Locations begin with `first`. */
export const placesFrom = (first: number) => ({
  main: first,
  blocked: first + 1,
  inaccessible: first + 2,
  second: first + 3,
});

export const placeOf = placesFrom(firstLocation);

/** The Chain of the owner, and the one whose Locations have every application of the partner installed from the start. */
export const chainOf = { owner: 10, connected: 11 };

const chains = { count: 4, size: 9 };

/** The number of Locations that the owner's Chain has besides: a certification needs some that nothing has happened at. */
const moreOfOwner = 4;

/** Names repeat after a while; then they are numbered. */
function titleOf(index: number): string {
  const round = Math.floor(index / locationNames.length);
  const name = locationNames[index % locationNames.length];
  return round === 0 ? `${name}` : `${name} ${round + 1}`;
}

/** The number of Locations that a world begins with. */
export const locationCount = chains.count * chains.size + moreOfOwner;

/** Every Location that a world begins with. */
export function locationsFrom(first: number): Location[] {
  const { main, blocked } = placesFrom(first);
  return Array.from({ length: locationCount }, (_, index) => {
    const id = first + index;
    const chain = Math.floor(index / chains.size);
    return {
      id,
      chainId: chainOf.owner + (chain < chains.count ? chain : 0),
      title: titleOf(index),
      isTest: id === main,
      isBlocked: id === blocked,
    };
  });
}

/** The ids of a Chain's Locations. */
export const locationsOfChain = (chain: number): number[] =>
  locationsFrom(firstLocation)
    .filter(({ chainId }) => chainId === chain)
    .map(({ id }) => id);

/** A Location as the list of connected Locations shows it; given fields are kept. */
export function connectedLocation(
  seed: number,
  id: number,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const random = createRandom(seed, `location ${id}`);
  const picked = random.pick(cities);
  const isGiven = (each: typeof picked) => each.id === given.city_id || each.country_id === given.country_id;
  const city = cities.find(isGiven) ?? picked;
  const country = countries.find((each) => each.id === city.country_id);
  const phone = `+371200${String(id).padStart(5, "0")}`;
  const title = String(given.title ?? `Location ${id}`);
  return {
    id,
    title,
    public_title: title,
    short_descr: random.pick(["Beauty salon", "Barbershop", "Yoga studio", "Clinic"]),
    logo: random.chance(0.3) ? "" : `https://cdn.example.com/logos/${id}.png`,
    active: random.chance(0.85) ? 1 : 0,
    phone,
    phones: random.chance(0.5) ? [phone] : [],
    email: random.chance(0.3) ? "" : `location${id}@example.com`,
    country_id: city.country_id,
    country: country?.title,
    schedule: random.pick(["Mon–Fri 9:00–18:00", "Daily 10:00–20:00", ""]),
    city_id: city.id,
    city: city.title,
    ...timeZones[city.id],
    address: `${random.integer(1, 99)} Brīvības iela`,
    coordinate_lat: random.integer(-90_000, 90_000) / 1000,
    coordinate_lon: random.integer(-180_000, 180_000) / 1000,
    phone_confirmation: random.chance(0.5),
    active_staff_count: random.integer(0, 12),
    app_ios: "",
    app_android: "",
    currency_short_title: country?.currency,
    reminds_sms_disabled: random.chance(0.5),
    reminds_sms_default: random.integer(0, 2),
    group_priority: random.integer(0, 100),
    bookform_group_priority: random.integer(0, 100),
    description: random.chance(0.5) ? "<p>Welcome!</p>" : "",
    photos: random.chance(0.5) ? [`/photos/${id}-1.jpg`] : [],
    company_photos: random.chance(0.5) ? [`https://cdn.example.com/photos/${id}-1.jpg`] : [],
    booking_widget_promo: random.chance(0.5) ? null : { title: "−10 %", active: true },
    ...given,
  };
}
