import { hours, seconds } from "../../../base/durations.ts";
import type { Manner, Receiver } from "../../../harness/receiver.ts";
import type { Level } from "../../../specs/factors.ts";
import { goodsEvent, goodsOperations, recordEvents } from "../../../specs/webhook-events.ts";
import type { LinkId } from "../../model/link-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, unlessQuick } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import {
  awaitLifecycleEvent,
  awaitMany,
  awaitRetries,
  lifecycleNeeds,
  receiving,
  recordIds,
  recordNeeds,
  recordsPath,
  sendLifecycleTo,
} from "../events/steps.ts";
import { disable, freeze } from "../journeys/endings.ts";
import { readBoth } from "../journeys/steps.ts";
import { confirm, grant } from "../steps/installing.ts";
import { readStatus } from "../steps/link-status.ts";
import { applicationOf, locationOf } from "./requests.ts";
import { agesOf, type Circumstances, occasionsOf } from "./rows.ts";

/** The answers of a receiver, by request. */
const manners: Readonly<Record<string, Manner>> = {
  answers: 200,
  redirects: 302,
  refuses: 404,
  fails: 500,
  "breaks off": "reset",
  "keeps silent": "silent",
};

const mannerOf = ({ receiver }: Circumstances): Manner => manners[String(receiver)] ?? 200;

/** Every change that sends a webhook, by name: the event with the change, or with the kind of a product operation. */
const changes: ReadonlyMap<string, [event: string, change: string, resource?: string]> = new Map<
  string,
  [string, string, string?]
>([
  ...[...recordEvents].flatMap(([event, kinds]) =>
    kinds.map((change): [string, [string, string]] => [`${event} ${change}`, [event, change]]),
  ),
  ...goodsOperations.map((kind): [string, [string, string, string]] => [
    `${goodsEvent} ${kind}`,
    [goodsEvent, "created", kind],
  ]),
]);

/** Where events of a place are sent. */
const pathOf = (place: Level): string => `${recordsPath}-${place}`;

/** The Locations of the fixtures, each subscribed to every event; at the third nothing can be installed, and a target may refuse that records change there. */
async function subscribedPlaces(world: World, receiver: Receiver): Promise<ReadonlyMap<Level, number>> {
  const { control, target } = world;
  const { location_id = 0, second_location_id, blocked_location_id: third } = target.fixtures;
  const subscribe = (place: Level, location: number) =>
    control.subscribe(location, receiver.url(pathOf(place)), [...recordEvents.keys(), goodsEvent]);
  const places = new Map<Level, number>([["first", location_id]]);
  if (second_location_id !== undefined) places.set("second", second_location_id);
  for (const [place, location] of places) await subscribe(place, location);
  const tryThird = async (id: number) => {
    await subscribe("third", id);
    await control.change(id, "ClientEvent", "created");
  };
  if (third !== undefined && (await control.allows(() => tryThird(third)))) places.set("third", third);
  return places;
}

/** Rows in groups of equal circumstances, in the order in which these come. */
function grouped(rows: readonly Circumstances[], ...factors: string[]): Circumstances[][] {
  const groups = new Map<string, Circumstances[]>();
  for (const row of rows) {
    const key = factors.map((factor) => row[factor]).join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** Does something with the rows of each age, once the world is so old. */
async function atEachAge(
  world: World,
  rows: readonly Circumstances[],
  act: (rows: readonly Circumstances[]) => Promise<void>,
): Promise<void> {
  const began = world.now();
  for (const age of agesOf(world)) {
    await world.advanceTo(Math.max(world.now(), began + hours(age)));
    await act(rows.filter((row) => row.age === age));
  }
}

/** Lets records change as rows say; where they say so, with a pause between those of one Location. */
async function changeRecords(
  world: World,
  receiver: Receiver,
  rows: readonly Circumstances[],
  places: ReadonlyMap<Level, number>,
): Promise<void> {
  for (const group of grouped(rows, "receiver", "pause")) {
    const [{ pause } = {}] = group;
    for (const place of places.keys()) receiver.answer(pathOf(place), mannerOf(group[0] ?? {}));
    const left = [...grouped(group, "place")];
    let sent = receiver.arrivals.length;
    const haveCome = () => awaitMany(world, receiver, sent);
    for (let turn = 0; left.some((some) => turn < some.length); turn++) {
      for (const some of left) {
        const row = some[turn];
        const [event, change, resource] = changes.get(String(row?.change)) ?? [];
        const location = places.get(row?.place ?? "");
        if (!event || !change || location === undefined) continue;
        await world.control.change(location, event, change, resource);
        sent++;
      }
      if (Number(pause) > 0) await haveCome();
      if (Number(pause) > 0) await world.advanceTo(world.now() + seconds(Number(pause)));
    }
    await haveCome();
    receiver.release(200);
  }
}

/** Ends a link as a row says; what a grant does to one that has ended is open until the status says that there is none, so that is read. */
async function endLink(world: World, receiver: Receiver, row: Circumstances): Promise<void> {
  const application = applicationOf(world, { application: row.installed });
  const link: LinkId = { location: locationOf(world, row), application };
  const path = `/lifecycle-${application}`;
  await sendLifecycleTo(world, receiver, path, link);
  receiver.answer(path, mannerOf(row));
  await grant(world, link);
  await confirm(world, link);
  // A lifecycle event that goes to an address of records shows as well.
  await world.control.subscribe(link.location, receiver.url(recordsPath), [...recordEvents.keys()]);
  const end = row.ending === "freeze" ? freeze : disable;
  // A link that was left in another state may not be ended so.
  if (await world.control.allows(() => end(world, link))) {
    await awaitLifecycleEvent(world);
    if (row.ending === "freeze") {
      await readBoth(world, link);
      if (await world.control.allows(() => disable(world, link))) await awaitLifecycleEvent(world);
    }
  }
  receiver.release(200);
  await readStatus(world, link);
}

/** Events of every kind in combinations of their circumstances, as a world ages. */
export const everyEventDrivers: Proof[] = unlessQuick(
  receiving(
    "every-way-in-which-records-change",
    [...recordIds, "HOOK-7", "HOOK-8"],
    "every way in which records change",
    recordNeeds,
    async (world, receiver) => {
      const places = await subscribedPlaces(world, receiver);
      const there = { place: [...places.keys()], change: [...changes.keys()] };
      await atEachAge(world, occasionsOf(world, "records", there), (rows) =>
        changeRecords(world, receiver, rows, places),
      );
      await awaitRetries(world);
    },
  ),
  receiving(
    "every-way-in-which-links-end",
    ["LIFE-1", "LIFE-2", "LIFE-3", "LIFE-8"],
    "every way in which links end",
    [...freshInstallation, ...lifecycleNeeds],
    async (world, receiver) => {
      const { second_location_id, fast_application_id } = world.target.fixtures;
      const there = {
        ...(second_location_id === undefined ? { Location: ["first"] } : {}),
        ...(fast_application_id === undefined ? { installed: ["own"] } : {}),
      };
      await atEachAge(world, occasionsOf(world, "endings", there), async (rows) => {
        for (const row of rows) await endLink(world, receiver, row);
      });
      await awaitRetries(world);
    },
  ),
);
