import { Violation } from "../../base/errors.ts";
import { type Arrival, createReceiver, type Receiver } from "../../harness/receiver.ts";
import { limit } from "../../specs/limits.ts";
import { eventOf } from "../pact/event-of.ts";
import type { MessageInteraction } from "../pact/interaction.ts";
import type { Scene } from "./replay-world.ts";
import { install } from "./states.ts";

const lifecycle = ["freeze", "uninstall"];
const changes = ["created", "updated", "deleted"];

/** Makes the target send the webhook that a message expects, and answers with what came. */
export async function provoke(scene: Scene, message: MessageInteraction): Promise<Arrival> {
  const event = eventOf(message);
  scene.needs("clock", "hooks", lifecycle.includes(event) ? "links" : "events");
  const receiver = await createReceiver(() => scene.session.timer.now(), scene.target.webhooks);
  try {
    const url = receiver.url("/hooks");
    if (lifecycle.includes(event)) await end(scene, event, url);
    else await change(scene, event, url, message);
    const arrival = await arrivalAt(scene, receiver);
    if (!arrival) throw new Violation(`no webhook came for ${event}`);
    if (arrival.method !== "POST")
      throw new Violation(`the webhook for ${event} is a ${arrival.method}, expected POST`);
    return arrival;
  } finally {
    await receiver.close();
  }
}

async function change(scene: Scene, event: string, url: string, message: MessageInteraction): Promise<void> {
  const location = scene.fixture("location_id");
  const words = `${message.description} ${String(message.metadata.change ?? "")} ${String(message.metadata.resource ?? "")}`;
  const isGoods = event === "GoodsOperationEvent";
  const kind = isGoods ? "created" : (changes.find((one) => words.includes(one)) ?? "created");
  const resource = isGoods ? (/goods_operations_\w+/.exec(words)?.[0] ?? "goods_operations_sale") : undefined;
  await scene.control.subscribe(location, url, [event]);
  await scene.control.change(location, event, kind, resource);
}

async function end(scene: Scene, event: string, url: string): Promise<void> {
  await install(scene);
  const [location, application] = [scene.fixture("location_id"), scene.fixture("application_id")];
  await scene.control.sendLifecycleTo(application, url);
  if (event === "freeze") await scene.control.freeze(location, application);
  else await scene.control.disable(location, application);
}

/** What arrives within the time that webhooks take, or, since lateness is not what a message is about, within a minute. */
async function arrivalAt(scene: Scene, receiver: Receiver): Promise<Arrival | undefined> {
  for (const seconds of [limit("webhook_delay.latest"), limit("lifecycle_delivery")]) {
    await scene.session.timer.wait(seconds * 1000);
    if (receiver.arrivals.length > 0) break;
  }
  return receiver.arrivals[0];
}
