import { succeeded } from "../../api/call/replies.ts";
import { breaks, type Faults } from "../changes/fault.ts";
import { route, withoutRoute } from "../changes/routes.ts";

export const marketplaceFaults: Faults = {
  "there are no permissions": breaks("MKT-1", withoutRoute("listPermissions")),
  "there are no tariffs": breaks("MKT-2", withoutRoute("listTariffs")),
  "there are no discounts": breaks("MKT-3", withoutRoute("addDiscount")),
  "there is no payment link": breaks("MKT-4", withoutRoute("makePaymentLink")),
  "there are no channels": breaks("MKT-5", withoutRoute("updateChannel")),
  "chat frames cannot be marked": breaks("MKT-6", withoutRoute("markNewMessage")),
  "there is no way back to the platform": breaks("MKT-7", withoutRoute("redirectAfterRegistration")),
  "payments cannot be reported": breaks("MKT-8", withoutRoute("reportPayment")),
  "chargebacks cannot be reported": breaks("MKT-9", withoutRoute("reportRefund")),
  "sender names cannot be sent": breaks("MKT-10", withoutRoute("sendShortNames")),
  "tariffs are for everybody": breaks("MKT-13", route("listTariffs", { scheme: "none", handle: () => succeeded([]) })),
};
