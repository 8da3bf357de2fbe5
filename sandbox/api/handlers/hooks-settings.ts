import { events } from "../../world/events.ts";
import type { WorldState } from "../../world/state.ts";
import { requireLocation, requireRight } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { bodyFields, pathNumber } from "../call/input.ts";
import { type ApiReply, Refusal, succeeded } from "../call/replies.ts";

/** The Location whose settings a user may see and change. */
function locationOf(call: ApiCall): number {
  const { id } = requireLocation(call, pathNumber(call, "location_id"));
  requireRight(call, id, "settings");
  return id;
}

const settingsOf = ({ world }: ApiCall, id: number): ApiReply =>
  succeeded(world.state.subscriptions[id] ?? { url: null, events: [] });

export const readHooksSettings = (call: ApiCall): ApiReply => settingsOf(call, locationOf(call));

export function changeHooksSettings(call: ApiCall): ApiReply {
  const id = locationOf(call);
  subscribe(call.world.state, id, bodyFields(call));
  return settingsOf(call, id);
}

/** Replaces the subscription of a Location; an empty list of events ends it. */
export function subscribe(state: WorldState, locationId: number, fields: Record<string, unknown>): void {
  const { url, events: names } = fields;
  if (!Array.isArray(names)) throw new Refusal(422, "events must be a list.");
  const unknown = names.find((name) => !(typeof name === "string" && Object.hasOwn(events, name)));
  if (unknown !== undefined)
    throw new Refusal(
      422,
      `events: there is no ${JSON.stringify(unknown)}; there are ${Object.keys(events).join(", ")}`,
    );
  if (names.length === 0) delete state.subscriptions[locationId];
  else if (!isAddress(url)) throw new Refusal(422, "url must be an http or https address.");
  else state.subscriptions[locationId] = { url, events: names as string[] };
}

export const isAddress = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\/[^\s/]/.test(url) && URL.canParse(url);
