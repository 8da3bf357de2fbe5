import { UsageError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import { type Execution, executionsOf } from "../harness/executions.ts";
import { lookAtWay } from "../harness/preflight.ts";
import { describeWay, notableSkew } from "./preflight.ts";

/** What was found out before a run, of one key of a profile or one part of the machine. */
export interface Diagnosis {
  about: string;
  /** `note` is for what may be as it should, and for what nobody can tell beforehand. */
  state: "right" | "note" | "wrong";
  says: string;
}

export const right = (about: string, says: string): Diagnosis => ({ about, state: "right", says });
export const note = (about: string, says: string): Diagnosis => ({ about, state: "note", says });
export const wrong = (about: string, says: string): Diagnosis => ({ about, state: "wrong", says });

/** What an error says of a profile, in as many lines as it has; whatever is nobody's mistake is thrown on. */
export function diagnosesOf(error: unknown): Diagnosis[] {
  if (!(error instanceof UsageError)) throw error;
  return error.message.split("\n").map((line) => {
    const [, about = "profile", says = line] = /^((?:\S+:\d+: )?[\w., -]+): (.+)$/.exec(line) ?? [];
    return wrong(about, says);
  });
}

/** What a profile would run on this machine. */
export const diagnoseExecutions = (profile: Parameters<typeof executionsOf>[0]): Diagnosis[] =>
  executionsOf(profile).map(({ key, what }: Execution) => note(key, `would run ${what}`));

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
    if (way.skew === undefined) return [right(keys, says)];
    return [Math.abs(way.skew) >= notableSkew ? note(keys, says) : right(keys, `${says}, and its clock agrees`)];
  } catch (error) {
    return diagnosesOf(error).map((diagnosis) => ({ ...diagnosis, about: keys }));
  }
}
