/** The application cannot be judged any further. */
export class Halt extends Error {
  override name = "Halt";
  /** Whether what was not judged by then counts as not holding: it does when nothing answers any more. */
  readonly isFault: boolean;

  constructor(why: string, isFault: boolean) {
    super(why);
    this.isFault = isFault;
  }
}
