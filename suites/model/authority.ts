import type { CellId } from "../../specs/cells.ts";
import { type Clause, statusClause } from "./clause.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Seen } from "./operation.ts";
import { type Caller, callerOf, isV3Token } from "./tokens.ts";

/** With which statuses a caller is refused, and the cell that says so. */
interface Refusal {
  cell: CellId;
  promised: readonly number[];
  /** True if the caller never had a right: no write explains that it is served. */
  isSteady?: boolean;
}

/** The sentence of v1 on a caller without the right tokens; undefined for one that has them, or where it is open. */
function refusalOf(model: Knowledge, caller: Caller, { view: { operation, path, input } }: Seen): Refusal | undefined {
  const { partner, user, isOtherScheme } = caller;
  if (isOtherScheme) return { cell: "AUTH-3", promised: [401], isSteady: true };
  if (partner === "missing") return { cell: "AUTH-1", promised: [401], isSteady: true };
  if (partner !== "partner_token") return { cell: "AUTH-2", promised: [401] };
  if (operation.schemes.join() !== "BearerPartnerUser") return undefined;
  const [place = ""] = operation.dataCall;
  // The list of companies names no Location, so the sentence on data calls, which promises 401, does not cover it.
  const promised = place ? [401] : [401, 403];
  if (user === "missing") return { cell: "AUTH-4", promised, isSteady: true };
  if (user === "wrong" || user === "partner_token" || isV3Token(user)) return { cell: "AUTH-5", promised };
  const name = place.split(".").at(-1) ?? "";
  const isNamed = String(path[name] ?? input[name]) === String(model.target.fixtures.location_id);
  return user === "no_access_user_token" && isNamed ? { cell: "AUTH-6", promised: [403] } : undefined;
}

/** The sentence of v3 on a caller without the right token; a cursor, which is another's then, may be refused first. */
function v3RefusalOf({ partner, user, isOtherScheme }: Caller, { view: { input } }: Seen): Refusal | undefined {
  const cursor = input.cursor === undefined ? [] : [422];
  if (isOtherScheme || user !== "missing" || partner === "missing" || partner === "wrong")
    return { cell: "AUTH-12", promised: [401, ...cursor], isSteady: isOtherScheme || partner === "missing" };
  // A token of the other surface is either wrong or one without the scope.
  if (!isV3Token(partner)) return { cell: "AUTH-12", promised: [401, 403, 404, ...cursor] };
  return partner === "v3_unscoped_token" ? { cell: "AUTH-13", promised: [401, 403, 404] } : undefined;
}

/** True if the specification says who may call an operation, and a call without authority does nothing. */
const isDescribed = ({ view: { operation } }: Seen): boolean =>
  operation.surface === "v3" ||
  operation.dataCall.length > 0 ||
  (operation.method === "GET" && /^BearerPartner(User)?$/.test(operation.schemes.join()));

/** The refusal of a caller without authority; `none` for one that has it, undefined where that is open. */
function refusalFor(model: Knowledge, seen: Seen): Refusal | "none" | undefined {
  const caller = callerOf(seen.request, model.target.credentials);
  if (!isDescribed(seen) || caller.isOpen) return undefined;
  const isV3 = seen.view.operation.surface === "v3";
  return (isV3 ? v3RefusalOf(caller, seen) : refusalOf(model, caller, seen)) ?? "none";
}

/** True if a caller has the right tokens for what it asks for. */
export const hasAuthority = (model: Knowledge, seen: Seen): boolean => refusalFor(model, seen) === "none";

/** A caller without authority is refused, whatever it asks for; with which status is judged where the same request is served to the right caller. */
export function authorityClauses(model: Knowledge, seen: Seen): Clause[] {
  const { operation, status } = seen.view;
  const refusal = refusalFor(model, seen);
  if (!refusal || refusal === "none" || status === 429 || status >= 500) return [];
  const isRight = refusal.promised.includes(status);
  if (!isRight && status >= 400 && !model.wasServed(seen.request)) return [];
  const { cell, promised, isSteady = false } = refusal;
  return [{ ...statusClause(cell, status, promised, `served ${operation.id}`), isSteady }];
}
