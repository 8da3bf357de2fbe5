import type { Results } from "../../record/results.ts";

/** How much was judged, in words: "62 of 167 judged"; empty where the results are older than that. */
export const judgedWords = ({ judged }: Pick<Results, "judged">): string =>
  judged ? `${judged.count} of ${judged.of} judged` : "";

/** How many supplies are named. */
const mostNamed = 6;

/** What would let more be judged, in words: "allow.mutations 20 more, control.seed 17"; empty where nothing would. */
export function unlockWords({ unlock = [] }: Pick<Results, "unlock">): string {
  const named = unlock
    .slice(0, mostNamed)
    .map(({ supply, requirements }, index) => `${shorten(supply)} ${requirements.length}${index === 0 ? " more" : ""}`);
  return [...named, ...(unlock.length > mostNamed ? ["…"] : [])].join(", ");
}

/** A supply without the parts of the profile that its keys belong to: their names tell those. */
const shorten = (supply: string): string =>
  supply.replace(/\b(urls|credentials|fixtures)\./g, "").replaceAll(" and ", " + ");
