/** True before a release (`npm run test:whole`), when every row of every table is tried. */
export const isWhole = process.env.WHOLE === "true";

/** The rows of a long table that are tried: every sixth one, so that CI ends in a quarter of an hour, and before a release all of them. */
export const rowsOf = <T>(rows: readonly T[]): T[] => rows.filter((_, index) => isWhole || index % 6 === 0);
