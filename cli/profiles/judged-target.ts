import { inProfile } from "../../harness/profiles/profile-error.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { embedded, receivingHere } from "../../library/embedded.ts";
import type { Io } from "../io/io.ts";
import { openTargetProfile } from "./profiles.ts";

/** Does something with the profile of a target; without a file, with that of the embedded sandbox, which is closed afterwards. */
export async function withTarget<T>(
  file: string | undefined,
  io: Pick<Io, "env" | "redaction" | "isExecRefused" | "isReadOnly">,
  act: (profile: TargetProfile) => Promise<T>,
): Promise<T> {
  const sandbox = file
    ? undefined
    : await (await import("../../sandbox/create-sandbox.ts")).createSandbox(receivingHere);
  try {
    return await act(sandbox ? embedded(sandbox) : openTargetProfile(file ?? "", io));
  } catch (error) {
    // Some mistakes in a profile show only when it is used.
    throw inProfile(file, error);
  } finally {
    await sandbox?.close();
  }
}
