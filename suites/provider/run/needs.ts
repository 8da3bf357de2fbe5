import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Need, Proof } from "./proof.ts";

/** What an installation needs of a target. */
export const installs: readonly Need[] = [
  "mutations",
  "urls.base_url",
  "urls.app_url",
  "credentials.partner_token",
  "credentials.owner_user_token",
  "fixtures.location_id",
  "fixtures.application_id",
];

/** What each scene needs; whether a link is there already is seen when the scene is set. */
const scenes: Record<string, readonly Need[]> = {
  fresh: ["control.reset"],
  installed: ["urls.base_url", "credentials.partner_token", "fixtures.location_id", "fixtures.application_id"],
};

/** Whether a proof is meant for a target: some are for those that lack an ability which others have. */
export const isMeantFor = ({ needs }: Pick<Proof, "needs">, target: Target, session: Session): boolean =>
  needs.every((need) => !need.startsWith("no ") || !isMet(need.slice(3), target, session));

/** What a target lacks for a proof, in words; undefined where it lacks nothing. */
export function lackOf({ needs }: Pick<Proof, "needs">, target: Target, session: Session): string | undefined {
  const all = needs.filter((need) => !need.startsWith("no ")).flatMap((need) => scenes[need] ?? [need]);
  const missing = [...new Set(all)].filter((need) => !isMet(need, target, session));
  return missing.length > 0 ? missing.map(lacking).join(", and ") : undefined;
}

function isMet(need: Need, target: Target, session: Session): boolean {
  if (need === "mutations" || need === "bursts") return target.allow[need];
  const [part = "", name = ""] = need.split(".");
  if (part === "control") return session.can(name);
  if (part === "overlay") return target.operations.some(({ id, isOverlaid }) => id === name && isOverlaid);
  return (target[part as "urls"] as Record<string, unknown>)[name] !== undefined;
}

function lacking(need: Need): string {
  if (need === "mutations" || need === "bursts") return `the profile does not allow ${need}`;
  if (need.startsWith("overlay.")) return `the payload of ${need.slice(8)} is not shown, and no overlay supplies it`;
  return need.startsWith("control.")
    ? `the target's control protocol lacks ${need.slice(8)}`
    : `the profile lacks ${need}`;
}
