/** The subject is wrong: what is, what was expected, and where. */
export class Violation extends Error {
  override name = "Violation";
}

/** The caller is wrong: one line that names the file, the key and the mend. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** We are wrong: something in assay itself does not hold. */
export class HarnessError extends Error {
  override name = "HarnessError";
}

/** Nobody is judged: the subject, or what is known of it, lacks what it takes. */
export class Untestable extends Error {
  override name = "Untestable";
  /** False where there is nothing to judge, as of a surface that is not live. */
  readonly applies: boolean = true;
}

/** There is nothing to judge. */
export class NotApplicable extends Untestable {
  override readonly applies = false;
}
