/** The subject is wrong: the message says what is, what was expected, and where. */
export class Violation extends Error {
  override name = "Violation";
}

/** The caller is wrong: the message says where, and what to do about it, in a line for each mistake. */
export class UsageError extends Error {
  override name = "UsageError";
  /** The profile's key that is wrong, such as `webhooks.listen`, where the message does not name the profile's file yet. */
  readonly key: string | undefined;

  constructor(message: string, { key }: { key?: string | undefined } = {}) {
    super(message);
    this.key = key;
  }
}

/** assay itself is wrong. */
export class HarnessError extends Error {
  override name = "HarnessError";
}

/** Something cannot be judged, because the target or its profile lacks what it takes. */
export class Untestable extends Error {
  override name = "Untestable";
  /** False where there is nothing to judge, as on a surface that is not live. */
  readonly applies: boolean = true;
  /** The parts of a profile that would have to be supplied. */
  readonly lacks: readonly string[] | undefined;

  constructor(message: string, lacks?: readonly string[]) {
    super(message);
    this.lacks = lacks;
  }
}

/** There is nothing to judge. */
export class NotApplicable extends Untestable {
  override readonly applies = false;
}
