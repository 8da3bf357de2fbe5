/**
 * The statuses that a surface which is not live may give. Reading 15: a surface that answers every call alike, with one of these, is
 * not applicable.
 */
export const notLiveStatuses: ReadonlySet<number> = new Set([404, 501, 503]);
