import { place } from "../../run/installing.ts";
import type { World } from "../../run/world.ts";
import { Link } from "./link.ts";

/** The names of the places at which the model acts, as a person reads them in a shrunk example. */
export const placeNames = ["here", "there", "fast", "draft", "blocked", "blocked fast"] as const;
export type PlaceName = (typeof placeNames)[number];

/** Every link that a sequence of steps can touch; what the profile does not name is left out. */
export function linksOf(world: World): Partial<Record<PlaceName, Link>> {
  const { second_location_id, fast_application_id, draft_application_id, blocked_location_id } = world.target.fixtures;
  return {
    here: new Link(place(world), {}),
    ...(second_location_id ? { there: new Link(place(world, { location: second_location_id }), {}) } : {}),
    ...(fast_application_id
      ? { fast: new Link(place(world, { application: fast_application_id }), { "fast install": true }) }
      : {}),
    ...(draft_application_id
      ? { draft: new Link(place(world, { application: draft_application_id }), { draft: true }) }
      : {}),
    ...(blocked_location_id && fast_application_id
      ? {
          "blocked fast": new Link(place(world, { location: blocked_location_id, application: fast_application_id }), {
            "installation is blocked": true,
            "fast install": true,
          }),
        }
      : {}),
    ...(blocked_location_id
      ? { blocked: new Link(place(world, { location: blocked_location_id }), { "installation is blocked": true }) }
      : {}),
  };
}

/** What commands act on: the provider's side is a world, the model's side the links. */
export interface Real {
  world: World;
}
export type Model = Partial<Record<PlaceName, Link>>;
