import { isRecord } from "../../../base/json.ts";
import { callStatuses, callTypes, complete } from "../../world/data/collections.ts";
import { createRandom } from "../../world/data/random.ts";
import { requireLocation, requireRight } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { bodyFields, bodyNumber, bodyText } from "../call/input.ts";
import { type ApiReply, Refusal, succeeded } from "../call/replies.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/** The checks of a saved call's fields, so that the history can show them. */
const savable: Record<string, (value: unknown) => boolean> = {
  client_id: Number.isSafeInteger,
  caller_phone: isText,
  record_link: isText,
  duration: Number.isSafeInteger,
  status: (value) => isText(value) && callStatuses.includes(value),
  type: (value) => isText(value) && callTypes.includes(value),
  call_date: (value) =>
    isText(value) && /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)),
};

/** The client of a Location whose number calls; 0 where it is no one's. */
function clientOf({ world }: ApiCall, locationId: number, phone: unknown): number {
  const client = isText(phone) && world.collection("clients", locationId).find((each) => each.phone === phone);
  return client ? Number(client.id) : 0;
}

/** Adds a call to the history of a Location. */
function saveCall(call: ApiCall, locationId: number): number {
  const { world, clock } = call;
  const { call: given } = bodyFields(call);
  if (!isRecord(given)) throw new Refusal(422, "call must be an object.");
  for (const [name, isValid] of Object.entries(savable)) {
    if (Object.hasOwn(given, name) && !isValid(given[name]))
      throw new Refusal(422, `call.${name} has a value that the history cannot show.`);
  }
  const id = world.nextId();
  const random = createRandom(world.state.seed, "saved");
  const client_id = clientOf(call, locationId, given.caller_phone);
  const saved = complete.calls({ call_date: clock.iso(), client_id, ...given, id }, random, 0, clock.now());
  world.replace("calls", locationId, [...world.collection("calls", locationId), saved]);
  return id;
}

/** Switches the telephony integration of a Location on or off. */
function setEnabled({ world }: ApiCall, locationId: number, enabled: boolean): { enabled: boolean } {
  world.state.voip[locationId] = enabled;
  return { enabled };
}

const isEnabled = ({ world }: ApiCall, locationId: number): boolean => world.state.voip[locationId] === true;

/** The four events of the telephony system. */
const commands: Record<string, (call: ApiCall, locationId: number) => unknown> = {
  enable: (call, id) => setEnabled(call, id, true),
  disable: (call, id) => setEnabled(call, id, false),
  notify: (call, id) => ({ notified: bodyText(call, "type", "") === "incoming" && isEnabled(call, id) }),
  save: (call, id) => (isEnabled(call, id) ? { saved: true, id: saveCall(call, id) } : { saved: false }),
};

export function sendVoipEvent(call: ApiCall): ApiReply {
  const { command } = bodyFields(call);
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  requireRight(call, location.id, "calls");
  const run = isText(command) && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new Refusal(422, `command must be one of ${Object.keys(commands).join(", ")}.`);
  return succeeded(run(call, location.id));
}
