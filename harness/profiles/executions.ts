import type { PartnerProfile } from "./partner-profile.ts";
import { profileError, profileErrors } from "./profile-error.ts";
import type { TargetProfile } from "./target-profile.ts";

/** Something on this machine that a profile runs. */
export interface Execution {
  /** The key of the profile that says so. */
  key: string;
  /** A command for the shell, or the path of a module. */
  what: string;
}

/** Everything on this machine that a profile runs. */
export function executionsOf(
  profile: Pick<TargetProfile, "control" | "provoke"> & Pick<Partial<PartnerProfile>, "start">,
): Execution[] {
  const { control, provoke = {}, start } = profile;
  return [
    ...(control && "adapter" in control ? [{ key: "control.adapter", what: control.adapter }] : []),
    ...Object.entries(provoke).flatMap(([event, how]) =>
      "command" in how ? [{ key: `provoke.${event}.command`, what: how.command }] : [],
    ),
    ...(start ? [{ key: "start.command", what: start.command }] : []),
  ];
}

/** Refuses a profile that runs something, where that is not allowed. */
export function refuseExecutions(profile: Parameters<typeof executionsOf>[0]): void {
  const executions = executionsOf(profile);
  if (executions.length === 0) return;
  throw profileErrors(
    executions.map(({ key, what }) =>
      profileError(key, `--no-exec refuses to run ${what}; read it, and leave --no-exec out if it may run`),
    ),
  );
}
