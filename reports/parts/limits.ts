/** The number of characters of a body that a report shows; exchanges.har has the whole. */
export const longestBody = 4000;
