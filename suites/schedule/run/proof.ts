import type { Credentials, Fixtures } from "../../../harness/target.ts";
import type { Depth } from "../../../record/depth.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import type { Address } from "../../../specs/operations.ts";
import type { World } from "./world.ts";

/** Steps on a target that judge requirements over time: which requirements, what the target must have, and the steps. */
export interface Proof {
  /** Its name in journals, which stays when its title is worded anew. */
  slug: string;
  ids: readonly string[];
  title: string;
  needs: readonly Need[];
  prove: (world: World) => Promise<void>;
  /** In place of `prove`: what is done first, and what at later times, while other proofs go on. */
  begin?: (world: World) => Promise<Appointment[]>;
}

/** A part of a proof that is played at a later time. */
export interface Appointment {
  /** When, on the target's clock. */
  at: number;
  /** The number of requests that this may take. */
  requests: number;
  act: (world: World) => Promise<void>;
}

/**
 * A need of a proof: a key of the profile such as `urls.base_url`, `mutations`, `bursts`, a capability such as `control.clock`, `standard` for a run that is
 * not quick, `deep` for a deep one, `patience.905` for so many seconds that a run may wait, and where it begins: `fresh`, in a world of its own, or
 * `installed`, where the application is active at the Location. A proof that names neither is content with any world, and changes no link in it. `no` before a
 * need asks for its absence.
 */
type Want =
  | "fresh"
  | "installed"
  | "mutations"
  | "bursts"
  | "provoke"
  | "webhooks.listen"
  | Depth
  | `urls.${Address}`
  | `credentials.${keyof Credentials}`
  | `fixtures.${keyof Fixtures}`
  | `control.${"clock" | "events" | "hooks" | "links" | "reset" | "seed"}`
  | `overlay.${string}`
  | `patience.${number}`;
export type Need = Want | `no ${Want}`;

/** A proof of some requirements. */
export const proof = (
  slug: string,
  ids: readonly RequirementId[],
  title: string,
  needs: readonly Need[],
  prove: Proof["prove"],
): Proof => ({
  slug: slug.replaceAll(/\W+/g, "-"),
  ids: [...new Set(ids)],
  title,
  needs: [...new Set(needs)],
  prove,
});

/** A proof that waits, and lets others go on meanwhile. */
export const waitingProof = (
  slug: string,
  ids: readonly RequirementId[],
  title: string,
  needs: readonly Need[],
  begin: NonNullable<Proof["begin"]>,
): Proof => ({ ...proof(slug, ids, title, needs, () => Promise.resolve()), begin });

/** Proofs that a quick run leaves out: they judge once more, in other circumstances, what other proofs judge. */
export const unlessQuick = (...proofs: readonly Proof[]): Proof[] =>
  proofs.map((own) => ({ ...own, needs: [...own.needs, "standard" satisfies Depth] }));

/** The need for a patience, in milliseconds. */
export const patienceFor = (milliseconds: number): Need => `patience.${Math.ceil(milliseconds / 1000)}`;
