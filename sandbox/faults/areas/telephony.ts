import { fieldsOf } from "../../../base/json.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { data } from "../changes/data.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { asking, handling, withoutRoute } from "../changes/routes.ts";
import { savingElsewhere } from "../changes/telephony.ts";

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

/** A body with fields added to its call. */
const withCall = (body: unknown, more: object): unknown => {
  const { call, ...others } = fieldsOf(body);
  return call === undefined ? body : { ...others, call: { ...fieldsOf(call), ...more } };
};

/** Takes a Location for enabled until it is disabled. */
const savingBeforeEnabled = asking("sendVoipEvent", ({ body, world }) => {
  const location = Number(fieldsOf(body).salon_id);
  world.state.voip[location] ??= true;
  return {};
});

/** Finds calls by their number that were there from the start, and none that was saved. */
const unfoundByNumber: BehaviourChange = () => {
  const saved = new WeakMap<object, Set<unknown>>();
  return all(
    handling("sendVoipEvent", (handle) => (call) => {
      const answer = handle(call);
      const { id } = fieldsOf(fieldsOf(answer.body).data);
      saved.set(call.world, new Set([...(saved.get(call.world) ?? []), id]));
      return answer;
    }),
    data("listCalls", (calls: CollectionItem[], { body, world }) =>
      "phone" in fieldsOf(body) ? calls.filter(({ id }) => !saved.get(world)?.has(id)) : calls,
    ),
  )();
};

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
  "saved calls know no clients": breaks(
    "CALL-18",
    asking("sendVoipEvent", ({ body }) => ({ body: withCall(body, { client_id: 0 }) })),
  ),
  "saved calls of strangers are the first client's": subtly(
    "CALL-18",
    asking("sendVoipEvent", ({ body, world }) => {
      const { call, salon_id } = fieldsOf(body);
      const clients = world.collection("clients", Number(salon_id));
      const isKnown = clients.some(({ phone }) => phone === fieldsOf(call).caller_phone);
      return { body: isKnown || !clients[0] ? body : withCall(body, { client_id: Number(clients[0].id) }) };
    }),
  ),
  "saved calls are not found by their number": subtly("CALL-7", unfoundByNumber),
  "calls are saved before the integration is enabled": breaks("VOIP-6", savingBeforeEnabled),
  "the history of the second Location rounds a call to minutes": subtly(
    "VOIP-7",
    savingElsewhere((saved) => ({ ...saved, duration: Math.ceil(Number(saved.duration) / 60) * 60 })),
  ),
  "calls are saved while disabled": breaks("VOIP-3", mistaking("disable", "enable")),
};
