import { inProfile } from "../harness/profile-error.ts";
import { loadTargetProfile, type TargetProfile } from "../harness/target-profile.ts";
import { receivingHere, embedded } from "../library/embedded.ts";
import type { Io } from "./io.ts";

/** Does something with the profile of a target; without a file, with that of the embedded sandbox, which is closed afterwards. */
export async function withTarget<T>(
  file: string | undefined,
  { env }: Pick<Io, "env">,
  act: (profile: TargetProfile) => Promise<T>,
): Promise<T> {
  const sandbox = file
    ? undefined
    : await (await import("../sandbox/create-sandbox.ts")).createSandbox(receivingHere);
  try {
    return await act(sandbox ? embedded(sandbox) : loadTargetProfile(file ?? "", env));
  } catch (error) {
    // Some mistakes in a profile show only when it is used.
    throw inProfile(file, error);
  } finally {
    await sandbox?.close();
  }
}
