import { seconds } from "../../../base/durations.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { goodsEvent, goodsOperations, recordEvents } from "../../../specs/webhook-events.ts";
import { edge, webhookDelay } from "../../model/time-limits.ts";
import { confirm, fixtureLink, grant } from "../../provider/run/installing.ts";
import { installing } from "../../provider/run/needs.ts";
import { type Proof, unlessQuick } from "../../provider/run/proof.ts";
import type { World } from "../../provider/run/world.ts";
import {
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

/** Lets every record change at Locations, one a second, and watches what comes of it for days. */
async function changeEverything(world: World, locations: readonly number[]): Promise<void> {
  for (const [event, change, resource] of everyChange) {
    for (const location of locations) await world.control.change(location, event, change, resource);
    await world.advanceTo(world.now() + seconds(1));
  }
  await awaitWebhooks(world);
  await awaitRetries(world);
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
  for (const location of [first, second]) await subscribe(location, "/shared", "ClientEvent");
  await change([first, "ClientEvent", "updated"], [second, "ClientEvent", "updated"]);
}

/** Webhooks about records: of every change, at every Location, to every address. */
export const recordEventDrivers: Proof[] = [
  receiving(recordIds, "each change of each record sends its event", recordNeeds, async (world, receiver) => {
    const location = world.fixture("location_id");
    await world.control.subscribe(location, receiver.url(recordsPath), everyEvent);
    await changeEverything(world, [location]);
  }),

  receiving(
    recordIds,
    "events go to the address that is subscribed to them at their Location, and to no other",
    [...recordNeeds, "fixtures.second_location_id"],
    moveAddresses,
  ),

  ...unlessQuick(
    receiving(
      recordIds,
      "each change of each record at two Locations sends its event",
      [...recordNeeds, "fixtures.second_location_id"],
      async (world, receiver) => {
        const locations = [world.fixture("location_id"), world.fixture("second_location_id")];
        for (const [index, location] of locations.entries())
          await world.control.subscribe(location, receiver.url(`${recordsPath}-${index}`), everyEvent);
        await changeEverything(world, locations);
      },
    ),

    receiving(
      recordIds,
      "webhooks come before and after the confirmation",
      [...recordNeeds, ...installing],
      async (world, receiver) => {
        const link = fixtureLink(world);
        await world.control.subscribe(link.location, receiver.url(recordsPath), ["ClientEvent"]);
        world.requireStatus(await grant(world, link), 201);
        await world.control.change(link.location, "ClientEvent", "created");
        await awaitWebhooks(world);
        world.requireStatus(await confirm(world, link), 201);
        await world.control.change(link.location, "ClientEvent", "updated");
        await awaitWebhooks(world);
      },
    ),

    receiving(recordIds, "an event is delivered while another is not answered", recordNeeds, changeBesideSilence),

    receiving(
      recordIds,
      "events that happen within the same second, or the next, are each delivered, in time and as their own",
      recordNeeds,
      async (world, receiver) => {
        const location = world.fixture("location_id");
        const { control } = world;
        await control.subscribe(location, receiver.url(recordsPath), ["ClientEvent", "GoodEvent"]);
        await control.change(location, "ClientEvent", "created");
        await control.change(location, "ClientEvent", "created");
        await control.change(location, "GoodEvent", "updated");
        await passTime(world, seconds(1));
        await control.change(location, "ClientEvent", "updated");
        await control.change(location, "GoodEvent", "updated");
        await awaitWebhooks(world);
      },
    ),
  ),
];
