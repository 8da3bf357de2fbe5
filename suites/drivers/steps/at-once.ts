import { seconds } from "../../../base/durations.ts";
import type { Depth } from "../../../record/depth.ts";
import type { World } from "../../schedule/run/world.ts";

/** The need of a proof that makes calls at once: only a deep run tries such. */
export const atDepth = "deep" satisfies Depth;

/** The time that a provider has before what became of calls that were made at once is read (reading 29). */
const settling = seconds(2);

/** Makes calls at once, after a pause in which the pace allows for that, and lets what they did settle. */
export async function atOnce<T>(world: World, ...calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  await world.advanceTo(world.now() + settling);
  const race = (begins: boolean) => world.facts.feed({ kind: "race", begins });
  race(true);
  const results = await Promise.all(calls.map((call) => call())).finally(() => race(false));
  await world.advanceTo(world.now() + settling);
  return results;
}
