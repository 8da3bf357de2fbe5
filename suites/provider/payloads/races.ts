import { Untestable } from "../../../base/errors.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { edge, webhookDelay } from "../../model/time-limits.ts";
import { atDepth } from "../run/at-once.ts";
import { fixtureLink, install } from "../run/installing.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { passTime, receivingProof } from "../run/receiving.ts";
import type { World } from "../run/world.ts";
import { exampleRequest } from "./example-requests.ts";

const event = "ClientEvent";

const setAddress = (world: World, address: string) =>
  world.request(
    "changeHooksSettings",
    exampleRequest(world, "changeHooksSettings", { values: { webhook_url: address } }),
  );

/** Lets a client change; answers its id as the event names it. */
const changeClient = async (world: World): Promise<string> =>
  String((await world.control.change(world.fixture("location_id"), event, "created")).resource_id);

/** The paths at which an event about a record came. */
const pathsOf = ({ arrivals }: Receiver, id: string): string[] =>
  arrivals.flatMap(({ body, path }) => (String(fieldsOf(readForeignJson(body)).resource_id) === id ? [path] : []));

/** How many events flow while a subscription changes, at most. */
const mostEvents = 5;

/** Lets clients change until something is done; answers their ids. */
async function changeWhile(world: World, doing: Promise<unknown>): Promise<string[]> {
  const progress = { isDone: false };
  const done = doing.finally(() => {
    progress.isDone = true;
  });
  // It is waited for below; until then a failure must not count as nobody's.
  done.catch(() => undefined);
  const ids: string[] = [];
  do ids.push(await changeClient(world));
  while (!progress.isDone && ids.length < mostEvents);
  await done;
  return ids;
}

const awaitWebhooks = (world: World): Promise<void> => passTime(world, webhookDelay.latest + edge);

/** How often the address changes while events flow. */
const rounds = 3;

/** Proofs that no event is lost or doubled while the subscription changes. */
export const subscriptionRaceProofs: Proof[] = [
  receivingProof(
    "HOOK-6 HOOK-9",
    "events that happen while their subscription changes are each delivered once",
    [...freshInstallation, "overlay.changeHooksSettings", "control.clock", "control.events", atDepth],
    async (world, receiver) => {
      await install(world, fixtureLink(world));
      world.requireStatus(await setAddress(world, receiver.url("/0")), 200, 201, 202, 204);
      const alone = await changeClient(world);
      await awaitWebhooks(world);
      if (pathsOf(receiver, alone).length !== 1)
        throw new Untestable(`the overlay's example subscribes to no ${event}`);
      for (let round = 1; round <= rounds; round++) {
        const ids = await changeWhile(world, setAddress(world, receiver.url(`/${round}`)));
        await awaitWebhooks(world);
        // Whether a further address is added or takes the place of the former is not shown; where it is added, each gets the event once.
        const isReplaced = (await addressesOf(world)) === 1;
        for (const id of ids) {
          const paths = pathsOf(receiver, id);
          world.check("HOOK-9", paths.length > 0, {
            found: "no webhook for an event that happened while the subscription changed",
            expected: "one, at the address before or after",
          });
          world.check("HOOK-6", paths.length <= 1 || (!isReplaced && new Set(paths).size === paths.length), {
            found: `${paths.length} webhooks for an event that happened while the subscription changed`,
            expected: "one",
          });
        }
      }
    },
  ),
];

/** How many of the receiver's addresses the settings name. */
async function addressesOf(world: World): Promise<number> {
  const { response } = await world.request("readHooksSettings", exampleRequest(world, "readHooksSettings"));
  const text = response.body.replaceAll("\\/", "/");
  return new Set(text.match(/https?:\/\/[^"\s]+/g) ?? []).size;
}
