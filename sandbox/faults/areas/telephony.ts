import { fieldsOf } from "../../../base/json.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { asking, withoutRoute } from "../changes/routes.ts";

/** Takes one command for another. */
const mistaking = (right: string, wrong: string) =>
  asking("sendVoipEvent", ({ body }) => ({
    body: fieldsOf(body).command === right ? { ...fieldsOf(body), command: wrong } : body,
  }));

/** Changes a field of a call before it is saved. */
const changingSaved = (name: string, change: (value: unknown) => unknown) =>
  asking("sendVoipEvent", ({ body }) => {
    const { call, ...others } = fieldsOf(body);
    const fields = fieldsOf(call);
    return { body: name in fields ? { ...others, call: { ...fields, [name]: change(fields[name]) } } : body };
  });

export const telephonyFaults: Faults = {
  "there are no telephony events": breaks("VOIP-1", withoutRoute("sendVoipEvent")),
  "saved calls are lost": breaks("VOIP-2", mistaking("save", "notify")),
  "saved calls last a minute longer": subtly(
    "VOIP-2",
    changingSaved("duration", (value) => Number(value) + 60),
  ),
  "saved calls are all outgoing": subtly(
    "VOIP-2",
    changingSaved("type", () => "outgoing"),
  ),
  "calls are saved while disabled": breaks("VOIP-3", mistaking("disable", "enable")),
};
