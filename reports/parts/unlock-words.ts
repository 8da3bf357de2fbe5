import type { Results } from "../../record/results.ts";

/** The number of ways to judge more that are shown; results.json has all. */
const maxShown = 3;

/** The missing parts of a profile that would let more be judged, the most useful first: "21 with urls.v3_base_url, credentials.v3_token and fixtures.location_id". */
export const unlockWords = ({ unlock = [] }: Pick<Results, "unlock">): string[] =>
  unlock
    .slice(0, maxShown)
    .map(({ supply, requirements }) => `${requirements.length} with ${supply.replace(/ and (?=.* and )/g, ", ")}`);
