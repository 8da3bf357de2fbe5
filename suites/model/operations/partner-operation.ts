import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import type { Clause } from "../clause.ts";
import { exampleOf, locationIn, valuesIn } from "../examples.ts";
import type { Knowledge } from "../knowledge.ts";
import type { LinkId } from "../link-id.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { callerOf } from "../tokens.ts";

/** The purposes of the operations whose payloads are not shown. */
export const purposes: Readonly<Record<string, RequirementId>> = {
  listPermissions: "MKT-1",
  listTariffs: "MKT-2",
  addDiscount: "MKT-3",
  makePaymentLink: "MKT-4",
  updateChannel: "MKT-5",
  markNewMessage: "MKT-6",
  redirectAfterRegistration: "MKT-7",
  reportPayment: "MKT-8",
  reportRefund: "MKT-9",
  sendShortNames: "MKT-10",
  readHooksSettings: "HOOK-15",
  changeHooksSettings: "HOOK-15",
  sendVoipEvent: "VOIP-1",
};

/** Those that serve more than partners, as far as the text says. */
const forOthersToo = new Set(["redirectAfterRegistration", "sendVoipEvent"]);

const bodyOf = ({ request: { body } }: Seen): unknown => (body === undefined ? undefined : readForeignJson(body));

/** True if a call succeeds; one that sends a browser elsewhere does. */
const isSuccess = ({ view: { status } }: Seen): boolean => status < 400;

/** True if a call was served: how one that is not is refused is not shown, so it may be a redirect, or a refusal in the envelope. */
const isServed = ({ view: { status, body } }: Seen): boolean =>
  status >= 200 && status < 300 && fieldsOf(body).success !== false;

/** True if a call has no partner token or a wrong one, where an overlay does not say that it needs none. */
export function isOfStranger(model: Knowledge, { request }: Seen): boolean {
  const { partner, isOpen } = callerOf(request, model.target.credentials);
  return request.operation.as !== "none" && !isOpen && partner !== "partner_token";
}

/** The link that a call is about: that of the fixtures, unless its body names another Location. */
function linkOf({ target: { fixtures } }: Knowledge, seen: Seen): LinkId {
  const location = locationIn(seen.view.operation.examples, bodyOf(seen)) ?? fixtures.location_id;
  return { location: Number(location), application: Number(fixtures.application_id) };
}

/** True if a call is the one that an overlay describes: by whom it names, for what this partner has, with a body of its examples. */
function isDescribed(model: Knowledge, seen: Seen): boolean {
  const { operation, path } = seen.view;
  const { fixtures, credentials } = model.target;
  const { as: role = "partner" } = operation;
  const { partner, user } = callerOf(seen.request, credentials);
  const link = linkOf(model, seen);
  const isRight = role === "none" || (partner === "partner_token" && user === (role === "partner" ? "missing" : role));
  const own: Record<string, unknown> = {
    ...fixtures,
    company_id: fixtures.location_id,
    salon_id: fixtures.location_id,
  };
  const { payment_id, ...ids } = path;
  return (
    operation.isOverlaid &&
    isRight &&
    exampleOf(operation.examples, bodyOf(seen)) !== undefined &&
    Object.entries(ids).every(([name, id]) => !(name in own) || String(own[name]) === id) &&
    (payment_id === undefined || model.payments.isCharged(payment_id)) &&
    model.links.at(link.location, link.application)?.is("active") === true &&
    !isUntimely(model, seen)
  );
}

/** True if a telephony system sends what it must not send now: before it has enabled the integration. */
const isUntimely = ({ telephony }: Knowledge, seen: Seen): boolean =>
  seen.view.operation.id === "sendVoipEvent" && telephony.integration !== "enabled" && nameOf(seen) !== "enable";

/** The name under which an overlay gives the body of a call. */
const nameOf = (seen: Seen): string | undefined => exampleOf(seen.view.operation.examples, bodyOf(seen));

const statusOf = ({ view: { status } }: Seen, expected: string): Pick<Clause, "found" | "expected"> => ({
  found: `the status ${status}`,
  expected,
});

/** Judges a call without the partner token; how it is refused is not shown. */
export const strangerClause = ({ target: { credentials } }: Knowledge, seen: Seen): Clause => ({
  cell: "MKT-13",
  holds: !isServed(seen),
  ...statusOf(seen, "a refusal"),
  provided: `served ${seen.view.operation.id}`,
  isSteady: callerOf(seen.request, credentials).partner === "missing",
});

/** An operation of which nothing is said but what it is for. */
export const partnerOperation: OperationModel = {
  isOpaque: true,

  judge(model, seen): Clause[] {
    const { operation, status } = seen.view;
    const cell = purposes[operation.id];
    if (!cell || status === 429) return [];
    if (isOfStranger(model, seen)) return forOthersToo.has(operation.id) ? [] : [strangerClause(model, seen)];
    const holds = isSuccess(seen);
    if (nameOf(seen) === "other_category")
      return [
        { cell, holds: !holds, ...statusOf(seen, "a refusal, since only chat bots and SMS aggregators have channels") },
      ];
    // Without an overlay, a success shows that it is there, and a refused method that it is not; any other refusal may be for a payload that is not known.
    if (!holds && status !== 405 && !isDescribed(model, seen)) return [];
    return [{ cell, holds, ...statusOf(seen, "success") }];
  },

  learn(model, seen) {
    const { operation, path } = seen.view;
    const { payments, telephony } = model;
    if (isOfStranger(model, seen)) {
      if (operation.id === "reportPayment") payments.of(linkOf(model, seen)).meddle();
      if (operation.id === "reportRefund") payments.meddle(path.payment_id);
      return;
    }
    const sent = valuesIn(bodyOf(seen));
    const name = nameOf(seen);
    if (operation.id === "sendVoipEvent" && name === "save") telephony.save(sent);
    if (!isSuccess(seen)) return;
    model.facts.add(`served ${operation.id}`);
    const paid = payments.of(linkOf(model, seen));
    if (operation.id === "reportPayment" && isDescribed(model, seen)) paid.report(sent, seen.moment);
    else if (operation.id === "reportPayment") paid.forget();
    if (operation.id === "reportRefund") payments.refund(path.payment_id, seen.moment);
    if (operation.id === "sendVoipEvent" && (name === "enable" || name === "disable"))
      telephony.integration = name === "enable" ? "enabled" : "disabled";
  },
};
