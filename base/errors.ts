/** The subject is wrong: what is, what was expected, and where. */
export class Violation extends Error {
  override name = "Violation";
}

/** The caller is wrong: one line that names the file, the key and the mend. */
export class UsageError extends Error {
  override name = "UsageError";
  /** The profile's key that is wrong, such as `webhooks.listen`, where the message does not name the profile's file yet. */
  readonly key: string | undefined;

  constructor(message: string, { key }: { key?: string | undefined } = {}) {
    super(message);
    this.key = key;
  }
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
