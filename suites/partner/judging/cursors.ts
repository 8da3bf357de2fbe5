import { bringsAlteredCursor, cursorOf } from "../requests/given-cursors.ts";
import type { HistoryCheck, Judge } from "./history-check.ts";

/** The number of characters of a cursor that a finding repeats. */
const shown = 80;

const shorten = (cursor: string): string => (cursor.length > shown ? `${cursor.slice(0, shown)}…` : cursor);

/** Every cursor that comes back is one that a page gave. */
const givenCursors: Judge = ({ requests, context: { answers }, recorder }) => {
  const altered = requests.find((request) => bringsAlteredCursor(request, requests, answers));
  if (altered)
    recorder.finding("CUR-8", {
      found: `the cursor ${shorten(cursorOf(altered) ?? "")}, which was refused`,
      expected: `a next_cursor of an earlier page, of Location ${altered.location}`,
      by: altered,
    });
};

/** The checks of cursors; that any was sent back is shown by the walks that scenarios ask for. */
export const cursorChecks: readonly HistoryCheck[] = [{ judges: [], judge: givenCursors }];
