import { opaqueCursors } from "../dialects/cursors.ts";
import { cursorFormsOf } from "../requests/given-cursors.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";

const known = new Set<unknown>(Object.values(opaqueCursors));

/** True if a request brings the cursor back as the certifier gave it. */
export const bringsOpaqueCursor = (request: PartnerRequest): boolean =>
  cursorFormsOf(request).some((form) => known.has(form));
