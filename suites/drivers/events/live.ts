import { minutes, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { cause } from "../../../harness/application/provocation.ts";
import type { Manner, Receiver } from "../../../harness/receiver.ts";
import { edge, webhookDelay, webhookTimeout } from "../../model/time-limits.ts";
import { type Appointment, type Proof, waitingProof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { fillIn } from "../payloads/example-requests.ts";
import { readSettings, setAddress } from "./settings.ts";
import { passTime, recordIds, recordsPath } from "./steps.ts";

/** An event that the profile, or a person, can cause. */
interface LiveEvent {
  event: string;
  /** A change of a record, or the kind of a product operation. */
  change: string;
}

/** The time that a webhook is waited for: one that is late is not one that is missing. */
const longestWait = minutes(1) + edge;

/** For how long at least a second delivery is watched for. */
const shortestWatch = seconds(30);

/** The events that can be caused. */
function eventsOf({ target }: World): LiveEvent[] {
  const provoked = Object.keys(target.provoke).map((name) => {
    const [event = "", change = ""] = name.split(".");
    return { event, change };
  });
  return provoked.length > 0 ? provoked : [{ event: "ClientEvent", change: "created" }];
}

/** Has events sent to a path of the receiver: by an overlay's payload, or by a person. */
async function subscribe(world: World, receiver: Receiver, path: string): Promise<void> {
  const location = world.fixture("location_id");
  const url = receiver.url(path);
  const kinds = [...new Set(eventsOf(world).map(({ event }) => event))];
  if (world.operation("changeHooksSettings").isOverlaid && world.target.allow.mutations) {
    await setAddress(world, receiver, path);
    world.feed("/kinds", { location, url, kinds });
    await readSettings(world);
    return;
  }
  if (!(await world.context.session.person?.ask(`Subscribe Location ${location} to ${kinds.join(", ")} at ${url}`)))
    throw new Untestable(
      "no subscription to webhooks was possible: no overlay supplies the payload of hooks_settings",
      ["an overlay for changeHooksSettings"],
    );
  world.feed("/hooks", { location, url, kinds });
}

/** Causes an event, and waits until something has arrived, or must have. */
async function causeAndAwait(world: World, { arrivals }: Receiver, { event, change }: LiveEvent): Promise<void> {
  const before = arrivals.length;
  const provocation = world.target.provoke[`${event}.${change}`];
  const location = world.fixture("location_id");
  const earliest = world.now();
  const values = { location_id: location, now: new Date(earliest).toISOString() };
  const failure = provocation
    ? await cause(fillIn(provocation, values) as typeof provocation, world.target.folder)
    : !(await world.context.session.person?.ask(`Let a ${event} happen at Location ${location}: ${change}`)) &&
      "it was not done";
  if (failure) throw new Untestable(`${event}.${change} could not be caused: ${failure}`);
  world.feed("/events", { location, event, change }, earliest);
  const end = world.now() + longestWait;
  while (arrivals.length === before && world.now() < end) await passTime(world, seconds(1));
  // A second one may come right after the first.
  await passTime(world, webhookDelay.latest - webhookDelay.earliest);
}

/** Causes an event whose webhook is answered in another manner; one that is not answered at first is answered after a while. */
async function causeUnanswered(world: World, receiver: Receiver, live: LiveEvent, manner: Manner, silence = 0) {
  receiver.answer(recordsPath, manner);
  await causeAndAwait(world, receiver, live);
  await passTime(world, silence - (webhookDelay.latest - webhookDelay.earliest));
  receiver.release(200);
  receiver.answer(recordsPath, 200);
}

async function begin(world: World): Promise<Appointment[]> {
  const receiver = await world.receive();
  world.context.closing.push(() => receiver.close());
  await subscribe(world, receiver, recordsPath);
  for (const event of eventsOf(world)) await causeAndAwait(world, receiver, event);
  const [first] = eventsOf(world);
  if (!first) return [];
  for (const manner of [302, 404, 500]) await causeUnanswered(world, receiver, first, manner);
  await causeUnanswered(world, receiver, first, "silent", webhookTimeout - 2 * edge);
  await causeUnanswered(world, receiver, first, "silent", webhookTimeout + 2 * edge);
  await causeAndAwait(world, receiver, first);
  return [
    {
      at: world.now() + Math.max(shortestWatch, world.context.session.patience),
      requests: 2,
      act: async (later) => {
        await subscribe(later, receiver, "/moved");
        // A webhook of an earlier change may still be on its way.
        await passTime(later, webhookDelay.latest + edge);
        await causeAndAwait(later, receiver, first);
        later.observe("left subscribed", receiver.url("/moved"));
        await receiver.close();
      },
    },
  ];
}

/** Webhooks of what the profile, or a person, causes on a live system. */
export const liveEventDrivers: Proof[] = [
  waitingProof(
    "events-that-are-caused-on-the-platform-arrive-at-the-suite-s-receiver",
    [...recordIds, "HOOK-7", "HOOK-8"],
    "events that are caused on the platform arrive at the suite's receiver",
    ["no control.events", "fixtures.location_id", "webhooks.listen", "provoke"],
    begin,
  ),
];
