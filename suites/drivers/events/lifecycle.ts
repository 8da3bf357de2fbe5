import type { Receiver } from "../../../harness/receiver.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { recordEvents } from "../../../specs/webhook-events.ts";
import type { LinkId } from "../../model/link-id.ts";
import { confirmationWindow, edge, webhookTimeout } from "../../model/time-limits.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, unlessQuick } from "../../schedule/run/proof.ts";
import { unissuedToken } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { disable, freeze } from "../journeys/endings.ts";
import { grantByStrangers } from "../journeys/grants.ts";
import { callForData, readListed } from "../journeys/steps.ts";
import { exampleRequest } from "../payloads/example-requests.ts";
import {
  confirm,
  confirmAtWrongHost,
  fixtureLink,
  grant,
  install,
  secondLink,
  uninstall,
} from "../steps/installing.ts";
import { requireGone } from "../steps/link-status.ts";
import {
  addressForms,
  awaitLifecycleEvent,
  awaitRetries,
  lifecycleNeeds,
  receiving,
  recordsPath,
  sendLifecycleTo,
} from "./steps.ts";

const ids: readonly RequirementId[] = ["LIFE-1", "LIFE-2", "LIFE-3", "LIFE-8"];
const needs: readonly Need[] = [...freshInstallation, ...lifecycleNeeds];

type Step = (world: World, link: LinkId) => Promise<unknown>;

const timeOut: Step = async (world, link) => {
  await grant(world, link);
  await world.advanceTo(world.now() + confirmationWindow + edge);
  await confirm(world, link);
};

/** Reports a payment, where an overlay says how. */
const pay: Step = async (world) => {
  const operation = "reportPayment";
  if (world.operation(operation).isOverlaid) await world.request(operation, exampleRequest(world, operation));
};

/** Ways to a link, which send no lifecycle event but for a freeze. */
const beginnings: Record<string, Step[]> = {
  pending: [grant],
  "pending after a reconnect": [grant, grant],
  active: [install],
  "active after it timed out": [timeOut, grant, confirm],
  "active a second time": [install, uninstall, requireGone, install, pay],
  "active after a freeze and an end": [install, freeze, uninstall, requireGone, install],
  freezed: [install, freeze],
};

/** The ends of a link, and the beginnings that each is tried after. */
const endings: Record<string, { step: Step; from: readonly string[] }> = {
  freeze: { step: freeze, from: Object.keys(beginnings).filter((state) => state.startsWith("active")) },
  disabling: { step: disable, from: Object.keys(beginnings) },
  uninstalling: { step: uninstall, from: ["pending", "active", "freezed"] },
};

/** Has lifecycle events and, beside them, webhooks about records of Locations sent to a receiver. */
async function listen(world: World, receiver: Receiver, ...links: readonly LinkId[]): Promise<void> {
  await sendLifecycleTo(world, receiver);
  for (const { location } of links)
    await world.control.subscribe(location, receiver.url(recordsPath), [...recordEvents.keys()]);
}

/** Where the lifecycle events of the other application are sent to. */
const otherPath = "/lifecycle-of-another";

/** The links of two applications at two Locations, all of them active, whose lifecycle events go to an address each. */
async function installFour(world: World, receiver: Receiver): Promise<Record<"own" | "other", [LinkId, LinkId]>> {
  const application = world.fixture("fast_application_id");
  const own: [LinkId, LinkId] = [fixtureLink(world), await secondLink(world)];
  const other: [LinkId, LinkId] = [fixtureLink(world, { application }), await secondLink(world, { application })];
  await awaitLifecycleEvent(world);
  await listen(world, receiver, ...own);
  await sendLifecycleTo(world, receiver, otherPath, other[0]);
  for (const link of own) await install(world, link);
  for (const link of other) world.requireStatus(await grant(world, link), 201);
  await awaitLifecycleEvent(world);
  return { own, other };
}

/** The receiver's behaviour to the lifecycle events of each link: to a freeze, and to an uninstall. It refuses first, so that it sees every retry that follows. */
const behaviours = [
  ["refused", "reset"],
  [500, 404],
  [503, 302],
  ["silent", "silent"],
] as const;

/** Lets something happen to links, each with another answer. */
async function answerEach(world: World, receiver: Receiver, links: readonly LinkId[], step: Step): Promise<void> {
  for (const [index, link] of links.entries()) {
    const behaviour = behaviours[index]?.[step === freeze ? 0 : 1] ?? 500;
    if (behaviour === "refused") await receiver.refuse();
    else for (const path of ["/lifecycle", otherPath]) receiver.answer(path, behaviour);
    await step(world, link);
    await awaitLifecycleEvent(world);
    await world.advanceTo(world.now() + webhookTimeout + edge);
    if (behaviour === "refused") await receiver.listen();
  }
  await awaitRetries(world, step === disable);
}

/** Grants and callbacks that must be refused, as far as the profile has who and where. */
async function tryInVain(world: World, link: LinkId): Promise<void> {
  const { blocked_location_id: blocked } = world.target.fixtures;
  await grant(world, link, "partner_token");
  await grantByStrangers(world, link);
  if (blocked !== undefined) await grant(world, { ...link, location: blocked });
  await confirmAtWrongHost(world, link);
  await confirm(world, link, `Bearer ${unissuedToken}`);
}

/** Lifecycle events: of what the platform and the partner do to links, from every state, to every address. */
export const lifecycleEventDrivers: Proof[] = [
  ...Object.entries(endings).flatMap(([name, { step, from }]) =>
    from.map((state) =>
      receiving(
        `lifecycle-events-of-${name}-a-link-that-is-${state}`,
        ids,
        `lifecycle events of ${name} a link that is ${state}`,
        needs,
        async (world, receiver) => {
          const link = fixtureLink(world);
          await listen(world, receiver, link);
          for (const begin of beginnings[state] ?? []) await begin(world, link);
          await awaitLifecycleEvent(world);
          await step(world, link);
          await awaitLifecycleEvent(world);
          await awaitRetries(world);
        },
      ),
    ),
  ),

  receiving(
    "what-is-refused-late-or-repeated-sends-no-lifecycle-event",
    ids,
    "what is refused, late or repeated sends no lifecycle event",
    needs,
    async (world, receiver) => {
      const link = fixtureLink(world);
      await listen(world, receiver, link);
      for (const step of [tryInVain, confirm, tryInVain]) await step(world, link);
      world.requireStatus(await grant(world, link), 201);
      await tryInVain(world, link);
      await world.advanceTo(world.now() + confirmationWindow + edge);
      for (const step of [confirm, grant, confirm, confirm, tryInVain]) await step(world, link);
      await awaitLifecycleEvent(world);
    },
  ),

  receiving(
    "lifecycle-events-go-to-the-address-of-their-own-application-as-it-is-set-now",
    [...ids, "INST-3", "INST-18", "LOC-8"],
    "lifecycle events go to the address of their own application, as it is set now",
    [...needs, "fixtures.second_location_id", "fixtures.fast_application_id"],
    async (world, receiver) => {
      const { own, other } = await installFour(world, receiver);
      const end = async (step: Step, ...links: readonly LinkId[]) => {
        for (const link of links) await step(world, link);
        await awaitLifecycleEvent(world);
      };
      await end(freeze, own[0], other[0]);
      await end(freeze, other[1]);
      await callForData(world, own[1]);
      await readListed(world, own[1]);
      await end(disable, other[1]);
      await world.control.sendLifecycleTo(own[1].application, null);
      await end(freeze, own[1]);
      await sendLifecycleTo(world, receiver, "/replaced");
      await end(disable, own[1]);
      // A partner may have both kinds of webhooks sent to one address.
      await sendLifecycleTo(world, receiver, recordsPath);
      await end(disable, own[0]);
      await requireGone(world, own[0]);
      for (const step of [grant, confirm]) await step(world, own[0]);
      await end(disable, own[0], other[0]);
    },
  ),

  ...unlessQuick(
    receiving(
      "lifecycle-events-go-to-an-address-as-it-was-written-in-every-form",
      ids,
      "lifecycle events go to an address as it was written, in every form",
      needs,
      async (world, receiver) => {
        const link = fixtureLink(world);
        for (const path of addressForms) {
          await sendLifecycleTo(world, receiver, path);
          for (const step of [install, freeze, disable]) {
            await step(world, link);
            await awaitLifecycleEvent(world);
          }
        }
      },
    ),
  ),

  receiving(
    "a-lifecycle-event-comes-once-whatever-it-is-answered",
    ids,
    "a lifecycle event comes once, whatever it is answered",
    [...needs, "fixtures.second_location_id", "fixtures.fast_application_id"],
    async (world, receiver) => {
      const { own, other } = await installFour(world, receiver);
      for (const step of [freeze, disable]) await answerEach(world, receiver, [...own, ...other], step);
    },
  ),
];
