import { days } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { valuesIn } from "../../model/examples.ts";
import { dataAccess, freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { callList } from "../lists/calls.ts";
import { itemsOf as knownItems, readList } from "../lists/driven-list.ts";
import { itemsOf } from "../steps/answers.ts";
import { ensureInstalled, fixtureLink, install } from "../steps/installing.ts";
import { exampleRequest } from "./example-requests.ts";
import { callRightly } from "./success.ts";

/** The four events of the telephony system, under whose names an overlay gives their payloads as examples. */
const events = ["enable", "notify", "save", "disable"] as const;

const needs: readonly Need[] = [...dataAccess, "mutations", "overlay.sendVoipEvent"];

const needsOfFreshWorld: readonly Need[] = [
  ...freshInstallation,
  "credentials.system_user_token",
  "overlay.sendVoipEvent",
];

/** Yesterday and tomorrow on the target's clock: a call that is saved now lies between them in every time zone. */
function today(world: World): { date_from: string; date_to: string } {
  const dayAfter = (count: number) => dayOf(world.now() + days(count));
  return { date_from: dayAfter(-1), date_to: dayAfter(1) };
}

async function readHistory(world: World, location = world.fixture("location_id")): Promise<unknown[]> {
  const exchange = await world.request("listCalls", {
    body: { salon_id: location, ...today(world) },
    as: "system_user_token",
  });
  world.requireStatus(exchange, 200);
  return (itemsOf(exchange) ?? []).map(({ id }) => id);
}

const sendEvent = (world: World, name: (typeof events)[number]): Promise<Exchange> =>
  world.request("sendVoipEvent", exampleRequest(world, "sendVoipEvent", { name }));

const enable = async (world: World): Promise<void> =>
  world.requireStatus(await sendEvent(world, "enable"), 200, 201, 202, 204);

/** The second Location, where its history can be read: routing settings may choose it for a call. */
async function otherLocations(world: World): Promise<number[]> {
  const { second_location_id: location } = world.target.fixtures;
  if (location === undefined) return [];
  try {
    await ensureInstalled(world, fixtureLink(world, { location }));
    return [location];
  } catch (error) {
    if (error instanceof Untestable) return [];
    throw error;
  }
}

/** Saves a call, and returns whether it is new in a history of the chain; the fixtures' own is read last. */
async function saveCall(world: World): Promise<boolean> {
  const locations = [...(await otherLocations(world)), world.fixture("location_id")];
  if (world.can("seed")) for (const location of locations) await world.control.seed(location, "calls", []);
  const before = new Map<number, unknown[]>();
  for (const location of locations) before.set(location, await readHistory(world, location));
  await sendEvent(world, "save");
  let isNew = false;
  for (const location of locations)
    for (const id of await readHistory(world, location)) isNew ||= before.get(location)?.includes(id) === false;
  return isNew;
}

/** Asks for the calls of these days by what the last one of them says: one that was saved is found like any other. */
async function askForLast(world: World): Promise<void> {
  const list = callList(world, today(world));
  const last = knownItems(world, list).at(-1);
  if (!last) return;
  const { caller_phone: phone, type, status } = last;
  for (const filter of [{ phone }, { types: [type] }, { statuses: [status] }, { phone, types: [type] }])
    await readList(world, list, filter);
}

/** The phone of the call that an overlay's example saves, where it is given under the history's name. */
function phoneOfExample(world: World): string {
  const { caller_phone } = valuesIn(exampleRequest(world, "sendVoipEvent", { name: "save" }).body);
  if (caller_phone === undefined) throw new Untestable("the overlay's example of sendVoipEvent has no caller_phone");
  return String(caller_phone);
}

/** A phone number of the same length that is another one. */
const otherPhone = (phone: string): string => phone.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

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
    ["VOIP-2", "CALL-7", "CALL-8", "CALL-9", "CALL-10"],
    "a call that is saved is in the history",
    needs,
    async (world) => {
      await enable(world);
      if (await saveCall(world)) await askForLast(world);
    },
  ),

  proof(
    "a-call-that-is-sent-before-the-integration-is-enabled-is-not-saved",
    ["VOIP-6"],
    "a call that is sent before the integration is enabled is not saved",
    needsOfFreshWorld,
    async (world) => {
      await install(world, fixtureLink(world));
      await saveCall(world);
      await enable(world);
      if (!(await saveCall(world))) throw new Untestable("no call is saved while the integration is enabled");
    },
  ),

  proof(
    "calls-of-a-client-and-of-a-stranger-are-saved",
    ["CALL-18"],
    "calls of a client and of a stranger are saved",
    [...needsOfFreshWorld, "control.seed"],
    async (world) => {
      const phone = phoneOfExample(world);
      await install(world, fixtureLink(world));
      await enable(world);
      for (const phones of [[otherPhone(phone), phone], [otherPhone(phone)]]) {
        await world.control.seed(
          world.fixture("location_id"),
          "clients",
          phones.map((each) => ({ phone: each })),
        );
        await saveCall(world);
      }
    },
  ),

  proof(
    "a-saved-call-in-the-histories-of-a-chain",
    ["VOIP-7"],
    "a saved call in the histories of a chain",
    [...needs, "fixtures.second_location_id"],
    async (world) => {
      await enable(world);
      await saveCall(world);
      const [own, other] = [await readHistory(world), await readHistory(world, world.fixture("second_location_id"))];
      world.observe(
        "VOIP-8: a saved call stands in the history of another Location",
        other.some((id) => own.includes(id)),
      );
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
