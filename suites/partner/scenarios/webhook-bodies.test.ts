import { expect, test } from "vitest";
import { bundle } from "../../../specs/documents.ts";
import { everyWebhookBody } from "./webhook-bodies.ts";

let last = 0;
const bodies = everyWebhookBody(100, () => ++last);

test("every record event of the specification is sent", () => {
  const isRecordEvent = ({ post }: Record<string, unknown>) => (post as { tags: string[] }).tags.includes("records");
  const specified = Object.entries(bundle("webhooks").webhooks ?? {}).filter(([, item]) => isRecordEvent(item));
  expect([...new Set(bodies.map(([event]) => event))].toSorted()).toEqual(specified.map(([event]) => event).toSorted());
});

test("each is created, updated and deleted, but goods operations, which are created in five kinds", () => {
  const sent = (name: string) => bodies.filter(([event]) => event === name).map(([, body]) => body);
  expect(sent("ClientEvent").map(({ status }) => status)).toEqual(["create", "update", "delete"]);
  const operations = sent("GoodsOperationEvent");
  expect(new Set(operations.map(({ status }) => status))).toEqual(new Set(["create"]));
  expect(new Set(operations.map(({ resource }) => resource)).size).toBe(5);
});

test("a ScheduleEvent has an empty array for data, and a SalonEvent its Location's id", () => {
  expect(bodies.find(([event]) => event === "ScheduleEvent")?.[1].data).toEqual([]);
  expect(bodies.find(([event]) => event === "SalonEvent")?.[1]).toMatchObject({ resource_id: 100, data: { id: 100 } });
});
