import { setTimeout as sleep } from "node:timers/promises";
import { days, hours, minutes, seconds } from "../../../base/durations.ts";
import { addressEnds } from "../../../generators/value-classes.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { edge, lifecycleDelivery, webhookDelay } from "../../model/time-limits.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { fixtureLink } from "../steps/installing.ts";

/** The needs of steps that cause webhooks about records. */
export const recordNeeds: readonly Need[] = [
  "fresh",
  "control.clock",
  "control.hooks",
  "control.events",
  "fixtures.location_id",
];

/** The needs of steps that cause lifecycle events. */
export const lifecycleNeeds: readonly Need[] = ["control.clock", "control.hooks", "control.links"];

/** The requirements that any webhook about a record judges. */
export const recordIds: readonly RequirementId[] = [
  ...(["HOOK-1", "HOOK-2", "HOOK-3", "HOOK-4", "HOOK-5", "HOOK-6", "HOOK-9", "HOOK-10", "HOOK-11"] as const),
  ...(["HOOK-12", "HOOK-23", "HOOK-24", "HOOK-26"] as const),
];

/** Where webhooks about records are sent to, and lifecycle events. */
export const recordsPath = "/hooks";
export const lifecyclePath = "/lifecycle";

/** Paths of every form that an address of webhooks may have. */
export const addressForms = addressEnds.map((end, index) => `/form-${index}${end}`);

/** Steps with a receiver that ends with them. */
export const receiving = (
  slug: string,
  ids: readonly RequirementId[],
  title: string,
  needs: readonly Need[],
  take: (world: World, receiver: Receiver) => Promise<void>,
): Proof =>
  proof(slug, ids, title, needs, async (world) => {
    const receiver = await world.receive();
    try {
      await take(world, receiver);
    } finally {
      await receiver.close();
    }
  });

/** Has the lifecycle events of an application sent to a path of a receiver. */
export const sendLifecycleTo = (
  world: World,
  receiver: Receiver,
  path = lifecyclePath,
  { application } = fixtureLink(world),
): Promise<void> => world.control.sendLifecycleTo(application, receiver.url(path));

/** Moves the clock on second by second, so that arrivals are known to the second; once enough has arrived, the rest of the time passes at once. */
export async function passTime(
  world: World,
  milliseconds: number,
  isEnough = () => false,
  afterEach: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const end = world.now() + milliseconds;
  while (world.now() < end) {
    await world.advanceTo(isEnough() ? end : Math.min(end, world.now() + seconds(1)));
    await afterEach();
  }
}

/** Lets so much time pass that a webhook must have come; one that is late is not missing. */
export async function awaitWebhooks(world: World): Promise<void> {
  const start = world.now();
  await passTime(world, webhookDelay.latest + edge);
  await world.advanceTo(start + minutes(1));
}

/** How often, and after how many milliseconds of real time, `awaitMany` looks whether more webhooks have arrived. */
const maxLooks = 2000;
const pause = 25;

/** How many milliseconds of real time must pass without an arrival until a burst counts as over: many times the longest pause within it. */
const quietAfter = (longest: number): number => Math.min(1000, 8 * longest);

/** Waits in real time until enough webhooks have arrived, or no more do. */
async function awaitQuiet({ arrivals }: Receiver, enough: number): Promise<void> {
  let [quiet, longest] = [0, pause];
  for (let looks = 0; looks < maxLooks && arrivals.length < enough && quiet < quietAfter(longest); looks++) {
    const known = arrivals.length;
    await sleep(pause);
    quiet += pause;
    if (arrivals.length === known) continue;
    longest = Math.max(longest, quiet);
    quiet = 0;
  }
}

/**
 * Lets the webhooks of many events come, which takes a sender real time: the clock stands still while more of them arrive. How many come is not known
 * everywhere, since an event may change a second record; once enough have arrived, the rest of the time passes at once.
 */
export async function awaitMany(world: World, receiver: Receiver, enough = Number.POSITIVE_INFINITY): Promise<void> {
  const start = world.now();
  const { arrivals } = receiver;
  let known = arrivals.length;
  await passTime(
    world,
    webhookDelay.latest + edge,
    () => arrivals.length >= enough,
    async () => {
      if (arrivals.length > known) await awaitQuiet(receiver, enough);
      known = arrivals.length;
    },
  );
  await world.advanceTo(start + minutes(1));
}

/** Lets so much time pass that a lifecycle event must have come. */
export const awaitLifecycleEvent = (world: World): Promise<void> =>
  world.advanceTo(world.now() + lifecycleDelivery + edge);

/** When a delivery might be tried again: common schedules begin after a minute and give up within days. */
const retryMoments = [minutes(1), minutes(5), hours(1), hours(5), days(1), days(3)];

/** When what is tried again, cleaned up or ended late may show: a run goes so far in few of its worlds, since a clock is never turned back. */
const lateMoments = [days(31), days(400)];

/** Lets so much time pass that a retry, if there is one, has come. */
export async function awaitRetries(world: World, isLong = false): Promise<void> {
  const start = world.now();
  await passTime(world, 2 * webhookDelay.latest);
  for (const moment of [...retryMoments, ...(isLong && world.context.depth !== "quick" ? lateMoments : [])])
    await world.advanceTo(start + moment + minutes(1));
}
