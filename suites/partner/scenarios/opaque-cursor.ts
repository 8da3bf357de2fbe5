import { opaqueCursors } from "../dialects/cursors.ts";
import { type PartnerRequest, unescaped } from "../requests/partner-request.ts";
import { cursorOf } from "./resource-reads.ts";

const known = new Set(Object.values(opaqueCursors));

/** True if a request brings the cursor back as the certifier gave it; an unescaped plus sign is a plus sign to some, and a space to others. */
export function bringsOpaqueCursor(request: PartnerRequest): boolean {
  const raw = /[?&]cursor=([^&]*)/.exec(request.url)?.[1] ?? "";
  return known.has(cursorOf(request) ?? "") || known.has(unescaped(raw));
}
