import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Announced } from "../../../harness/control.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { validate } from "../../../specs/validate.ts";
import { goodsEvent } from "../../../specs/webhook-events.ts";
import type { World } from "../run/world.ts";

/** The event about a team member's schedule, whose ids and data mean something else. */
const scheduleEvent = "ScheduleEvent";

/** What a webhook's schema can break, by event. */
const schemaRequirements: Record<string, string> = { [scheduleEvent]: "HOOK-10", [goodsEvent]: "HOOK-11" };

/** A webhook that arrived, with what was announced of it and where it happened. */
export interface Webhook {
  event: string;
  arrival: Arrival;
  announced: Announced;
  location: number;
}

/** Judges a requirement by a webhook. */
type WebhookCheck = (requirement: string, holds: boolean, found: string, expected: string, pointer?: string) => void;

/** Judges one webhook: how it is sent, its form, and whether it carries what was announced. */
export function judgeWebhook(world: World, webhook: Webhook): void {
  const { event, arrival } = webhook;
  const check: WebhookCheck = (requirement, holds, found, expected, pointer) =>
    world.check(requirement, holds, { arrival, found: `${event}: ${found}`, expected, pointer });
  const type = arrival.headers["content-type"];
  const body = readForeignJson(arrival.body);
  check("HOOK-1", arrival.method === "POST", arrival.method, "POST");
  check(
    "HOOK-1",
    /^application\/json\s*(;|$)/i.test(type ?? ""),
    type ? `the Content-Type ${type}` : "no Content-Type",
    "application/json",
  );
  check("HOOK-1", body !== undefined && !arrival.flaw, arrival.flaw ?? "a body that is not JSON", "JSON");
  if (body === undefined) return;
  const operation = loadOperations().find(({ path }) => path === event);
  const errors = operation ? validate(operation, { direction: "request", part: "body" }, body) : [];
  const own = schemaRequirements[event];
  for (const id of ["HOOK-2", ...(own ? [own] : [])]) {
    const error = errors.find(({ requirement = "HOOK-2" }) => requirement === id);
    check(id, !error, error?.found ?? "", error?.expected ?? "", error?.pointer);
  }
  checkData(webhook, fieldsOf(body), check);
  for (const [name, expected] of Object.entries(announcedFields(webhook))) {
    const found = fieldsOf(body)[name];
    if (found === undefined) continue;
    const requirement = name === "resource_id" && event === scheduleEvent ? "HOOK-23" : "HOOK-3";
    const holds = String(found) === String(expected);
    check(requirement, holds, `${name} ${JSON.stringify(found)}`, JSON.stringify(expected) ?? "", `/${name}`);
  }
}

/** Judges the data of a webhook, which a schedule has none of: there is some and, where it has an id, that is the resource's. */
function checkData({ event }: Webhook, body: Record<string, unknown>, check: WebhookCheck): void {
  if (event === scheduleEvent) return;
  const { data, resource_id } = body;
  check("HOOK-12", data !== undefined && data !== null, `data ${JSON.stringify(data)}`, "the resource's data", "/data");
  const { id } = fieldsOf(data);
  if (isId(id) && isId(resource_id))
    check("HOOK-26", String(id) === String(resource_id), `the id ${id} in data`, String(resource_id), "/data/id");
}

const isId = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

const announcedFields = ({ location, announced: { resource, resource_id, status } }: Webhook) => ({
  company_id: location,
  resource,
  resource_id,
  status,
});
