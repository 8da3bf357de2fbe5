import { Refusal } from "../../api/call/replies.ts";
import { type Cursor, readPayload } from "../../world/cursors.ts";
import { minutes, seconds } from "../../world/data/durations.ts";
import { firstId } from "../../world/data/ids.ts";
import { type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { errorBody, opened, status } from "../changes/replies.ts";
import { handling, putting } from "../changes/routes.ts";
import { cursorRefusal, opening, policy } from "../changes/world.ts";

/** Calls one refusal of a cursor by the code of another. */
const miscalled = (right: string, wrong: string) =>
  errorBody("listResources", [422], (envelope) => JSON.parse(JSON.stringify(envelope).replace(right, wrong)));

/** The content of a cursor, whatever became of its signature. */
function unsigned(text: string): Cursor | undefined {
  try {
    return readPayload(text.split(".")[0] ?? "");
  } catch {
    return undefined;
  }
}

/** True if a cursor stands at the end of the third page of a single item, or later. */
const isDeep = ({ id }: Cursor): boolean => Number(id) >= firstId.resource + 2;

/** Stands for a first page among the cursors that a world gave. */
const firstPage = "";

/** Refuses a cursor by those that its world gave, oldest first, and by those that were asked for. */
const forgetting =
  (isForgotten: (cursor: string, given: readonly string[], asked: readonly string[]) => boolean): BehaviourChange =>
  () => {
    const worlds = new WeakMap<object, { given: string[]; asked: string[] }>();
    return handling("listResources", (handle) => (call) => {
      const { given, asked } = worlds.get(call.world) ?? { given: [], asked: [] };
      worlds.set(call.world, { given, asked });
      const cursor = call.query.get("cursor") ?? firstPage;
      if (cursor !== firstPage && given.includes(cursor) && isForgotten(cursor, given, asked))
        throw new Refusal(422, "The cursor is refused.", { fields: [{ field: "cursor", code: "expired_cursor" }] });
      asked.push(cursor);
      if (cursor === firstPage) given.push(firstPage);
      const answer = handle(call);
      const { next_cursor: next } = opened(answer);
      if (typeof next === "string") given.push(next);
      return answer;
    })();
  };

export const cursorFaults: Faults = {
  "cursors live ten minutes": breaks("CUR-1", policy({ cursorLifetime: minutes(10) })),
  "cursors end a moment early": subtly(
    "CUR-1",
    policy(({ cursorLifetime }) => ({ cursorLifetime: cursorLifetime - seconds(1.5) })),
  ),
  "a refused cursor is a bad request": breaks("CUR-2", status("listResources", 422, 400)),
  "a refused cursor has another code": breaks(
    "CUR-2",
    errorBody("listResources", [422], (envelope) => ({
      ...envelope,
      error: { ...(envelope.error as object), code: "invalid_request" },
    })),
  ),
  "cursors never expire": breaks("CUR-3", policy({ cursorLifetime: Number.POSITIVE_INFINITY })),
  "cursors expire a moment late": subtly(
    "CUR-3",
    policy(({ cursorLifetime }) => ({ cursorLifetime: cursorLifetime + seconds(1.5) })),
  ),
  "an expired cursor is called invalid": breaks("CUR-3", miscalled("expired_cursor", "invalid_cursor")),
  "a malformed cursor starts over": breaks(
    "CUR-4",
    putting("listResources", "cursor", (cursor, { behaviour, cursorKey }) =>
      behaviour.openCursor(cursorKey, cursor) ? cursor : undefined,
    ),
  ),
  "a malformed cursor is called foreign": breaks("CUR-4", miscalled("invalid_cursor", "foreign_cursor")),
  "a cursor that was cut short is served": subtly(
    "CUR-4",
    opening((cursor, text) => cursor ?? unsigned(text)),
  ),
  "anybody's cursor is served": breaks("CUR-5", cursorRefusal("credential", undefined)),
  "another credential's cursor is called invalid": breaks("CUR-5", miscalled("foreign_cursor", "invalid_cursor")),
  "another Location's cursor is served": breaks("CUR-6", cursorRefusal("location", undefined)),
  "another Location's cursor is called expired": subtly("CUR-6", cursorRefusal("location", { code: "expired_cursor" })),
  "a new walk ends the cursors of the one before": subtly(
    "CUR-1",
    forgetting((cursor, given) => given.lastIndexOf(firstPage) > given.lastIndexOf(cursor) + 1),
  ),
  "of all cursors the last 25 are served": subtly(
    "CUR-1",
    forgetting(
      (cursor, given) =>
        !given
          .filter((each) => each !== firstPage)
          .slice(-25)
          .includes(cursor),
    ),
  ),
  "a cursor is served twice": subtly(
    "CUR-1",
    forgetting((cursor, _, asked) => asked.filter((each) => each === cursor).length > 1),
  ),
  "from the third page on, cursors never expire": subtly(
    "CUR-3",
    cursorRefusal("age", { applies: (cursor, use) => !isDeep(cursor) && use.now - cursor.at > use.lifetime }),
  ),
  "from the third page on, anybody's cursor is served": subtly(
    "CUR-5",
    cursorRefusal("credential", {
      applies: (cursor, use) => !isDeep(cursor) && cursor.credential !== use.credential,
    }),
  ),
  "from the third page on, a cursor that was cut short is served": subtly(
    "CUR-4",
    opening((cursor, text) => {
      const read = cursor ?? unsigned(text);
      return cursor || (read && isDeep(read)) ? read : undefined;
    }),
  ),
};
