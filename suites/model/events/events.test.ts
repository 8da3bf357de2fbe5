import { expect, test } from "vitest";
import { minutes, seconds } from "../../../base/durations.ts";
import type { Manner } from "../../../harness/receiver.ts";
import { Link } from "../link.ts";
import { Events } from "./events.ts";

const location = 101;
const application = 7;
const hooks = "http://receiver.test/hooks";
const lifecycle = "http://receiver.test/lifecycle";
const start = Date.UTC(2026, 2, 1);
const at = (after: number) => ({ earliest: start + seconds(after), latest: start + seconds(after) });

/** The arrival of a webhook, so many seconds after the start. */
const arrived = (after: number, fields: Record<string, unknown>, url = hooks, manner: Manner = 200) => ({
  ...at(after),
  fields,
  body: fields,
  arrival: {
    id: "w-1",
    url,
    path: new URL(url).pathname,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    at: start + seconds(after),
    manner,
  },
});

const client = (resource_id: number) => ({ resource: "client", resource_id, status: "create" });
const webhookAbout = (resource_id: number) => ({
  company_id: location,
  ...client(resource_id),
  data: { id: resource_id },
});

function subscribed(isShared = false): Events {
  const events = new Events(new Set(), isShared);
  events.subscribe(location, hooks, ["ClientEvent"], start);
  return events;
}

const changeClient = (events: Events, after: number, id?: number) =>
  events.change(
    { location, event: "ClientEvent", change: "created", ...(id === undefined ? {} : { announced: client(id) }) },
    at(after),
  );

/** The cells that are broken once some webhooks have arrived and no more can. */
function brokenCells(events: Events, ...webhooks: ReturnType<typeof arrived>[]): string[] {
  const end = start + minutes(10);
  const shown = webhooks.flatMap((webhook) => events.settle([webhook], webhook.latest));
  const all = [...shown, ...events.settle([], end), ...events.end(end)];
  return all.flatMap(({ clauses }) => clauses.filter(({ holds }) => !holds).map(({ cell }) => cell));
}

test("a webhook with what was announced, in time, breaks nothing", () => {
  const events = subscribed();
  changeClient(events, 0, 5);
  expect(brokenCells(events, arrived(5, webhookAbout(5)))).toEqual([]);
});

test("a late copy of an earlier event is not taken for the current one", () => {
  const events = subscribed();
  changeClient(events, 0, 5);
  changeClient(events, 20, 6);
  const copy = arrived(24, webhookAbout(5));
  expect(brokenCells(events, arrived(5, webhookAbout(5), hooks, 500), copy, arrived(25, webhookAbout(6)))).toEqual([
    "HOOK-7/5xx",
  ]);
});

test("a copy that comes in place of the current event names the wrong record", () => {
  const events = subscribed();
  changeClient(events, 0, 5);
  changeClient(events, 1, 6);
  expect(brokenCells(events, arrived(5, webhookAbout(5)), arrived(6, webhookAbout(5)))).toContain("HOOK-3/resource_id");
});

test("an event that does not come, comes elsewhere, or is about nothing, is noticed", () => {
  const missing = subscribed();
  changeClient(missing, 0, 5);
  expect(brokenCells(missing)).toEqual(["HOOK-9/ClientEvent.created"]);
  const elsewhere = subscribed();
  elsewhere.change({ location: 102, event: "ClientEvent", change: "created", announced: client(5) }, at(0));
  expect(brokenCells(elsewhere, arrived(5, { ...webhookAbout(5), company_id: 102 }))).toEqual(["HOOK-5/Locations"]);
  expect(brokenCells(subscribed(), arrived(5, webhookAbout(9)))).toEqual(["HOOK-3/resource_id"]);
});

test("another record's event beside an appointment's is open", () => {
  const events = subscribed();
  events.subscribe(location, hooks, ["ClientEvent", "RecordEvent"], start);
  const announced = { resource: "record", resource_id: 8, status: "create" };
  events.change({ location, event: "RecordEvent", change: "created", announced }, at(0));
  const own = arrived(5, { company_id: location, ...announced, data: { id: 8 } });
  expect(brokenCells(events, own, arrived(5, webhookAbout(1)))).toEqual([]);
});

test("what was refused, and comes once connections are taken again, was tried again", () => {
  const events = subscribed();
  events.refuse(true, start);
  changeClient(events, 0, 5);
  events.refuse(false, start + seconds(30));
  expect(brokenCells(events, arrived(40, webhookAbout(5)))).toEqual(["HOOK-8/unanswered"]);
});

test("where others cause events too, theirs are not blamed for their time", () => {
  const events = subscribed(true);
  changeClient(events, 0);
  expect(brokenCells(events, arrived(1, webhookAbout(1)), arrived(5, webhookAbout(5)))).toEqual([]);
  const late = subscribed(true);
  changeClient(late, 0);
  expect(brokenCells(late, arrived(30, webhookAbout(5)))).toEqual(["HOOK-4"]);
});

/** A link that certainly is active, whose lifecycle events go to an address. */
function listening(): { events: Events; freeze: (after: number) => void } {
  const events = new Events(new Set(), false);
  events.sendLifecycleTo(application, lifecycle, start);
  const link = new Link({ location, application }, {}, ["active"]);
  return { events, freeze: (after) => events.step(link, { trigger: "freeze", facts: {}, ...at(after) }, true) };
}

test("a lifecycle event may come at once, and comes once", () => {
  const once = listening();
  once.freeze(0);
  expect(brokenCells(once.events, arrived(0, { event: "freeze" }, lifecycle))).toEqual([]);
  const twice = listening();
  twice.freeze(0);
  const event = arrived(1, { event: "freeze" }, lifecycle);
  expect(brokenCells(twice.events, event, event)).toEqual(["LIFE-1"]);
});

test("a lifecycle event of another name, or at another address, is noticed; a notice of the platform's own is not", () => {
  const own = listening();
  own.freeze(0);
  const notice = arrived(2, { event: "license_expired" }, lifecycle);
  expect(brokenCells(own.events, arrived(1, { event: "freeze" }, lifecycle), notice)).toEqual([]);
  const other = listening();
  other.freeze(0);
  expect(brokenCells(other.events, arrived(1, { event: "uninstall" }, lifecycle))).toEqual(["LIFE-8/freeze"]);
  const elsewhere = listening();
  elsewhere.freeze(0);
  expect(
    brokenCells(elsewhere.events, arrived(1, { event: "freeze" }, lifecycle), arrived(1, { event: "freeze" })),
  ).toEqual(["LIFE-3"]);
});
