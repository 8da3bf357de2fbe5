/** Something that a proof takes for granted does not hold, so it cannot judge; whoever is to blame is judged elsewhere. */
export class Obstacle extends Error {
  override name = "Obstacle";
  /** False where the requirement has no subject, as those of a surface that is not live. */
  readonly applies: boolean = true;
}

/** The preview surface answers as one that is not live, so nothing that is said of it applies. */
export class NotLive extends Obstacle {
  override readonly applies = false;
}
