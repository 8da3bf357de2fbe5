import { UsageError } from "../../base/errors.ts";

/** A mistake at a key of a profile, such as `webhooks.listen`, that shows only when the profile is used. */
export const profileError = (key: string, what: string): UsageError => new UsageError(`${key}: ${what}`, { key });

/** Several such mistakes, all reported at once. */
export const profileErrors = (errors: readonly UsageError[]): UsageError =>
  new UsageError(errors.map(({ message }) => message).join("\n"), { key: errors[0]?.key });

/** An error as the user of a profile's file sees it: where it is about one of the profile's keys, it names the file. */
export function inProfile(file: string | undefined, error: unknown): unknown {
  const isAboutKey = error instanceof UsageError && error.key !== undefined;
  if (!file || !isAboutKey) return error;
  const lines = error.message.split("\n").map((line) => `${file}: ${line}`);
  return new UsageError(lines.join("\n"));
}
