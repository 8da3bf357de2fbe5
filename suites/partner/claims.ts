import type { Claim } from "../../harness/partner-profile.ts";

/** The requirements that each claim asks to be judged; all others that bind a partner are judged of every application. */
export const claimed: Record<Claim, readonly string[]> = {
  install: [
    "INST-29",
    "INST-30",
    "INST-31",
    "INST-32",
    "INST-33",
    "INST-34",
    "INST-35",
    "INST-36",
    "INST-37",
    "INST-38",
    "INST-41",
    "AUTH-20",
  ],
  webhooks: ["HOOK-16", "HOOK-17", "HOOK-18", "HOOK-19", "HOOK-20", "HOOK-21", "HOOK-22", "HOOK-25"],
  lifecycle: ["LIFE-5", "LIFE-6", "LIFE-7", "LIFE-9"],
  resources: ["RES-14", "RES-15", "RES-16", "CUR-8", "CUR-9", "CUR-10", "RATE-14", "RATE-15", "AUTH-18"],
  calls: ["CALL-13", "CALL-14", "CALL-15", "CALL-16"],
};

/** The requirement that each claim stands on: an application that has gone does not meet it any more. */
export const heads: Record<Claim, string> = {
  install: "INST-29",
  webhooks: "HOOK-16",
  lifecycle: "LIFE-5",
  resources: "RES-14",
  calls: "CALL-13",
};

/** The claim that a requirement belongs to; undefined for what is judged of every application. */
export const claimOf = (id: string): Claim | undefined =>
  (Object.keys(claimed) as Claim[]).find((claim) => claimed[claim].includes(id));
