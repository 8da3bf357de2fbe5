import type { CellId } from "../../../specs/cells.ts";
import { type Clause, statusClause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { KnownFacts, Link } from "../link.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { type Caller, callerOf } from "../tokens.ts";

/** Facts of the caller who grants access, by the names of the machine's guards; undefined where they are open. */
function factsOf({ partner, user, isOpen }: Caller, isNamed: boolean): KnownFacts | undefined {
  if (isOpen) return undefined;
  if (partner !== "partner_token" || !["owner_user_token", "limited_user_token", "no_access_user_token"].includes(user))
    return { unauthenticated: true };
  if (user === "owner_user_token") return { unauthenticated: false };
  // Of one Location alone does the profile say that these users lack the right.
  return isNamed ? { unauthenticated: false, "may not manage user rights": true } : undefined;
}

/** The cell of a grant that must be refused for its token. */
function wrongToken({ partner, user, isOtherScheme }: Caller): { cell: CellId; promised: number[] } | undefined {
  if (isOtherScheme) return { cell: "AUTH-3", promised: [401] };
  if (partner === "missing") return { cell: "AUTH-1", promised: [401] };
  if (partner !== "partner_token") return { cell: "AUTH-2", promised: [401] };
  return user === "owner_user_token" || user === "limited_user_token" || user === "no_access_user_token"
    ? undefined
    : { cell: "AUTH-9", promised: [401, 403] };
}

function read(
  model: Knowledge,
  { request, view }: Seen,
): { link: Link | undefined; caller: Caller; facts: KnownFacts | undefined } {
  const caller = callerOf(request, model.target.credentials);
  const link = model.links.at(view.path.company_id, view.path.application_id);
  return { link, caller, facts: factsOf(caller, link?.id.location === model.target.fixtures.location_id) };
}

/** Step 1: who may grant access, and what a grant does to the link. */
export const grantAccess: OperationModel = {
  judge(model, seen): Clause[] {
    const { status } = seen.view;
    const { link, caller, facts } = read(model, seen);
    const wrong = caller.isOpen ? undefined : wrongToken(caller);
    if (wrong) return [statusClause(wrong.cell, status, wrong.promised, "granted")];
    if (link && facts && !facts.unauthenticated && model.links.isUnknown(link))
      return [
        {
          cell: "ERR-5",
          holds: status >= 400,
          found: `the status ${status}`,
          expected: "a refusal",
          provided: "granted",
        },
      ];
    // The documented request has no body; what another gets is open.
    if (!link || !facts || !model.links.isNamed(link) || seen.request.body !== undefined) return [];
    const moves = link.movesOf({ trigger: "grant_access", facts });
    const [first] = moves;
    if (!first?.row || !moves.every(({ row }) => row?.answers)) return [];
    const promised = [...new Set(moves.flatMap(({ row }) => row?.answers ?? []))];
    // A draft may not exist at all but on test Locations.
    if (link.facts.draft && link.facts["installation is blocked"]) promised.push(404);
    const isRefusal = !promised.includes(201);
    const clauses = [statusClause(first.row.requirement, status, promised, isRefusal ? "granted" : undefined)];
    return isRefusal ? clauses : [...clauses, statusClause("AUTH-8/grantAccess", status, promised)];
  },

  learn(model, seen) {
    const { link, facts } = read(model, seen);
    if (!link) return;
    const {
      moment,
      view: { status },
    } = seen;
    if (!facts) {
      if (status < 300) link.lose();
      return;
    }
    const wasFirst = link.is("uninstalled") && !link.hasEnded;
    const wasPending = link.is("pending");
    model.move(link, { trigger: "grant_access", facts, status, ...moment });
    if (status >= 300) return;
    // The effect of a grant on a link that is not certainly absent or pending is open, its window too.
    link.granted = wasFirst || wasPending ? moment : undefined;
    link.isReconnected = wasPending;
    link.created = wasFirst ? moment : undefined;
    link.createdText = undefined;
    if (wasPending) link.reconnects++;
    if (!facts.unauthenticated) model.facts.add("granted");
  },
};
