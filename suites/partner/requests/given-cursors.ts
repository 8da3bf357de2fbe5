import { fieldsOf, parseJson } from "../../../base/json.ts";
import { limit } from "../../../specs/limits.ts";
import { type PartnerRequest, unescaped } from "./partner-request.ts";
import type { PlatformAnswer } from "./platform-answer.ts";

/** The cursor of a request; what an empty one means is left open, so it counts as none. */
export const cursorOf = ({ query }: PartnerRequest): string | null => query.get("cursor") || null;

/** A cursor as it may be meant: an unescaped plus sign is a plus sign to some, and a space to others. */
export const cursorFormsOf = (request: PartnerRequest): unknown[] => [
  cursorOf(request),
  unescaped(/[?&]cursor=([^&]*)/.exec(request.url)?.[1] ?? ""),
];

/** True if a request was refused for its cursor, and not for the size of the page. */
export const isRefusedForCursor = (request: PartnerRequest): boolean =>
  request.surface === "v3" &&
  request.status === 422 &&
  cursorOf(request) !== null &&
  Number(request.query.get("limit") ?? limit("page_size.default")) <= limit("page_size.maximum");

/**
 * True if a request was refused for a cursor that no earlier page of its Location gave: one that was given, however long ago, may have expired. A page that is
 * too long to keep may have given any.
 */
export function bringsAlteredCursor(
  request: PartnerRequest,
  requests: readonly PartnerRequest[],
  answers: ReadonlyMap<number, PlatformAnswer>,
): boolean {
  if (!isRefusedForCursor(request)) return false;
  const forms = cursorFormsOf(request);
  return !requests.some(({ n, surface, location, status }) => {
    if (n >= request.n || surface !== "v3" || location !== request.location || status !== 200) return false;
    const { body = "" } = answers.get(n) ?? {};
    return body === "" || forms.includes(fieldsOf(parseJson(body)).next_cursor);
  });
}
