import type { World } from "./world.ts";

/** One proof: the requirements that it can judge, what it needs of a target, and how it goes. */
export interface Proof {
  ids: readonly string[];
  title: string;
  needs: readonly Need[];
  prove: (world: World) => Promise<void>;
}

/**
 * What a proof needs: a key of the profile such as `urls.base_url`, `mutations`, `bursts`, a capability such as `control.clock`,
 * and one of two scenes: `fresh`, a world of its own, or `installed`, a world where the application is active at the Location.
 * A proof that names no scene is content with any world, and changes no link in it. `no` before a need asks for its absence.
 */
export type Need = string;

export const proof = (ids: string, title: string, needs: readonly Need[], prove: Proof["prove"]): Proof => ({
  ids: [...new Set(ids.split(" "))],
  title,
  needs: [...new Set(needs)],
  prove,
});
