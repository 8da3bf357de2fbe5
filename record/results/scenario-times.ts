import type { Results } from "../results.ts";

/** The topic of the observation that says how long each scenario of a certification took. */
export const timeTopic = "seconds spent";

/** The number of seconds that each scenario of a certification took, the longest first. */
export function scenarioTimes({ observations }: Pick<Results, "observations">): [title: string, seconds: number][] {
  const times = observations.find(({ topic }) => topic === timeTopic)?.value ?? {};
  return Object.entries(times)
    .filter((entry): entry is [string, number] => typeof entry[1] === "number")
    .toSorted(([, a], [, b]) => b - a);
}
