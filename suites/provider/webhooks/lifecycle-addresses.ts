import type { Receiver } from "../../../harness/receiver.ts";
import { recordEvents } from "../../../specs/webhook-events.ts";
import type { LinkId } from "../../model/link-id.ts";
import { edge, webhookTimeout } from "../../model/time-limits.ts";
import { fixtureLink, grant, install, secondLink } from "../run/installing.ts";
import {
  awaitLifecycleEvent,
  checkNoLifecycleEvent,
  lifecycleNeeds,
  lifecyclePath,
  recordsPath,
  sendLifecycleTo,
  tellingOf,
  withoutRecords,
} from "../run/lifecycle.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { awaitRetries, receivingProof } from "../run/receiving.ts";
import type { World } from "../run/world.ts";

const needs = [...freshInstallation, ...lifecycleNeeds, "fixtures.second_location_id", "fixtures.fast_application_id"];

/** Where the lifecycle events of the other application are sent to. */
const otherPath = "/lifecycle-of-another";

/** The links of two applications at two Locations, all of them active, whose lifecycle events go to an address each; webhooks about records go to a third. */
async function installFour(
  world: World,
  receiver: Receiver,
): Promise<{ own: [LinkId, LinkId]; other: [LinkId, LinkId] }> {
  const application = world.fixture("fast_application_id");
  const own: [LinkId, LinkId] = [fixtureLink(world), await secondLink(world)];
  const other: [LinkId, LinkId] = [fixtureLink(world, { application }), await secondLink(world, { application })];
  await awaitLifecycleEvent(world);
  await sendLifecycleTo(world, receiver);
  await sendLifecycleTo(world, receiver, otherPath, other[0]);
  for (const { location } of own)
    await world.control.subscribe(location, receiver.url(recordsPath), [...recordEvents.keys()]);
  for (const link of own) await install(world, link);
  for (const link of other) world.requireStatus(await grant(world, link), 201);
  await awaitLifecycleEvent(world);
  checkNoLifecycleEvent(world, receiver.arrivals, "installing");
  return { own, other };
}

/** What the platform does to a link, the event that this sends, and the requirement that says so. */
const actions = {
  freeze: { event: "freeze", requirement: "LIFE-1" },
  disable: { event: "uninstall", requirement: "LIFE-2" },
} as const;

/** Lets something happen to links, and judges where the lifecycle events of it went. */
async function checkAddresses(
  world: World,
  receiver: Receiver,
  [action, links]: [action: keyof typeof actions, links: readonly LinkId[]],
  occasion: string,
  expected: readonly string[],
): Promise<void> {
  const { event, requirement } = actions[action];
  receiver.arrivals.length = 0;
  for (const { location, application } of links) await world.control[action](location, application);
  await awaitLifecycleEvent(world);
  const paths = tellingOf(withoutRecords(receiver.arrivals), event).map(({ path }) => path);
  const details = {
    found: `events to ${paths.join(", ") || "nobody"} ${occasion}`,
    expected: expected.length > 0 ? `one to ${expected.join(" and one to ")}` : "none",
  };
  if (paths.length > 0)
    world.check("LIFE-3", paths.every((path) => expected.includes(path)) && paths.length <= expected.length, details);
  world.check(requirement, paths.length >= expected.length, details);
}

/** What the receiver does with each lifecycle event: with a freeze, and with an uninstall. It refuses first, so that it sees every retry that follows. */
const behaviours = [
  ["refused", "reset"],
  [500, 404],
  [503, 302],
  ["silent", "silent"],
] as const;

/** Lets something happen to links, each with another answer, and judges that no event comes a second time. */
async function checkOnce(
  world: World,
  receiver: Receiver,
  links: readonly LinkId[],
  action: keyof typeof actions,
): Promise<void> {
  const { event, requirement } = actions[action];
  receiver.arrivals.length = 0;
  let expected = 0;
  for (const [index, { location, application }] of links.entries()) {
    const behaviour = behaviours[index]?.[action === "freeze" ? 0 : 1] ?? 500;
    if (behaviour === "refused") await receiver.refuse();
    else for (const path of [lifecyclePath, otherPath]) receiver.answer(path, behaviour);
    await world.control[action](location, application);
    await awaitLifecycleEvent(world);
    await world.advanceTo(world.now() + webhookTimeout + edge);
    if (behaviour === "refused") await receiver.listen();
    else expected++;
  }
  await awaitRetries(world);
  const { length } = tellingOf(withoutRecords(receiver.arrivals), event);
  world.check(requirement, length === expected, {
    found: `${length} deliveries of ${expected} events that were answered with errors or not at all`,
    expected: "each once, whatever became of others, and none again within three days",
  });
}

/** Proofs of where lifecycle events go, and that they come once whatever they are answered. */
export const lifecycleAddressProofs: Proof[] = [
  receivingProof(
    "LIFE-1 LIFE-2 LIFE-3 LIFE-8",
    "lifecycle events go to the address of their own application, as it is set now",
    needs,
    async (world, receiver) => {
      const { own, other } = await installFour(world, receiver);
      const check = (step: Parameters<typeof checkAddresses>[2], occasion: string, ...expected: string[]) =>
        checkAddresses(world, receiver, step, occasion, expected);
      await check(["freeze", [own[0], other[0]]], "of two freezes at once", lifecyclePath, otherPath);
      await check(["freeze", [other[1]]], "of a freeze at a second Location", otherPath);
      await sendLifecycleTo(world, receiver, "/replaced");
      await check(["freeze", [own[1]]], "after the address was replaced", "/replaced");
      await world.control.sendLifecycleTo(own[0].application, null);
      await check(["disable", [own[0]]], "after the address was taken away");
      await check(["disable", other], "of disablings at two Locations", otherPath, otherPath);
    },
  ),

  receivingProof(
    "LIFE-1 LIFE-2 LIFE-8",
    "a lifecycle event comes once, whatever it is answered",
    needs,
    async (world, receiver) => {
      const { own, other } = await installFour(world, receiver);
      await checkOnce(world, receiver, [...own, ...other], "freeze");
      await checkOnce(world, receiver, [...own, ...other], "disable");
    },
  ),
];
