import type { Fixtures } from "../../harness/target.ts";
import type { InstallState } from "../../specs/install-machine.ts";
import { everyState, Link } from "./link.ts";
import { type LinkId, linkKey } from "./link-id.ts";
import { unknownId } from "./unknown-id.ts";

/** The links of one world, each known as far as the text and what was seen allow. */
export class Links {
  readonly #links = new Map<string, Link>();
  readonly #fixtures: Partial<Fixtures>;
  /** True if the world is a fresh one, where nothing is installed at the fixtures' Location. */
  readonly #isFresh: boolean;

  constructor(fixtures: Partial<Fixtures>, isFresh: boolean) {
    this.#fixtures = fixtures;
    this.#isFresh = isFresh;
  }

  /** The link of an application at a Location, by ids as a request names them; undefined where they are no ids. */
  at(location: unknown, application: unknown): Link | undefined {
    const id = { location: Number(location), application: Number(application) };
    return Number.isSafeInteger(id.location) && Number.isSafeInteger(id.application) ? this.of(id) : undefined;
  }

  of(id: LinkId): Link {
    const key = linkKey(id);
    const known = this.#links.get(key) ?? this.#first(id);
    this.#links.set(key, known);
    return known;
  }

  /** True if the profile names both the application and the Location of a link, which the owner of that Location may connect; of one Location alone does it say that drafts can be tested there. */
  isNamed({ id: { location, application } }: Link): boolean {
    const { location_id, second_location_id, blocked_location_id, ...others } = this.#fixtures;
    const applications = [others.application_id, others.fast_application_id];
    const isDraft = application === others.draft_application_id;
    return isDraft
      ? location === location_id || location === blocked_location_id
      : [location_id, second_location_id, blocked_location_id].includes(location) && applications.includes(application);
  }

  /** True if a link names a Location or an application that does not exist. */
  isUnknown({ id: { location, application } }: Link): boolean {
    return location === this.#fixtures.unknown_location_id || application === unknownId;
  }

  all(): Link[] {
    return [...this.#links.values()];
  }

  #first(id: LinkId): Link {
    const { location_id, blocked_location_id, fast_application_id, draft_application_id } = this.#fixtures;
    const facts = {
      ...(id.location === blocked_location_id ? { "installation is blocked": true } : {}),
      ...(id.application === fast_application_id ? { "fast install": true } : {}),
      ...(id.application === draft_application_id ? { draft: true } : {}),
    };
    const states: readonly InstallState[] = this.#isFresh && id.location === location_id ? ["uninstalled"] : everyState;
    return new Link(id, facts, states);
  }
}
