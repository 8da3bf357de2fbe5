import { requireLocation, requireRight } from "../access.ts";
import type { Call } from "../call.ts";
import { complete } from "../data/collections.ts";
import { sift } from "../filters.ts";
import { bodyFields, bodyNumber, pageOf, queryList, slice } from "../input.ts";
import { createRandom } from "../random.ts";
import { Refusal, type Reply, succeeded } from "../replies.ts";

/** The fields of the call history, from the documented JSON body, or from the query for clients that cannot send one. */
function asked({ body, query }: Call): Record<string, unknown> {
  const inQuery = ["salon_id", "date_from", "date_to", "phone", "page", "limit"].map((name) => [
    name,
    query.get(name) ?? undefined,
  ]);
  const lists = ["types", "statuses"].map((name) => [name, queryList(query, name)]);
  const inBody = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
  return { ...Object.fromEntries([...inQuery, ...lists]), ...inBody };
}

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

export function listCalls(call: Call): Reply {
  const { salon_id, date_from, date_to, phone, types, statuses, page, limit } = asked(call);
  if (!Number.isSafeInteger(Number(salon_id)) || salon_id === undefined || salon_id === "")
    throw new Refusal(422, "salon_id must be a number.");
  const location = requireLocation(call, Number(salon_id));
  requireRight(call, location.id, "calls");
  if (!isDay(date_from)) throw new Refusal(422, "date_from must have the form YYYY-MM-DD.");
  if (!isDay(date_to)) throw new Refusal(422, "date_to must have the form YYYY-MM-DD.");
  const list = (value: unknown) =>
    value === undefined || value === null ? undefined : [value].flat().map(String).join(",");
  const found = sift(call.world.collection("calls", location.id), call.behaviour.filters.calls, {
    date_from,
    date_to,
    phone: typeof phone === "string" || typeof phone === "number" ? String(phone) : undefined,
    types: list(types),
    statuses: list(statuses),
  });
  const isPaged = page !== undefined || limit !== undefined;
  return succeeded(isPaged ? slice(found, pageOf(page, limit, call.behaviour.policy)) : found, {
    total_count: found.length,
  });
}

/** The four events of the telephony system. */
const commands: Record<string, (call: Call, locationId: number) => unknown> = {
  enable: ({ world }, id) => ((world.state.voip[id] = true), { enabled: true }),
  disable: ({ world }, id) => ((world.state.voip[id] = false), { enabled: false }),
  notify: (call, id) => {
    const { type } = bodyFields(call);
    return { notified: call.world.state.voip[id] === true && type === "incoming" };
  },
  save: (call, id) => {
    const { world, clock } = call;
    if (!world.state.voip[id]) return { saved: false };
    const { call: given } = bodyFields(call);
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw new Refusal(422, "call must be an object.");
    const saved = complete.calls(
      { call_date: clock.iso(), ...given, id: world.nextId() },
      createRandom(world.state.seed, "saved"),
      0,
      clock.now(),
    );
    world.replace("calls", id, [...world.collection("calls", id), saved]);
    return { saved: true, id: saved.id };
  },
};

export function sendVoipEvent(call: Call): Reply {
  const { command } = bodyFields(call);
  const location = requireLocation(call, bodyNumber(call, "salon_id"));
  requireRight(call, location.id, "calls");
  const run = typeof command === "string" && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new Refusal(422, `command must be one of ${Object.keys(commands).join(", ")}.`);
  return succeeded(run(call, location.id));
}
