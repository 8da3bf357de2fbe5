/** A surface that answers every call alike, with one of these statuses, is not live, and not judged (VER-5, reading 15). */
export const notLiveStatuses: ReadonlySet<number> = new Set([404, 501, 503]);
