/** The application cannot be judged any further. */
export class Halt extends Error {
  override name = "Halt";
  /** True if the application fails what was not judged by then: it does if it no longer answers, and not if it was stopped. */
  readonly isFailure: boolean;

  constructor(why: string, isFailure: boolean) {
    super(why);
    this.isFailure = isFailure;
  }
}
