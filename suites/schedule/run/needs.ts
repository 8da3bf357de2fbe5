import { inMinutes, seconds } from "../../../base/durations.ts";
import { inSentence } from "../../../base/text/wording.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import { type Depth, depths } from "../../../record/depth.ts";
import { loadOperations } from "../../../specs/operations.ts";
import type { Need } from "./proof.ts";

/** The needs of installing. */
export const installing: readonly Need[] = [
  "mutations",
  "urls.base_url",
  "urls.app_url",
  "credentials.partner_token",
  "credentials.owner_user_token",
  "fixtures.location_id",
  "fixtures.application_id",
];

/** The needs of an installation in a world of its own. */
export const freshInstallation: readonly Need[] = [...installing, "fresh"];

/** The needs of data calls at an installed Location. */
export const dataAccess: readonly Need[] = ["installed", "credentials.system_user_token"];

/** The needs of reading the v3 list. */
export const v3Access: readonly Need[] = ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"];

/** The needs of a proof's beginning; whether a link exists already is seen only then. */
const beginnings: Record<string, readonly Need[]> = {
  fresh: ["control.reset"],
  installed: ["urls.base_url", "credentials.partner_token", "fixtures.location_id", "fixtures.application_id"],
};

const absence = "no ";

/** The depths that a proof can need, and why a run of less depth leaves it out. */
const leftOut: Partial<Record<Need, string>> = {
  standard: "a quick run leaves this out",
  deep: "only a deep run tries this",
};

/** Why a run of some depth leaves a proof out; undefined where it does not. */
export const whyLeftOut = (needs: readonly Need[], depth: Depth): string | undefined =>
  depths
    .slice(depths.indexOf(depth) + 1)
    .filter((deeper) => needs.includes(deeper))
    .map((deeper) => leftOut[deeper])[0];

/** True if a proof is meant for a target: some are for targets that lack an ability which others have. */
export const isFor = (needs: readonly Need[], target: Target, session: Session): boolean =>
  needs.every((need) => !need.startsWith(absence) || !isMet(need.slice(absence.length) as Need, target, session));

/** A gap of a target: in words, and as the parts that would have to be supplied. */
export interface Lack {
  why: string;
  lacks: readonly string[];
}

/** The gap between some needs and a target; undefined where there is none. */
export function lackOf(needs: readonly Need[], target: Target, session: Session): Lack | undefined {
  const all = needs.filter((need) => !need.startsWith(absence)).flatMap((need) => beginnings[need] ?? [need]);
  const missing = [...new Set(all)].filter((need) => !isMet(need, target, session));
  if (missing.length === 0) return undefined;
  return { why: describeLacks(missing, session), lacks: missing.map(supplyOf) };
}

/** Missing keys of the profile and capabilities of the control protocol, in one sentence each. */
function describeLacks(missing: readonly Need[], session: Session): string {
  const isCapability = (need: Need) => need.startsWith("control.");
  const keys = missing.filter((need) => ["urls", "credentials", "fixtures", "webhooks"].includes(partOf(need)));
  const capabilities = missing.filter(isCapability).map((need) => need.slice("control.".length));
  return [
    ...(keys.length > 0 ? [`the profile lacks ${inSentence(keys)}`] : []),
    ...missing.filter((need) => !keys.includes(need) && !isCapability(need)).map(describeLack),
    ...(capabilities.length > 0 ? [session.whyNot(...capabilities)] : []),
  ].join("; ");
}

const partOf = (need: Need): string => need.split(".")[0] ?? "";

/** The supply that would meet a need, as a person would write it. */
export function supplyOf(need: Need): string {
  if (need === "mutations" || need === "bursts") return `allow.${need}`;
  const [part, name] = need.split(".");
  if (part === "patience") return `--patience ${inMinutes(seconds(Number(name)))}`;
  return part === "overlay" ? `an overlay for ${name}` : need;
}

function isMet(need: Need, target: Target, session: Session): boolean {
  // The runner itself sees to the depth of a run.
  if (need in leftOut) return true;
  if (need === "mutations" || need === "bursts") return target.allow[need];
  if (need === "provoke") return Object.keys(target.provoke).length > 0 || session.person !== undefined;
  const [part = "", name = ""] = need.split(".");
  if (part === "control") return session.can(name);
  if (part === "patience") return session.patience >= seconds(Number(name));
  if (part === "overlay") return target.operations.some(({ id, isOverlaid }) => id === name && isOverlaid);
  return (target[part as "urls"] as Record<string, unknown>)[name] !== undefined;
}

function describeLack(need: Need): string {
  if (need === "provoke")
    return "the profile does not say how events are caused (provoke), and there is no terminal to ask at";
  const [part, name = ""] = need.split(".");
  if (part === "overlay")
    return loadOperations().some(({ id }) => id === name)
      ? `the payload of ${name} is not shown, and no overlay supplies it`
      : `the address of ${name} is not shown, and no overlay adds the operation`;
  if (part === "patience")
    return `the clock cannot be moved, and a run waits only as long as it may: --patience ${inMinutes(seconds(Number(name)))} would do`;
  return `the profile does not allow ${need}`;
}
