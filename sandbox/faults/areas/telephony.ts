import { fieldsOf } from "../../../base/json.ts";
import { breaks, type Faults } from "../changes/fault.ts";
import { asking, withoutRoute } from "../changes/routes.ts";

/** Takes one command for another. */
const mistaking = (right: string, wrong: string) =>
  asking("sendVoipEvent", ({ body }) => ({
    body: fieldsOf(body).command === right ? { ...fieldsOf(body), command: wrong } : body,
  }));

export const telephonyFaults: Faults = {
  "there are no telephony events": breaks("VOIP-1", withoutRoute("sendVoipEvent")),
  "saved calls are lost": breaks("VOIP-2", mistaking("save", "notify")),
  "calls are saved while disabled": breaks("VOIP-3", mistaking("disable", "enable")),
};
