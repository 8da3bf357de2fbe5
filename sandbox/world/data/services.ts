import { firstId } from "./ids.ts";
import { createRandom } from "./random.ts";
import { serviceNames } from "./words.ts";

/** The number of services that every Location has. */
const count = 10;

/** A service of a Location, or undefined for an id that no service has. */
export function serviceAt(seed: number, locationId: number, id: number): Record<string, unknown> | undefined {
  if (id < firstId.service || id >= firstId.service + count) return undefined;
  const random = createRandom(seed, `service ${locationId} ${id}`);
  const price = random.integer(10, 200);
  const duration = random.integer(1, 8) * 900;
  return {
    id,
    salon_service_id: id * 10,
    title: random.pick(serviceNames),
    category_id: random.integer(50, 55),
    price_min: price,
    price_max: price + random.integer(0, 50),
    discount: random.integer(0, 15),
    comment: random.chance(0.5) ? "" : "Bring a towel",
    weight: random.integer(0, 10),
    active: random.integer(0, 1),
    api_id: random.chance(0.5) ? "" : `ext-${id}`,
    staff: Array.from({ length: random.integer(0, 3) }, (_, index) => ({
      id: firstId.staff + index,
      seance_length: duration,
    })),
    duration,
    is_online: random.chance(0.5),
  };
}
