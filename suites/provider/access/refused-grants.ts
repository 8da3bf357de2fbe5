import type { LinkId } from "../run/link-id.ts";
import { checkNotLinked } from "../run/link-status.ts";
import { authorizationOf, type Role } from "../run/roles.ts";
import type { World } from "../run/world.ts";
import { wrongTokens } from "./wrong-tokens.ts";

/** Users without the right to grant. */
const strangers = ["limited_user_token", "no_access_user_token"] as const satisfies Role[];

/** Judges grants that must be refused at a Location without a link. Once one of them has made a link, the status shows nothing of those after it. */
export class RefusedGrants {
  readonly #world: World;
  readonly #link: LinkId;
  #linkNothing = true;

  constructor(world: World, link: LinkId) {
    this.#world = world;
    this.#link = link;
  }

  /** Whether none of them has made a link so far. */
  get linkNothing(): boolean {
    return this.#linkNothing;
  }

  /** Judges whether grants with some Authorization headers, or without one, are refused, and link nothing. */
  async check(
    authorizations: readonly (string | undefined)[],
    requirement: string,
    ...promised: number[]
  ): Promise<void> {
    const { location, application } = this.#link;
    for (const authorization of authorizations) {
      const granted = await this.#world.request("grantAccess", {
        path: { company_id: location, application_id: application },
        ...(authorization === undefined ? {} : { authorization }),
      });
      this.#world.checkStatus(requirement, granted, ...promised);
    }
    if (this.#linkNothing) this.#linkNothing = await checkNotLinked(this.#world, requirement, this.#link);
  }

  /** Judges the same of a grant by somebody whose token is right. */
  checkOf(role: Role, requirement: string, ...promised: number[]): Promise<void> {
    return this.check([authorizationOf(role, this.#world.target.credentials)], requirement, ...promised);
  }

  /** Judges the same of grants by users who may not make one, as far as the profile has their tokens. */
  async checkStrangers(): Promise<void> {
    const { credentials } = this.#world.target;
    const known = strangers.filter((role) => credentials[role]);
    if (known.length === 0) return;
    await this.check(
      known.map((role) => authorizationOf(role, credentials)),
      "INST-2",
      403,
    );
  }
}

/** The owner's token beside wrong ones of the partner. */
export function wrongPartners(world: World): string[] {
  const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
  return wrongTokens(world, "grantAccess", partner, "owner_user_token").map(
    (wrong) => `Bearer ${wrong}, User ${owner}`,
  );
}

/** The partner's token beside wrong ones of the owner. */
export function wrongUsers(world: World): string[] {
  const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
  return wrongTokens(world, "grantAccess", owner, "system_user_token").map(
    (wrong) => `Bearer ${partner}, User ${wrong}`,
  );
}
