import { callStatuses, callTypes, complete } from "../../world/data/collections.ts";
import { sift } from "../../world/filters.ts";
import { createRandom } from "../../world/random.ts";
import { requireLocation, requireRight } from "../access.ts";
import type { Call } from "../call.ts";
import { bodyFields, bodyNumber, bodyText, pageOf, queryList, slice } from "../server/input.ts";
import { Refusal, type Reply, succeeded } from "../server/replies.ts";

/** The fields of the call history, from the documented JSON body, or from the query for clients that cannot send one. */
function asked(call: Call): Record<string, unknown> {
  const { body, query } = call;
  const inQuery = ["salon_id", "date_from", "date_to", "phone", "page", "limit"].map((name) => [
    name,
    query.get(name) || undefined,
  ]);
  const lists = ["types", "statuses"].map((name) => [name, queryList(query, name)?.split(",")]);
  return { ...Object.fromEntries([...inQuery, ...lists]), ...(body === undefined ? {} : bodyFields(call)) };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number | string =>
  (typeof value === "number" || isText(value)) && value !== "" && Number.isFinite(Number(value));
const isDay = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isLeftOut = (value: unknown): boolean => value === undefined;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** What the call history takes; a query says numbers as text. */
const takes: Record<string, [isFine: (value: unknown) => boolean, what: string]> = {
  date_from: [isDay, "have the form YYYY-MM-DD"],
  date_to: [isDay, "have the form YYYY-MM-DD"],
  phone: [(value) => isLeftOut(value) || isText(value) || isNumber(value), "be a string"],
  types: [(value) => isLeftOut(value) || isTexts(value), "be a list of strings"],
  statuses: [(value) => isLeftOut(value) || isTexts(value), "be a list of strings"],
  page: [(value) => isLeftOut(value) || isNumber(value), "be a number"],
  limit: [(value) => isLeftOut(value) || isNumber(value), "be a number"],
};

export function listCalls(call: Call): Reply {
  const fields = asked(call);
  const { salon_id, page, limit } = fields;
  if (!isNumber(salon_id)) throw new Refusal(422, "salon_id must be a number.");
  const location = requireLocation(call, Number(salon_id));
  requireRight(call, location.id, "calls");
  for (const [name, [isFine, what]] of Object.entries(takes)) {
    if (!isFine(fields[name])) throw new Refusal(422, `${name} must ${what}.`);
  }
  const texts = Object.keys(takes).map((name) => [name, isLeftOut(fields[name]) ? undefined : String(fields[name])]);
  const found = sift(
    call.world.collection("calls", location.id),
    call.behaviour.filters.calls,
    Object.fromEntries(texts) as Record<string, string>,
  );
  const isPaged = page !== undefined || limit !== undefined;
  return succeeded(isPaged ? slice(found, pageOf(page, limit, call.behaviour.policy)) : found, {
    total_count: found.length,
  });
}

/** What a call that is saved may say, so that the history can show it. */
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

/** The four events of the telephony system. */
const commands: Record<string, (call: Call, locationId: number) => unknown> = {
  enable: ({ world }, id) => ((world.state.voip[id] = true), { enabled: true }),
  disable: ({ world }, id) => ((world.state.voip[id] = false), { enabled: false }),
  notify: (call, id) => {
    const type = bodyText(call, "type", "");
    return { notified: call.world.state.voip[id] === true && type === "incoming" };
  },
  save: (call, id) => {
    const { world, clock } = call;
    if (!world.state.voip[id]) return { saved: false };
    const { call: given } = bodyFields(call);
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw new Refusal(422, "call must be an object.");
    for (const [name, isFine] of Object.entries(savable)) {
      if (Object.hasOwn(given, name) && !isFine((given as Record<string, unknown>)[name]))
        throw new Refusal(422, `call.${name} is nothing that the history could show.`);
    }
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
