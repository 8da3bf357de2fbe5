import { Violation } from "../../base/errors.ts";
import { type Arrival, createReceiver, type Receiver } from "../../harness/receiver.ts";
import { limit } from "../../specs/limits.ts";
import { eventOf } from "../pact/event-of.ts";
import type { MessageInteraction } from "../pact/interaction.ts";
import type { ReplayWorld } from "./replay-world.ts";
import { install } from "./state-actions.ts";

const lifecycleEvents = ["freeze", "uninstall"];
const changes = ["created", "updated", "deleted"];

/** Makes the target send the webhook that a message expects, and returns what arrives. */
export async function provokeWebhook(world: ReplayWorld, message: MessageInteraction): Promise<Arrival> {
  const event = eventOf(message);
  const isLifecycle = lifecycleEvents.includes(event);
  world.needs("clock", "hooks", isLifecycle ? "links" : "events");
  const receiver = await createReceiver(() => world.session.timer.now(), world.target.webhooks);
  try {
    const url = receiver.url("/hooks");
    if (isLifecycle) await endLink(world, event, url);
    else await changeRecord(world, event, url, message);
    const arrival = await firstArrival(world, receiver);
    if (!arrival) throw new Violation(`no webhook came for ${event}`);
    if (arrival.method !== "POST")
      throw new Violation(`the webhook for ${event} is a ${arrival.method}, expected POST`);
    return arrival;
  } finally {
    await receiver.close();
  }
}

async function changeRecord(
  world: ReplayWorld,
  event: string,
  url: string,
  { description, metadata }: MessageInteraction,
): Promise<void> {
  const location = world.fixture("location_id");
  const text = `${description} ${String(metadata.change ?? "")} ${String(metadata.resource ?? "")}`;
  const isGoods = event === "GoodsOperationEvent";
  const change = isGoods ? "created" : (changes.find((word) => text.includes(word)) ?? "created");
  const resource = isGoods ? (/goods_operations_\w+/.exec(text)?.[0] ?? "goods_operations_sale") : undefined;
  await world.control.subscribe(location, url, [event]);
  await world.control.change(location, event, change, resource);
}

async function endLink(world: ReplayWorld, event: string, url: string): Promise<void> {
  await install(world);
  const [location, application] = [world.fixture("location_id"), world.fixture("application_id")];
  await world.control.sendLifecycleTo(application, url);
  if (event === "freeze") await world.control.freeze(location, application);
  else await world.control.disable(location, application);
}

/** The first webhook that arrives in time. A contract is not about lateness, so a late one is waited for as well. */
async function firstArrival(world: ReplayWorld, receiver: Receiver): Promise<Arrival | undefined> {
  for (const seconds of [limit("webhook_delay.latest"), limit("lifecycle_delivery")]) {
    await world.session.timer.wait(seconds * 1000);
    if (receiver.arrivals.length > 0) break;
  }
  return receiver.arrivals[0];
}
