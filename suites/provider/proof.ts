import type { Stage } from "./stage.ts";

/** One proof: the requirements that it can judge, what it needs of a target, and how it goes. */
export interface Proof {
  ids: readonly string[];
  title: string;
  /** `urls.x`, `credentials.x`, `fixtures.x`, `mutations`, `bursts`, or a capability such as `control.clock`. */
  needs: readonly string[];
  prove: (stage: Stage) => Promise<void>;
}

export const proof = (ids: string, title: string, needs: readonly string[], prove: Proof["prove"]): Proof => ({
  ids: ids.split(" "),
  title,
  needs,
  prove,
});

/** Something that a proof takes for granted does not hold, so it cannot judge; whoever is to blame is judged elsewhere. */
export class Obstacle extends Error {
  override name = "Obstacle";
}
