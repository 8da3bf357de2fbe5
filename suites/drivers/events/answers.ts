import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Manner, Receiver } from "../../../harness/receiver.ts";
import { edge, webhookDelay, webhookTimeout } from "../../model/time-limits.ts";
import type { Proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { oneWhenQuick } from "../steps/one-when-quick.ts";
import { passUntilArrival } from "./records.ts";
import {
  awaitMany,
  awaitRetries,
  awaitWebhooks,
  passTime,
  receiving,
  recordIds,
  recordNeeds,
  recordsPath,
} from "./steps.ts";

/** The behaviour of a receiver: an answer in some manner, or a refused connection. */
type ReceiverBehaviour = Manner | "refused";

const silences = ["refused", "reset", "interim", "silent"] as const;
const successes = [200, 204];
const redirects = [301, 308];
const refusals = [404, 410, 429];
const errors = [500, 503];
/** No answer at all, and every class of answer. It refuses first, so that it sees every retry. */
const behavioursIn = (world: World): readonly ReceiverBehaviour[] => [
  ...silences,
  ...[successes, redirects, refusals, errors].flatMap((statuses) => oneWhenQuick(world, statuses)),
];

/** Every status that can end an exchange: those that have a name, then the others, from another one on with each seed. */
function finalStatuses(seed: number): number[] {
  const all = Array.from({ length: 400 }, (_, index) => 200 + index);
  const [named, others] = [true, false].map((isNamed) => all.filter((status) => status in STATUS_CODES === isNamed));
  const first = Math.abs(seed * 37) % (others?.length ?? 1);
  return [...(named ?? []), ...(others ?? []).slice(first), ...(others ?? []).slice(0, first)];
}

/** The number of events of one second that are each answered with another status. */
const manyAtOnce = 100;

/** Lets many clients change in one second, and answers each webhook with another status. */
async function answerManyAtOnce(world: World, receiver: Receiver): Promise<void> {
  const statuses = finalStatuses(world.context.seed).slice(0, world.budget.byDepth(0, manyAtOnce, 400));
  receiver.answer(recordsPath, ...statuses, 200);
  for (const _ of statuses) await world.control.change(world.fixture("location_id"), "ClientEvent", "created");
  await awaitMany(world, receiver);
  if (world.can("deliveries")) await world.control.deliveries();
}

/** The time that an answer may take to reach the target in real time, whatever its clock says, in milliseconds. */
const realTime = 150;

/** Lets a client change, and treats its webhook in one way; one that is kept waiting is answered so long after it arrived. */
async function treat(world: World, receiver: Receiver, behaviour: ReceiverBehaviour, silence?: number): Promise<void> {
  if (behaviour === "refused") await receiver.refuse();
  else receiver.answer(recordsPath, behaviour);
  receiver.arrivals.length = 0;
  await world.control.change(world.fixture("location_id"), "ClientEvent", "created");
  if (silence === undefined) await passTime(world, webhookDelay.latest + edge);
  else await passUntilArrival(world, receiver);
  await world.advanceTo(world.now() + (silence ?? (typeof behaviour === "number" ? 0 : webhookTimeout + edge)));
  if (silence !== undefined) {
    receiver.release(200);
    await sleep(realTime);
  }
  if (behaviour === "refused") await receiver.listen();
  if (world.can("deliveries")) await world.control.deliveries();
}

/** Webhooks whose receiver answers in every manner, late, or not at all. */
export const answeredEventDrivers: Proof[] = [
  receiving(
    "a-delivery-is-delivered-by-a-2xx-in-time-and-failed-by-all-else-and-never-comes-again",
    [...recordIds, "HOOK-7", "HOOK-8"],
    "a delivery is delivered by a 2xx in time and failed by all else, and never comes again",
    recordNeeds,
    async (world, receiver) => {
      await world.control.subscribe(world.fixture("location_id"), receiver.url(recordsPath), ["ClientEvent"]);
      for (const behaviour of behavioursIn(world)) await treat(world, receiver, behaviour);
      for (const beside of [-edge, edge]) await treat(world, receiver, "silent", webhookTimeout + beside);
      await answerManyAtOnce(world, receiver);
      await awaitRetries(world, true);
      await treat(world, receiver, 200);
      await awaitWebhooks(world);
    },
  ),
];
