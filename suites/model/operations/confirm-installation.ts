import { fieldsOf, parseJson } from "../../../base/json.ts";
import type { CellId } from "../../../specs/cells.ts";
import { type Clause, statusClause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { KnownFacts, Link } from "../link.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { type Caller, callerOf } from "../tokens.ts";

/** The requirement that a callback with a wrong token breaks; undefined where the token is right. */
function wrongToken({ partner, isOtherScheme }: Caller): CellId | undefined {
  if (isOtherScheme) return "AUTH-3";
  if (partner === "missing") return "AUTH-1";
  return partner === "partner_token" ? undefined : "AUTH-2";
}

interface Callback {
  link: Link | undefined;
  facts: KnownFacts;
  wrong: CellId | undefined;
  isWrongHost: boolean;
  isOpen: boolean;
}

function read(model: Knowledge, { request, view, moment }: Seen): Callback {
  const caller = callerOf(request, model.target.credentials);
  const { salon_id, application_id } = fieldsOf(parseJson(request.body ?? ""));
  const link = model.links.at(salon_id, application_id);
  const isWrongHost = view.operation.address !== "app_url";
  const inWindow = link?.isInWindow(moment);
  const wrong = wrongToken(caller);
  return {
    link,
    wrong,
    isWrongHost,
    // The effect of a user's token beside the partner's is open.
    isOpen: caller.isOpen || (wrong === undefined && caller.user !== "missing"),
    facts: {
      "wrong host": isWrongHost,
      unauthenticated: wrong !== undefined,
      ...(inWindow === undefined ? {} : { "in window": inWindow, "out of window": !inWindow }),
    },
  };
}

/** Step 2: which callbacks count, and what they do to the link. */
export const confirmInstallation: OperationModel = {
  judge(model, seen): Clause[] {
    const { status } = seen.view;
    const { link, facts, wrong, isWrongHost, isOpen } = read(model, seen);
    if (isOpen) return [];
    if (isWrongHost) return wrong ? [] : [statusClause("INST-10", status, [404], "confirmed")];
    if (wrong) return [statusClause(wrong, status, [401], "confirmed")];
    if (!link) return [];
    const moves = link.movesOf({ trigger: "callback", facts });
    const [first] = moves;
    if (!first?.row || !moves.every(({ row }) => row?.answers)) return [];
    const promised = [...new Set(moves.flatMap(({ row }) => row?.answers ?? []))];
    return [
      statusClause(link.isReconnected ? "INST-6" : first.row.requirement, status, promised),
      statusClause("AUTH-10", status, promised),
    ];
  },

  learn(model, seen) {
    const { link, facts, isOpen } = read(model, seen);
    if (!link) return;
    if (isOpen) link.lose();
    else model.move(link, { trigger: "callback", facts, status: seen.view.status, ...seen.moment });
  },
};
