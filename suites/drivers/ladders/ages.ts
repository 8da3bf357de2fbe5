import { days, hours, minutes, seconds } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import type { RequirementId } from "../../../specs/requirement-ids.ts";
import { goodsEvent, goodsOperations, recordEvents } from "../../../specs/webhook-events.ts";
import type { LinkId } from "../../model/link-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof, unlessQuick } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import {
  awaitLifecycleEvent,
  awaitWebhooks,
  lifecycleNeeds,
  receiving,
  recordIds,
  recordNeeds,
  recordsPath,
  sendLifecycleTo,
} from "../events/steps.ts";
import { disable, freeze } from "../journeys/endings.ts";
import { grantByStrangers } from "../journeys/grants.ts";
import { callForData, readBoth } from "../journeys/steps.ts";
import { confirm, ensureInstalled, fixtureLink, grant, requestUninstall } from "../steps/installing.ts";
import { askEverything, askWithoutAuthority, eventDays, eventsBegin, locationsOf } from "./questions.ts";

/** The ages of a world at which the same is asked again: a deep run climbs to the last. */
const ages = [0, hours(1) + minutes(5), days(1) + hours(1), days(31), days(400)];

/** Takes the same steps at each age. */
async function climb(world: World, take: (rung: number) => Promise<void>): Promise<void> {
  const began = world.now();
  for (const [rung, age] of ages.slice(0, world.budget.byDepth(1, 4, 5)).entries()) {
    if (age > 0) await world.advanceTo(Math.max(world.now(), began + age));
    await take(rung);
  }
}

/** How many items the lists of the first Location have at each age; those of the second stay as they are. */
const lengths = [12, 30, 5, 1, 0];

async function seedLists(world: World, rung: number): Promise<void> {
  const items = () => Array.from({ length: lengths[rung] ?? 0 }, () => ({}));
  for (const kind of ["clients", "calls", "resources"] as const)
    await world.control.seed(world.fixture("location_id"), kind, items());
  await world.control.seed(world.fixture("location_id"), "activities", eventsToCome(world, lengths[rung] ?? 0));
}

/** Events that are never past, however old the world grows: a search may leave out what is past. */
const eventsToCome = (world: World, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    date: `${dayOf(world.now() + days(eventsBegin + (index % eventDays)))}T12:00:00+00:00`,
  }));

const readIds: readonly RequirementId[] = [
  ...(["CLI-1", "CLI-5", "CLI-11", "CALL-1", "CALL-11", "ACT-2", "ACT-5"] as const),
  ...(["STAT-9", "ENV-7", "AUTH-1", "AUTH-2", "AUTH-4", "AUTH-5", "INST-18", "INST-26"] as const),
];

const clockNeeds: readonly Need[] = [...freshInstallation, "control.clock", "credentials.system_user_token"];

/** Links of every application at every Location, installed, left and installed again. */
async function moveLinks(world: World, rung: number): Promise<void> {
  const { fast_application_id: fast, draft_application_id: draft } = world.target.fixtures;
  const { location_id: first } = world.target.fixtures;
  // A draft is installed at a test Location, which the first is.
  const links = locationsOf(world).flatMap((location) =>
    [fast, location === first ? draft : undefined].flatMap((application): LinkId[] =>
      application === undefined ? [] : [{ location, application }],
    ),
  );
  for (const link of links) {
    await grant(world, link);
    await readBoth(world, link);
    await confirm(world, link);
    await readBoth(world, link);
    await requestUninstall(world, link);
    await readBoth(world, link);
  }
  for (const location of rung === 0 ? [] : locationsOf(world)) {
    const link = fixtureLink(world, { location });
    await requestUninstall(world, link);
    await grantByStrangers(world, link);
    await grant(world, link);
    await readBoth(world, link);
    await callForData(world, link);
    await confirm(world, link);
    await readBoth(world, link);
    await callForData(world, link);
  }
}

/** Every change of every record at both Locations, to one address, just after a delivery there failed. */
async function changeEverything(world: World, receiver: Receiver): Promise<void> {
  const [first = 0] = locationsOf(world);
  receiver.answer(recordsPath, 500);
  for (const [event] of recordEvents) {
    await world.control.change(first, event, "updated");
    await world.advanceTo(world.now() + seconds(1));
  }
  await world.control.change(first, goodsEvent, "created", goodsOperations[0]);
  await awaitWebhooks(world);
  receiver.answer(recordsPath, 200);
  const second = () => world.advanceTo(world.now() + seconds(1));
  for (const location of locationsOf(world)) {
    for (const [event, changes] of recordEvents) {
      for (const change of changes) await world.control.change(location, event, change);
      await second();
    }
    for (const operation of goodsOperations) await world.control.change(location, goodsEvent, "created", operation);
    await second();
  }
  await awaitWebhooks(world);
}

/** A freeze and a disabling of each application at each Location. */
async function endLinks(world: World, receiver: Receiver): Promise<void> {
  const { fast_application_id: fast } = world.target.fixtures;
  for (const location of locationsOf(world))
    for (const application of [world.fixture("application_id"), ...(fast === undefined ? [] : [fast])]) {
      const link = { location, application };
      await sendLifecycleTo(world, receiver, `/lifecycle-${application}`, link);
      await grant(world, link);
      await confirm(world, link);
      for (const end of [freeze, disable]) {
        await end(world, link);
        await awaitLifecycleEvent(world);
      }
      await readBoth(world, link);
    }
}

/** What is asked, changed and ended in a young world, again as it grows old. */
export const ageDrivers: Proof[] = unlessQuick(
  proof(
    "reads-as-a-world-grows-old",
    readIds,
    "every read, in pairs of its circumstances, as a world grows old",
    [...clockNeeds, "control.seed", "urls.v3_base_url", "credentials.v3_token"],
    async (world) => {
      for (const location of locationsOf(world)) {
        await ensureInstalled(world, fixtureLink(world, { location }));
        await world.control.seed(location, "activities", eventsToCome(world, 60));
      }
      await climb(world, async (rung) => {
        await seedLists(world, rung);
        await askEverything(world, rung === 0 || rung === 3 ? world.budget.byDepth(1, 2, 3) : 1);
        await askWithoutAuthority(world);
      });
    },
  ),
  proof(
    "links-as-a-world-grows-old",
    ["INST-1", "INST-3", "INST-7", "INST-13", "STAT-3", "STAT-6", "STAT-7", "STAT-9", "INST-17", "INST-18", "AUTH-9"],
    "links of every application at every Location, as a world grows old",
    clockNeeds,
    async (world) => {
      for (const location of locationsOf(world)) await ensureInstalled(world, fixtureLink(world, { location }));
      await climb(world, (rung) => moveLinks(world, rung));
    },
  ),
  receiving(
    "records-as-a-subscription-grows-old",
    recordIds,
    "every change of every record at every Location, as a subscription grows old",
    recordNeeds,
    async (world, receiver) => {
      const events = [...recordEvents.keys(), goodsEvent];
      for (const location of locationsOf(world))
        await world.control.subscribe(location, receiver.url(recordsPath), events);
      await climb(world, () => changeEverything(world, receiver));
    },
  ),
  receiving(
    "endings-as-a-world-grows-old",
    ["LIFE-1", "LIFE-2", "LIFE-3", "LIFE-8"],
    "a freeze and a disabling of every application at every Location, as a world grows old",
    [...freshInstallation, ...lifecycleNeeds],
    (world, receiver) => climb(world, () => endLinks(world, receiver)),
  ),
);
