import { seconds } from "../../../base/durations.ts";
import { pick } from "../../../generators/value-classes.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { goodsEvent, goodsOperations, recordEvents } from "../../../specs/webhook-events.ts";
import { edge, webhookDelay } from "../../model/time-limits.ts";
import { installing } from "../../schedule/run/needs.ts";
import { type Need, type Proof, unlessQuick } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { confirm, fixtureLink, grant } from "../steps/installing.ts";
import {
  addressForms,
  awaitMany,
  awaitRetries,
  awaitWebhooks,
  lifecyclePath,
  passTime,
  receiving,
  recordIds,
  recordNeeds,
  recordsPath,
} from "./steps.ts";

/** Every change that sends a webhook: of each kind of record, and each operation with products. */
const everyChange: readonly [event: string, change: string, resource?: string][] = [
  ...[...recordEvents].flatMap(([event, changes]) => changes.map((change): [string, string] => [event, change])),
  ...goodsOperations.map((resource): [string, string, string] => [goodsEvent, "created", resource]),
];

const everyEvent = [...recordEvents.keys(), goodsEvent];

/** Lets every record change, one a second, in a quick run at one Location, and watches what comes of it for days. */
async function changeEverything(world: World, receiver: Receiver): Promise<void> {
  const { location_id: first, second_location_id: second } = world.target.fixtures;
  const locations = [first, world.context.depth === "quick" ? undefined : second].filter((id) => id !== undefined);
  for (const [index, location] of locations.entries())
    await world.control.subscribe(location, receiver.url(`${recordsPath}-${index}`), everyEvent);
  for (const [event, change, resource] of everyChange) {
    for (const location of locations) await world.control.change(location, event, change, resource);
    await world.advanceTo(world.now() + seconds(1));
  }
  await awaitWebhooks(world);
  await awaitRetries(world, true);
  // A subscription has no end of its own, for no kind of record.
  for (const [event, change, resource] of everyChange)
    for (const location of locations) await world.control.change(location, event, change, resource);
  await awaitMany(world, receiver);
}

/** Lets a client change while the delivery of another is not answered. */
async function changeBesideSilence(world: World, receiver: Receiver): Promise<void> {
  const location = world.fixture("location_id");
  await world.control.subscribe(location, receiver.url(recordsPath), ["ClientEvent"]);
  receiver.answer(recordsPath, "silent");
  await world.control.change(location, "ClientEvent", "created");
  await passUntilArrival(world, receiver);
  for (const answer of ["silent", 200] as const) {
    receiver.answer(recordsPath, answer);
    await world.control.change(location, "ClientEvent", "created");
    await awaitWebhooks(world);
  }
}

/** Moves the clock on until something arrives, or must have. */
export async function passUntilArrival(world: World, { arrivals }: Receiver): Promise<void> {
  const latest = world.now() + webhookDelay.latest + edge;
  while (arrivals.length === 0 && world.now() < latest) await world.advanceTo(world.now() + seconds(1));
}

/** Which address each Location's events go to, as that changes again and again. */
async function moveAddresses(world: World, receiver: Receiver): Promise<void> {
  const { control } = world;
  const [first, second] = [world.fixture("location_id"), world.fixture("second_location_id")];
  const subscribe = (location: number, path: string, ...events: string[]) =>
    control.subscribe(location, receiver.url(path), events);
  const change = async (...changes: [location: number, event: string, change: string][]) => {
    for (const each of changes) await control.change(...each);
    await awaitWebhooks(world);
  };
  const { application_id } = world.target.fixtures;
  if (application_id !== undefined) await control.sendLifecycleTo(application_id, receiver.url(lifecyclePath));
  await subscribe(first, "/first", "ClientEvent", "RecordEvent");
  await subscribe(second, "/second", "ClientEvent", "ScheduleEvent");
  await change([first, "StaffEvent", "created"], [second, "RecordEvent", "updated"], [first, "ClientEvent", "created"]);
  await change([second, "ClientEvent", "created"]);
  await subscribe(first, "/replaced", "ClientEvent", "RecordEvent");
  await change([first, "ClientEvent", "updated"]);
  await change([first, "RecordEvent", "created"], [second, "ScheduleEvent", "created"]);
  await subscribe(first, "/replaced", "RecordEvent");
  await change([first, "ClientEvent", "updated"], [first, "RecordEvent", "updated"]);
  await subscribe(first, "/replaced");
  await change(
    [first, "ClientEvent", "updated"],
    [first, "RecordEvent", "created"],
    [second, "ClientEvent", "updated"],
  );
  await subscribe(first, "/first", "ClientEvent");
  await change([first, "ClientEvent", "deleted"]);
  await subscribe(first, "/shared", "ClientEvent");
  await subscribe(second, "/shared", "ClientEvent", "StaffEvent");
  await change(
    [first, "ClientEvent", "updated"],
    [second, "ClientEvent", "updated"],
    [first, "StaffEvent", "updated"],
    [second, "StaffEvent", "updated"],
  );
  await subscribe(first, "/shared");
  await change([first, "ClientEvent", "created"], [second, "ClientEvent", "created"]);
}

/** Kinds in halves, by the digits of their number: of any two, some half has the first without the second. */
function halvesOf(kinds: readonly string[]): [string[], string[]][] {
  const digits = Math.ceil(Math.log2(kinds.length));
  return Array.from({ length: digits }, (_, digit) => {
    const isSet = (kind: string) => ((kinds.indexOf(kind) >> digit) & 1) === 1;
    return [kinds.filter(isSet), kinds.filter((kind) => !isSet(kind))];
  });
}

/** Lets a record of each kind change at both Locations, each of which is subscribed to the kinds that the other is not. */
async function subscribeToSome(world: World, receiver: Receiver): Promise<void> {
  const { control } = world;
  const [first, second] = [world.fixture("location_id"), world.fixture("second_location_id")];
  for (const halves of halvesOf(everyEvent)) {
    for (const [index, location] of [first, second].entries())
      await control.subscribe(location, receiver.url(`${recordsPath}-${index}`), halves[index] ?? []);
    const enough = receiver.arrivals.length + everyEvent.length;
    for (const event of everyEvent) {
      const [, change = "created", resource] = everyChange.find(([name]) => name === event) ?? [];
      for (const location of [first, second]) await control.change(location, event, change, resource);
    }
    await awaitMany(world, receiver, enough);
  }
}

/** Lets records change within a second, and the next. */
async function changeAtOnce(world: World, receiver: Receiver): Promise<void> {
  const { control } = world;
  const location = world.fixture("location_id");
  await control.subscribe(location, receiver.url(recordsPath), ["ClientEvent", "GoodEvent"]);
  for (const event of ["ClientEvent", "ClientEvent", "GoodEvent"]) await control.change(location, event, "created");
  await passTime(world, seconds(1));
  for (const event of ["ClientEvent", "GoodEvent"]) await control.change(location, event, "updated");
  await awaitWebhooks(world);
}

/** The number of events of one second that a standard run causes. */
const manyAtOnce = 100;

/** Lets records of all kinds change at all Locations in one second. */
async function changeManyAtOnce(world: World, receiver: Receiver): Promise<void> {
  const { location_id: first, second_location_id: second } = world.target.fixtures;
  const locations = [first, second].filter((id) => id !== undefined);
  for (const location of locations) await world.control.subscribe(location, receiver.url(recordsPath), everyEvent);
  for (let sent = 0; sent < manyAtOnce; sent++) {
    const [event, change, resource] = pick(everyChange, sent);
    await world.control.change(pick(locations, sent), event, change, resource);
  }
  await awaitMany(world, receiver);
}

/** Lets a client change for each form that an address may have. */
async function tryAddressForms(world: World, receiver: Receiver): Promise<void> {
  const location = world.fixture("location_id");
  for (const path of addressForms) {
    await world.control.subscribe(location, receiver.url(path), ["ClientEvent"]);
    await world.control.change(location, "ClientEvent", "created");
    await awaitWebhooks(world);
  }
}

/** Lets a client change while the link is pending, and while it is active. */
async function changeWhileInstalling(world: World, receiver: Receiver): Promise<void> {
  const link = fixtureLink(world);
  await world.control.subscribe(link.location, receiver.url(recordsPath), ["ClientEvent"]);
  for (const step of [grant, confirm]) {
    world.requireStatus(await step(world, link), 201);
    await world.control.change(link.location, "ClientEvent", "created");
    await awaitWebhooks(world);
  }
}

const drive = (slug: string, title: string, take: Parameters<typeof receiving>[4], ...needs: Need[]): Proof =>
  receiving(slug, recordIds, title, [...recordNeeds, ...needs], take);

/** Webhooks about records: of every change, at every Location, to every address. */
export const recordEventDrivers: Proof[] = [
  drive("each-change-of-each-record", "each change of each record sends its event", changeEverything),
  drive(
    "addresses-of-events",
    "events go to the address that is subscribed to them at their Location, and to no other",
    moveAddresses,
    "fixtures.second_location_id",
  ),
  ...unlessQuick(
    drive(
      "some-kinds-of-records",
      "events of each kind go to who is subscribed to it, whichever other kinds are named beside it",
      subscribeToSome,
      "fixtures.second_location_id",
    ),
    drive(
      "webhooks-while-installing",
      "webhooks come before and after the confirmation",
      changeWhileInstalling,
      ...installing,
    ),
    drive("events-beside-silence", "an event is delivered while another is not answered", changeBesideSilence),
    drive("events-at-once", "events that happen within the same second, or the next, are each delivered", changeAtOnce),
    drive("many-events-at-once", "many events that happen within the same second are each delivered", changeManyAtOnce),
    drive("forms-of-addresses", "events go to an address as it was written, in every form", tryAddressForms),
  ),
];
