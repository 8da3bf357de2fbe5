import { days } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { dayOf } from "../../../base/formats.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { dataAccess } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { itemsOf } from "../steps/answers.ts";
import { exampleRequest } from "./example-requests.ts";
import { callRightly } from "./success.ts";

/** The four events of the telephony system, under whose names an overlay gives their payloads as examples. */
const events = ["enable", "notify", "save", "disable"] as const;

const needs: readonly Need[] = [...dataAccess, "mutations", "overlay.sendVoipEvent"];

/** Yesterday and tomorrow on the target's clock: a call that is saved now lies between them in every time zone. */
function today(world: World): { date_from: string; date_to: string } {
  const dayAfter = (count: number) => dayOf(world.now() + days(count));
  return { date_from: dayAfter(-1), date_to: dayAfter(1) };
}

async function readHistory(world: World): Promise<unknown[]> {
  const exchange = await world.request("listCalls", {
    body: { salon_id: world.fixture("location_id"), ...today(world) },
    as: "system_user_token",
  });
  world.requireStatus(exchange, 200);
  return (itemsOf(exchange) ?? []).map(({ id }) => id);
}

const sendEvent = (world: World, name: (typeof events)[number]): Promise<Exchange> =>
  world.request("sendVoipEvent", exampleRequest(world, "sendVoipEvent", { name }));

const enable = async (world: World): Promise<void> =>
  world.requireStatus(await sendEvent(world, "enable"), 200, 201, 202, 204);

/** Saves a call, and tells whether it is new in the history. */
async function saveCall(world: World): Promise<boolean> {
  if (world.can("seed")) await world.control.seed(world.fixture("location_id"), "calls", []);
  const before = await readHistory(world);
  await sendEvent(world, "save");
  const after = await readHistory(world);
  return after.some((id) => !before.includes(id));
}

/** Proofs of the telephony integration, whose payloads an overlay gives. */
export const telephonyProofs: Proof[] = [
  proof(
    "every-event-of-the-telephony-system-is-accepted",
    ["VOIP-1"],
    "every event of the telephony system is accepted",
    needs,
    async (world) => {
      for (const name of events) await callRightly(world, "sendVoipEvent", { name });
    },
  ),

  proof(
    "a-call-that-is-saved-is-in-the-history",
    ["VOIP-2"],
    "a call that is saved is in the history",
    needs,
    async (world) => {
      await enable(world);
      await saveCall(world);
    },
  ),

  proof(
    "a-call-that-is-sent-while-the-integration-is-disabled-is-not-saved",
    ["VOIP-3"],
    "a call that is sent while the integration is disabled is not saved",
    needs,
    async (world) => {
      await enable(world);
      if (!(await saveCall(world))) throw new Untestable("no call is saved while the integration is enabled");
      await sendEvent(world, "disable");
      await saveCall(world);
    },
  ),
];
