import { place } from "../../stage/installing.ts";
import type { Stage } from "../../stage/stage.ts";
import { Link } from "./link.ts";

/** The names of the places at which the model acts, as a person reads them in a shrunk example. */
export const placeNames = ["here", "there", "fast", "draft", "blocked", "blocked fast"] as const;
export type PlaceName = (typeof placeNames)[number];

/** Every link that a sequence of steps can touch; what the profile does not name is left out. */
export function linksOf(stage: Stage): Partial<Record<PlaceName, Link>> {
  const { second_location_id, fast_application_id, draft_application_id, blocked_location_id } = stage.target.fixtures;
  return {
    here: new Link(place(stage), {}),
    ...(second_location_id ? { there: new Link(place(stage, { location: second_location_id }), {}) } : {}),
    ...(fast_application_id
      ? { fast: new Link(place(stage, { application: fast_application_id }), { "fast install": true }) }
      : {}),
    ...(draft_application_id
      ? { draft: new Link(place(stage, { application: draft_application_id }), { draft: true }) }
      : {}),
    ...(blocked_location_id && fast_application_id
      ? {
          "blocked fast": new Link(place(stage, { location: blocked_location_id, application: fast_application_id }), {
            "installation is blocked": true,
            "fast install": true,
          }),
        }
      : {}),
    ...(blocked_location_id
      ? { blocked: new Link(place(stage, { location: blocked_location_id }), { "installation is blocked": true }) }
      : {}),
  };
}

/** What commands act on: the provider's side is a stage, the model's side the links. */
export interface World {
  stage: Stage;
}
export type Model = Partial<Record<PlaceName, Link>>;
