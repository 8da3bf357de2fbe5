import { minutes } from "../../../base/durations.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { recordEvents } from "../../../specs/webhook-events.ts";
import { fixtureLink, install } from "../run/installing.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { receivingProof } from "../run/receiving.ts";
import type { World } from "../run/world.ts";
import { checkSuccess } from "./success.ts";

/** Whether an answer tells an address; JSON may escape a slash. */
const tells = (body: string, address: string): boolean => body.replaceAll("\\/", "/").includes(address);

/** Sets the address of the subscription; tells whether the settings still name another. */
async function setAddress(world: World, address: string, former: string): Promise<{ keepsFormer: boolean }> {
  await checkSuccess(world, "HOOK-15", "changeHooksSettings", { values: { webhook_url: address } });
  const exchange = await checkSuccess(world, "HOOK-15", "readHooksSettings");
  world.check("HOOK-15", tells(exchange.response.body, address), {
    exchange,
    found: "settings without the address that was set",
    expected: address,
  });
  return { keepsFormer: tells(exchange.response.body, former) };
}

/** Lets a record of each kind change, since an overlay may subscribe to any of them; answers the paths that webhooks came to. */
async function changeEveryKind(world: World, receiver: Receiver): Promise<string[]> {
  receiver.arrivals.length = 0;
  for (const event of recordEvents.keys()) await world.control.change(world.fixture("location_id"), event, "created");
  await world.advanceTo(world.now() + minutes(1));
  return receiver.arrivals.map(({ path }) => path);
}

/** Proofs that the subscription settings have an effect. */
export const hooksSettingsProofs: Proof[] = [
  receivingProof(
    "HOOK-15 HOOK-5",
    "events go to the address that the subscription settings name",
    [...freshInstallation, "overlay.changeHooksSettings", "control.clock", "control.events"],
    async (world, receiver) => {
      await install(world, fixtureLink(world));
      let former = "/none";
      for (const path of ["/first", "/second"]) {
        const { keepsFormer } = await setAddress(world, receiver.url(path), receiver.url(former));
        const paths = await changeEveryKind(world, receiver);
        world.check("HOOK-15", paths.includes(path), {
          found: `no webhook to the address that was set, ${receiver.url(path)}, after a change of each kind of record`,
          expected: "webhooks of what the settings subscribe to",
        });
        // Whether an address is added or replaced is not shown; where the settings no longer name it, it is not subscribed.
        if (!keepsFormer && paths.length > 0)
          world.check("HOOK-5", !paths.includes(former), {
            found: `webhooks to ${receiver.url(former)}, which the settings no longer name`,
            expected: "none",
          });
        former = path;
      }
    },
  ),
];
