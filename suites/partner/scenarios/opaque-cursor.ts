import { type PartnerRequest, unescaped } from "../requests/partner-request.ts";
import { cursorOf } from "./resource-reads.ts";

/** A cursor that comes back unchanged only if it is escaped: cursors are opaque, so any text can be one. */
export const opaqueCursor = "q7Zk/9+w==&page=2%20of;3";

/** Whether a request brings the cursor back as it was given; an unescaped plus sign is a plus sign to some, and a space to others. */
export function bringsOpaqueCursor(request: PartnerRequest): boolean {
  const raw = /[?&]cursor=([^&]*)/.exec(request.url)?.[1] ?? "";
  return cursorOf(request) === opaqueCursor || unescaped(raw) === opaqueCursor;
}
