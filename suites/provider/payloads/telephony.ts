import { Untestable } from "../../../base/errors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { itemsOf } from "../lists/pages.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { exampled } from "./fill.ts";
import { serves } from "./without-payload.ts";

/** The four events of the telephony system, under which an overlay gives their payloads as examples. */
const events = ["enable", "notify", "save", "disable"] as const;

const needs = ["installed", "mutations", "overlay.sendVoipEvent", "credentials.system_user_token"];

/** A day and its neighbours on the target's clock: a call that is saved now lies among them in every time zone. */
const around = (world: World): { date_from: string; date_to: string } => {
  const [date_from = "", date_to = ""] = [-1, 1].map((days) =>
    new Date(world.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  return { date_from, date_to };
};

async function history(world: World): Promise<{ exchange: Exchange; ids: unknown[] }> {
  const exchange = await world.ask("listCalls", {
    body: { salon_id: world.fixture("location_id"), ...around(world) },
    authorization: world.as("system_user_token"),
  });
  world.needs(exchange, 200);
  return { exchange, ids: (itemsOf(exchange) ?? []).map(({ id }) => id) };
}

/** Sends an event; what stops it is judged by another proof. */
const send = (world: World, name: (typeof events)[number]): Promise<Exchange> =>
  world.ask("sendVoipEvent", exampled(world, "sendVoipEvent", { name }));

/** Saves a call, and tells what is new in the history. */
async function save(world: World): Promise<{ exchange: Exchange; isStored: boolean }> {
  if (world.can("seed")) await world.control.seed(world.fixture("location_id"), "calls", []);
  const before = await history(world);
  await send(world, "save");
  const { exchange, ids } = await history(world);
  return { exchange, isStored: ids.some((id) => !before.ids.includes(id)) };
}

/** Proofs of the telephony integration, whose payloads an overlay gives. */
export const telephonyProofs: Proof[] = [
  proof("VOIP-1", "every event of the telephony system is taken", needs, async (world) => {
    for (const name of events) await serves(world, "VOIP-1", "sendVoipEvent", { name });
  }),

  proof("VOIP-2", "a call that is saved stands in the history", needs, async (world) => {
    world.needs(await send(world, "enable"), 200, 201, 202, 204);
    const { exchange, isStored } = await save(world);
    world.holds("VOIP-2", exchange, isStored, "a history without the call that was saved", "the call", "/data");
  }),

  proof("VOIP-3", "a call that is sent while the integration is disabled is not saved", needs, async (world) => {
    world.needs(await send(world, "enable"), 200, 201, 202, 204);
    if (!(await save(world)).isStored) throw new Untestable("no call is saved while the integration is enabled");
    await send(world, "disable");
    const { exchange, isStored } = await save(world);
    world.holds("VOIP-3", exchange, !isStored, "a call that was saved while disabled", "no call", "/data");
  }),
];
