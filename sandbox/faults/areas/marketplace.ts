import { fieldsOf } from "../../../base/json.ts";
import { succeeded } from "../../api/call/replies.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { placeOf } from "../../world/data/locations.ts";
import { access, allowing } from "../changes/access.ts";
import { data } from "../changes/data.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { statusReads } from "../changes/operations.ts";
import { asking, route, withoutRoute } from "../changes/routes.ts";

/** Serves an operation to anybody, without a token. */
const forEverybody = (operation: string): BehaviourChange =>
  all(
    allowing("partnerIsKnown", (call) => call.operation === operation),
    allowing("userIsKnown", (call) => call.operation === operation),
    access({ partnerOwns: () => true }),
    allowing("userMay", (call) => call.operation === operation),
  );

/** Serves an operation with any partner token. */
const forAnyToken = (operation: string): BehaviourChange =>
  all(
    allowing("partnerIsKnown", (call, token) => call.operation === operation && token !== ""),
    access({ partnerOwns: () => true }),
  );

/** Changes the payments of the installation status. */
const payments = (change: (payment: CollectionItem) => CollectionItem) =>
  data(statusReads, (link: { payments: CollectionItem[] }) => ({ ...link, payments: link.payments.map(change) }));

export const marketplaceFaults: Faults = {
  "there are no permissions": breaks("MKT-1", withoutRoute("listPermissions")),
  "there are no tariffs": breaks("MKT-2", withoutRoute("listTariffs")),
  "there are no discounts": breaks("MKT-3", withoutRoute("addDiscount")),
  "there is no payment link": breaks("MKT-4", withoutRoute("makePaymentLink")),
  "there are no channels": breaks("MKT-5", withoutRoute("updateChannel")),
  "channels are for every application": subtly(
    "MKT-5",
    route("updateChannel", { handle: ({ body }) => succeeded(body) }),
  ),
  "chat frames cannot be marked": breaks("MKT-6", withoutRoute("markNewMessage")),
  "there is no way back to the platform": breaks("MKT-7", withoutRoute("redirectAfterRegistration")),
  "payments cannot be reported": breaks("MKT-8", withoutRoute("reportPayment")),
  "chargebacks cannot be reported": breaks("MKT-9", withoutRoute("reportRefund")),
  "sender names cannot be sent": breaks("MKT-10", withoutRoute("sendShortNames")),
  "payment links are for everybody": subtly("MKT-13", forEverybody("makePaymentLink")),
  "discounts are for any token": subtly("MKT-13", forAnyToken("addDiscount")),
  "payment links are for any token": subtly("MKT-13", forAnyToken("makePaymentLink")),
  "tariffs are for any token": subtly("MKT-13", forAnyToken("listTariffs")),
  "anybody uninstalls": breaks("MKT-13", forEverybody("uninstall")),
  "any token uninstalls": subtly("MKT-13", forAnyToken("uninstall")),
  "anybody reports payments": breaks("MKT-13", forEverybody("reportPayment")),
  "any token reports payments": subtly("MKT-13", forAnyToken("reportPayment")),
  "anybody reports chargebacks": breaks("MKT-13", forEverybody("reportRefund")),
  "anybody sends sender names": breaks("MKT-13", forEverybody("sendShortNames")),
  "anybody updates channels": breaks("MKT-13", forEverybody("updateChannel")),
  "anybody marks chat frames": breaks("MKT-13", forEverybody("markNewMessage")),
  "anybody reads webhook settings": breaks("MKT-13", forEverybody("readHooksSettings")),
  "anybody changes webhook settings": breaks("MKT-13", forEverybody("changeHooksSettings")),
  "any token changes webhook settings": subtly("MKT-13", forAnyToken("changeHooksSettings")),
  "anybody lists permissions": breaks("MKT-13", forEverybody("listPermissions")),
  "chargebacks do not show": breaks(
    "MKT-12",
    payments((payment) => ({ ...payment, is_refunded: false })),
  ),
  "every payment is charged back": breaks(
    "MKT-12",
    payments((payment) => ({ ...payment, is_refunded: true })),
  ),
  "a chargeback marks every payment of the Location": subtly(
    "MKT-12",
    data(statusReads, (link: { payments: CollectionItem[] }) => ({
      ...link,
      payments: link.payments.map((payment) => ({
        ...payment,
        is_refunded: link.payments.some(({ is_refunded }) => is_refunded),
      })),
    })),
  ),
  "payments show another sum than was reported": subtly(
    "STAT-4",
    payments((payment) => ({ ...payment, payment_sum: Number(payment.payment_sum) * 100 })),
  ),
  "payments do not show": breaks(
    "MKT-14",
    data(statusReads, (link: object) => ({ ...link, payments: [] })),
  ),
  "payments of a freezed link do not show": subtly(
    "MKT-14",
    data(statusReads, (link: { connection_status: { status: string } }) =>
      link.connection_status.status === "freezed" ? { ...link, payments: [] } : link,
    ),
  ),
  "payments for a second Location stand at the first": subtly(
    "MKT-14",
    asking("reportPayment", ({ body, world }) => {
      const { application_id, salon_id } = fieldsOf(body);
      const isLinked = world.link(placeOf.main, Number(application_id)) !== undefined;
      return salon_id === placeOf.second && isLinked ? { body: { ...fieldsOf(body), salon_id: placeOf.main } } : {};
    }),
  ),
  "tariffs are for everybody": breaks("MKT-13", route("listTariffs", { scheme: "none", handle: () => succeeded([]) })),
};
