import { minutes, seconds } from "../../../base/durations.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Announced } from "../../../harness/control.ts";
import type { Arrival, Receiver } from "../../../harness/receiver.ts";
import { edge, webhookDelay } from "../../model/time-limits.ts";
import { observeWebhook } from "../../observations/arrival-observations.ts";
import { passTime } from "../run/receiving.ts";
import type { World } from "../run/world.ts";
import { judgeWebhook } from "./judge-webhook.ts";

/** What every proof of webhooks about records needs. */
export const recordNeeds = ["fresh", "control.clock", "control.hooks", "control.events", "fixtures.location_id"];

/** Subscribes the fixtures' Location to events; replaces what it was subscribed to. */
export const subscribe = (world: World, receiver: Receiver, events: readonly string[]): Promise<void> =>
  world.control.subscribe(world.fixture("location_id"), receiver.url("/hooks"), [...events]);

/** Lets a client change at the fixtures' Location. */
export const changeClient = (world: World, change: "created" | "updated") =>
  world.control.change(world.fixture("location_id"), "ClientEvent", change);

/** Lets so much time pass that a webhook must have come. */
export const awaitWebhook = (world: World, hasCome?: () => boolean): Promise<void> =>
  passTime(world, webhookDelay.latest + edge, hasCome);

const inSeconds = (milliseconds: number): number => milliseconds / seconds(1);

/** What arrived about a record that changed. */
const aboutRecord = (arrivals: readonly Arrival[], { resource }: Pick<Announced, "resource">): readonly Arrival[] =>
  arrivals.filter(({ body }) => fieldsOf(readForeignJson(body)).resource === resource);

/** Lets a record change, and judges what arrives of it within the time that webhooks take. */
export async function provoke(
  world: World,
  receiver: Receiver,
  event: string,
  change: string,
  resource?: string,
): Promise<void> {
  const location = world.fixture("location_id");
  const occasion = `${event} ${resource ?? change}`;
  receiver.arrivals.length = 0;
  const before = world.now();
  const announced = await world.control.change(location, event, change, resource);
  await awaitWebhook(world, () => aboutRecord(receiver.arrivals, announced).length > 0);
  // A webhook that is late is not one that is missing.
  if (receiver.arrivals.length === 0) await passTime(world, minutes(1));
  // A change may change other records too, of which webhooks tell.
  const own = aboutRecord(receiver.arrivals, announced);
  const arrivals = own.length > 0 ? own : receiver.arrivals;
  const [arrival] = arrivals;
  world.check(resource ? "HOOK-24" : "HOOK-9", arrival !== undefined, {
    found: `no webhook for ${occasion}`,
    expected: "one",
  });
  if (!arrival) return;
  world.check("HOOK-6", arrivals.length === 1, {
    found: `${arrivals.length} webhooks for ${occasion}`,
    expected: "one",
  });
  // The clock is moved second by second, so an arrival may be up to a second later than it seems.
  const delay = arrival.at - before;
  const { earliest, latest } = webhookDelay;
  world.check("HOOK-4", delay >= earliest - edge && delay <= latest, {
    found: `${occasion} after ${inSeconds(delay)} seconds`,
    expected: `${inSeconds(earliest)} to ${inSeconds(latest)} seconds`,
  });
  for (const [topic, values] of observeWebhook(event, change, arrival)) world.observe(topic, values);
  judgeWebhook(world, { event, arrival, announced, location });
}
