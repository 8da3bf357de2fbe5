import type { Platform } from "../api/server/platform.ts";
import { type ChangeKind, changeStatuses, events, goodsOperations } from "../world/events.ts";
import { noticeOf } from "../world/notices.ts";
import { type CommandFields, locationIn, wrong } from "./input.ts";

const isChange = (value: unknown): value is ChangeKind =>
  typeof value === "string" && Object.hasOwn(changeStatuses, value);

/** Changes a record at a Location, and sends webhooks for it; returns what they say of the record. */
export function changeRecord(platform: Platform, fields: CommandFields): Record<string, unknown> {
  const { world, behaviour, context } = platform;
  const locationId = locationIn(platform, fields);
  const { change } = fields;
  if (!isChange(change)) throw wrong(`change: give one of ${Object.keys(changeStatuses).join(", ")}`);
  const event = typeof fields.event === "string" ? fields.event : "";
  const kind = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!kind) throw wrong(`event: there is no ${event}; there are ${Object.keys(events).join(", ")}`);
  const resource = event === "GoodsOperationEvent" ? goodsOperationIn(fields) : kind.resource;

  const resource_id = event === "SalonEvent" ? locationId : world.nextId();
  const said = { resource, resource_id, status: changeStatuses[change] };
  const body = { company_id: locationId, ...said, data: kind.data(world, locationId, resource_id) };
  for (const url of behaviour.recipients(world.state.subscriptions, locationId, event))
    context.webhooks.emit(noticeOf(event, url, body, behaviour.policy.webhookDelay));
  return said;
}

/** The kind of a goods operation; such an operation can only be created. */
function goodsOperationIn({ resource, change }: CommandFields): string {
  if (typeof resource !== "string" || !goodsOperations.includes(resource))
    throw wrong(`resource: give one of ${goodsOperations.join(", ")}`);
  if (change !== "created") throw wrong("change: a GoodsOperationEvent takes created");
  return resource;
}
