import { UsageError } from "../../base/errors.ts";
import { groupBy } from "../../base/group-by.ts";
import { lookAtWay } from "../../harness/preflight.ts";
import { type Execution, executionsOf } from "../../harness/profiles/executions.ts";
import { describeWay, notableSkew } from "./preflight.ts";

/** A fact that was found out before a run, about one key of a profile or one part of the machine. */
export interface Diagnosis {
  about: string;
  /** `info` is for what may be in order, and for what only a run can show. */
  state: "ok" | "info" | "error";
  says: string;
}

export const ok = (about: string, says: string): Diagnosis => ({ about, state: "ok", says });
export const info = (about: string, says: string): Diagnosis => ({ about, state: "info", says });
export const mistake = (about: string, says: string): Diagnosis => ({ about, state: "error", says });

/** The mistakes in a profile that an error names, a line each; any other error is thrown on. */
export function diagnosesOf(error: unknown): Diagnosis[] {
  if (!(error instanceof UsageError)) throw error;
  return error.message.split("\n").map((line) => {
    const [, about = "profile", says = line] = /^((?:\S+:\d+: )?[\w., -]+): (.+)$/.exec(line) ?? [];
    return mistake(about, says);
  });
}

/** The commands that a profile would run on this machine. */
export const diagnoseExecutions = (profile: Parameters<typeof executionsOf>[0]): Diagnosis[] =>
  executionsOf(profile).map(({ key, what }: Execution) => info(key, `would run ${what}`));

/** The way to each address; those that lead to the same place are looked at once. */
export async function diagnoseWays(addresses: Readonly<Record<string, string>>): Promise<Diagnosis[]> {
  const byOrigin = groupBy(Object.entries(addresses), ([, url]) => new URL(url).origin);
  const ways = [...byOrigin].map(([origin, own]) => diagnoseWay(own.map(([key]) => key).join(", "), origin));
  return (await Promise.all(ways)).flat();
}

async function diagnoseWay(keys: string, origin: string): Promise<Diagnosis[]> {
  try {
    const way = await lookAtWay(keys, origin);
    const says = describeWay(way);
    if (way.skew === undefined) return [ok(keys, says)];
    return [Math.abs(way.skew) >= notableSkew ? info(keys, says) : ok(keys, `${says}, and its clock agrees`)];
  } catch (error) {
    return diagnosesOf(error).map((diagnosis) => ({ ...diagnosis, about: keys }));
  }
}
