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
