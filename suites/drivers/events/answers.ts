import { setTimeout as sleep } from "node:timers/promises";
import type { Manner, Receiver } from "../../../harness/receiver.ts";
import { spell } from "../../../specs/limits.ts";
import { edge, webhookDelay, webhookTimeout } from "../../model/time-limits.ts";
import { oneWhenQuick } from "../../provider/run/one-when-quick.ts";
import type { Proof } from "../../provider/run/proof.ts";
import type { World } from "../../provider/run/world.ts";
import { passUntilArrival } from "./records.ts";
import { awaitRetries, awaitWebhooks, passTime, receiving, recordIds, recordNeeds, recordsPath } from "./steps.ts";

/** What a receiver can do: answer in some manner, or refuse the connection. */
type ReceiverBehaviour = Manner | "refused";

const silences = ["refused", "reset", "interim", "silent"] as const;
const successes = [200, 201, 202, 204];
const redirects = [301, 302, 303, 304, 307, 308];
const refusals = [400, 401, 403, 404, 408, 409, 410, 413, 422, 425, 429];
const errors = [500, 501, 502, 503, 504];
/** No answer at all, and every class of answer, with the statuses that senders of webhooks most often treat in a way of their own. It refuses first, so that it sees every retry. */
const behavioursIn = (world: World): readonly ReceiverBehaviour[] => [
  ...silences,
  ...[successes, redirects, refusals, errors].flatMap((statuses) => oneWhenQuick(world, statuses)),
];

const changeClient = (world: World, change: "created" | "updated") =>
  world.control.change(world.fixture("location_id"), "ClientEvent", change);

const subscribe = (world: World, receiver: Receiver) =>
  world.control.subscribe(world.fixture("location_id"), receiver.url(recordsPath), ["ClientEvent"]);

const readDeliveries = async (world: World): Promise<void> => {
  if (world.can("deliveries")) await world.control.deliveries();
};

/** Lets a client change, and treats its webhook in one way. */
async function treat(world: World, receiver: Receiver, behaviour: ReceiverBehaviour): Promise<void> {
  if (behaviour === "refused") await receiver.refuse();
  else receiver.answer(recordsPath, behaviour);
  await changeClient(world, "created");
  const patience = typeof behaviour === "number" ? 0 : webhookTimeout + edge;
  await passTime(world, webhookDelay.latest + edge);
  await world.advanceTo(world.now() + patience);
  if (behaviour === "refused") await receiver.listen();
  await readDeliveries(world);
}

/** How long an answer may take to reach the target in real time, whatever its clock says, in milliseconds. */
const realTime = 150;

/** Lets a client change, and answers its webhook only so long after it arrived. */
async function answerAfter(world: World, receiver: Receiver, silence: number): Promise<void> {
  receiver.arrivals.length = 0;
  receiver.answer(recordsPath, "silent");
  await changeClient(world, "created");
  await passUntilArrival(world, receiver);
  await world.advanceTo(world.now() + silence);
  receiver.release(200);
  await sleep(realTime);
  await readDeliveries(world);
}

const ids = `${recordIds} HOOK-7 HOOK-8`;

/** Webhooks whose receiver answers in every manner, or does not. */
export const answeredEventDrivers: Proof[] = [
  receiving(
    ids,
    "a delivery is delivered by a 2xx and failed by all else, and never comes again",
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver);
      for (const behaviour of behavioursIn(world)) await treat(world, receiver, behaviour);
      receiver.answer(recordsPath, 200);
      await awaitRetries(world);
      await changeClient(world, "updated");
      await awaitWebhooks(world);
    },
  ),

  receiving(
    ids,
    spell("a receiver has {webhook_timeout} to answer, and no second chance"),
    recordNeeds,
    async (world, receiver) => {
      await subscribe(world, receiver);
      await answerAfter(world, receiver, webhookTimeout - edge);
      await answerAfter(world, receiver, webhookTimeout + edge);
      await awaitRetries(world);
    },
  ),
];
