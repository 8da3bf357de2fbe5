import { setTimeout as sleep } from "node:timers/promises";
import { Untestable } from "../../../base/errors.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { recordEvents } from "../../../specs/webhook-events.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import type { Need, Proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { exampleRequest } from "../payloads/example-requests.ts";
import { requireSuccess } from "../payloads/success.ts";
import { atDepth } from "../steps/at-once.ts";
import { fixtureLink, install } from "../steps/installing.ts";
import { awaitWebhooks, receiving } from "./steps.ts";

const needs: readonly Need[] = [...freshInstallation, "overlay.changeHooksSettings", "control.clock", "control.events"];

/** Gives the settings an address by the payload of an overlay. */
export const setAddress = (world: World, receiver: Receiver, path: string): Promise<void> =>
  requireSuccess(world, "changeHooksSettings", { values: { webhook_url: receiver.url(path) } });

/** Reads the settings of a Location. */
export const readSettings = (world: World, location_id = world.fixture("location_id")) =>
  world.request("readHooksSettings", exampleRequest(world, "readHooksSettings", { values: { location_id } }));

const changeClient = (world: World) => world.control.change(world.fixture("location_id"), "ClientEvent", "created");

/** The number of events that flow while a subscription changes, at most. */
const maxEvents = 50;

/** Lets clients change until something is done. */
async function changeWhile(world: World, doing: Promise<unknown>): Promise<void> {
  const progress = { isDone: false };
  const done = doing.finally(() => {
    progress.isDone = true;
  });
  // It is waited for below; until then a failure must not count as unhandled.
  done.catch(() => undefined);
  for (let events = 0; events === 0 || (!progress.isDone && events < maxEvents); events++) {
    await changeClient(world);
    // A request takes its way while a control protocol in the same process takes none.
    await sleep(1);
  }
  await done;
}

/** The number of times that the address changes while events flow. */
const rounds = 3;

/** Webhooks of the subscription that a partner sets itself. */
export const settingsDrivers: Proof[] = [
  receiving(
    "events-go-to-the-address-that-the-subscription-settings-name",
    ["HOOK-15", "HOOK-5"],
    "events go to the address that the subscription settings name",
    needs,
    async (world, receiver) => {
      await install(world, fixtureLink(world));
      for (const path of ["/first", "/second"]) {
        await setAddress(world, receiver, path);
        await readSettings(world);
        // An overlay may subscribe to any of them.
        for (const event of recordEvents.keys())
          await world.control.change(world.fixture("location_id"), event, "created");
        await awaitWebhooks(world);
      }
      const { second_location_id: second } = world.target.fixtures;
      if (second === undefined) return;
      const values = { location_id: second, webhook_url: receiver.url("/elsewhere") };
      await world.request("changeHooksSettings", exampleRequest(world, "changeHooksSettings", { values }));
      for (const location of [world.fixture("location_id"), second]) await readSettings(world, location);
    },
  ),

  receiving(
    "events-that-happen-while-their-subscription-changes-are-each-delivered-once",
    ["HOOK-6", "HOOK-9"],
    "events that happen while their subscription changes are each delivered once",
    [...needs, atDepth],
    async (world, receiver) => {
      await install(world, fixtureLink(world));
      await setAddress(world, receiver, "/0");
      await changeClient(world);
      await awaitWebhooks(world);
      if (receiver.arrivals.length === 0) throw new Untestable("the overlay's example subscribes to no ClientEvent");
      for (let round = 1; round <= rounds; round++) {
        await changeWhile(world, setAddress(world, receiver, `/${round}`));
        await readSettings(world);
        await awaitWebhooks(world);
      }
    },
  ),
];
