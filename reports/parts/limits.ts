/** How many characters of a body a report shows; exchanges.har has the whole. */
export const longestBody = 4000;
