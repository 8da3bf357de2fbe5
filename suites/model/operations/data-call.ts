import { type Clause, statusClause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Link } from "../link.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { callerOf } from "../tokens.ts";

/** The link that a data call of the system user rests on; undefined for any other caller. */
function linkOf(model: Knowledge, { request, view: { operation, path, input } }: Seen): Link | undefined {
  const { credentials, fixtures } = model.target;
  const { partner, user, isOpen } = callerOf(request, credentials);
  if (partner !== "partner_token" || user !== "system_user_token" || isOpen) return undefined;
  const [place = ""] = operation.dataCall;
  const name = place.split(".").at(-1) ?? "";
  return model.links.at(path[name] ?? input[name], fixtures.application_id);
}

/** Data calls are served while the link of their Location is active, and refused before. */
export const dataCall: OperationModel = {
  judge(model, seen): Clause[] {
    const { operation, status } = seen.view;
    const link = linkOf(model, seen);
    if (!link || model.links.isUnknown(link) || status === 429 || status >= 500) return [];
    const isRefused = status === 401 || status === 403;
    // Any other refusal is about what was asked for.
    if (link.is("active"))
      return isRefused || status === 200
        ? ([`INST-18/${operation.id}`, "AUTH-8"] as const).map((cell) => statusClause(cell, status, [200]))
        : [];
    const isBefore = link.is("uninstalled", "pending") && !link.hasEnded;
    return isBefore ? [statusClause(`INST-17/${operation.id}`, status, [401, 403], `served ${operation.id}`)] : [];
  },
};
