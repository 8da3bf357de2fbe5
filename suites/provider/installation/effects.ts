import { Untestable } from "../../../base/errors.ts";
import type { Receiver } from "../../../harness/receiver.ts";
import { confirm, fixtureLink, grant, install, uninstall } from "../run/installing.ts";
import { lifecycleNeeds, sendLifecycleTo } from "../run/lifecycle.ts";
import type { LinkId } from "../run/link-id.ts";
import { checkNotActive, saysNoLink } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, unlessQuick } from "../run/proof.ts";
import { receivingProof } from "../run/receiving.ts";
import { confirmationWindow, edge } from "../run/time-limits.ts";
import type { World } from "../run/world.ts";
import { LinkWatch } from "./link-watch.ts";
import { changesIn } from "./status-checks.ts";

const needs = [...freshInstallation, ...lifecycleNeeds];

/** Watches the fixtures' link, in a world where no other Location is connected if that can be had. */
async function watchLink(world: World, receiver: Receiver): Promise<{ link: LinkId; watch: LinkWatch }> {
  const link = fixtureLink(world);
  await sendLifecycleTo(world, receiver);
  if (world.can("seed")) await world.control.seedConnected(link.application, []);
  return { link, watch: new LinkWatch(world, receiver, link) };
}

const freeze = (world: World, { location, application }: LinkId): Promise<void> =>
  world.control.freeze(location, application);

const disable = (world: World, { location, application }: LinkId): Promise<void> =>
  world.control.disable(location, application);

/** The states that a link can end from, and how it is brought there. */
const beginnings: Record<string, (world: World, link: LinkId) => Promise<void>> = {
  pending: async (world, link) => world.requireStatus(await grant(world, link), 201),
  active: install,
  freezed: async (world, link) => {
    await install(world, link);
    await freeze(world, link);
  },
};

/** How a link ends: by whom, which requirement says so, and the lifecycle event; whether the partner's own uninstalling sends one is open. */
const endings = {
  uninstalling: { end: uninstall, requirement: "INST-13", event: "no freeze" },
  disabling: { end: disable, requirement: "INST-14", event: "uninstall" },
} as const;

/** Judges a second installation and what may follow it, with all effects; the link is gone before. */
async function checkSecondTime(world: World, link: LinkId, watch: LinkWatch): Promise<void> {
  const common = { isChange: true, event: "none of both" } as const;
  world.checkStatus("INST-1", await grant(world, link), 201);
  await watch.check({
    ...common,
    occasion: "a second grant",
    requirement: "INST-1",
    state: "pending",
    data: "refused",
  });
  world.checkStatus("INST-3", await confirm(world, link), 201);
  const occasion = "a second confirmation";
  await watch.check({ ...common, occasion, requirement: "INST-3", state: "active", data: "served", isListed: true });
  await freeze(world, link);
  const again = { ...common, occasion: "a link that was installed again", event: "freeze" } as const;
  await watch.check({ ...again, requirement: "INST-12", state: "freezed" });
  await disable(world, link);
  await watch.check({ occasion: again.occasion, requirement: "INST-14", event: "uninstall" });
}

/** Proofs that every transition has all its effects, from every state and every time. */
export const effectProofs: Proof[] = [
  ...unlessQuick(
    receivingProof(
      "INST-1 INST-3 INST-4 INST-6 INST-12 INST-17 INST-18 INST-26 STAT-6 LIFE-1 LIFE-8 LOC-8",
      "a link that timed out, was reconnected, confirmed and frozen shows each step in all places",
      needs,
      async (world, receiver) => {
        const { link, watch } = await watchLink(world, receiver);
        const none = { event: "none of both" } as const;
        await watch.checkListed(false);
        world.requireStatus(await grant(world, link), 201);
        await watch.check({ ...none, occasion: "a grant", requirement: "INST-1", state: "pending", isChange: true });
        await world.advanceTo(world.now() + confirmationWindow + edge);
        await confirm(world, link);
        const late = { ...none, occasion: "a late callback", requirement: "INST-4" };
        await watch.check({ ...late, state: "pending", data: "refused" });
        if (!world.checkStatus("INST-6", await grant(world, link), 201)) return;
        const reconnected = { ...none, occasion: "a reconnect", requirement: "INST-6" };
        const reading = await watch.check({ ...reconnected, state: "pending", data: "refused" });
        const changes = changesIn(reading);
        if (changes.length > 0)
          world.check("STAT-6", !changes.some((change) => change.endsWith("→ active")), {
            exchange: reading.exchange,
            found: changes.join(", "),
            expected: "no change to active before the callback",
            pointer: "/data/logs",
          });
        world.checkStatus("INST-6", await confirm(world, link), 201);
        const confirmed = { ...none, occasion: "a confirmation after a reconnect", requirement: "INST-6" };
        await watch.check({ ...confirmed, state: "active", isChange: true, data: "served", isListed: true });
        await freeze(world, link);
        const frozen = { occasion: "a link that was reconnected", event: "freeze", requirement: "INST-12" } as const;
        await watch.check({ ...frozen, state: "freezed", isChange: true });
      },
    ),
  ),

  ...Object.entries(beginnings).flatMap(([state, begin]) =>
    Object.entries(endings).flatMap(([name, { end, requirement, event }]) => {
      // One of the ways is gone twice.
      const isAgain = state === "freezed" && name === "uninstalling";
      const own = receivingProof(
        `${requirement} INST-11 INST-17 INST-26 LIFE-8 LOC-8${event === "uninstall" ? " LIFE-2" : ""}${isAgain ? " INST-1 INST-3 INST-12 INST-14 INST-18 STAT-6 LIFE-1 LIFE-2" : ""}`,
        `${name} a link that is ${state} shows in all places`,
        needs,
        async (world, receiver) => {
          const { link, watch } = await watchLink(world, receiver);
          await begin(world, link);
          await watch.begin();
          await end(world, link);
          const reading = await watch.check({ occasion: `a link that is ${state}`, requirement, event });
          // What is open of a link that has ended is open only while the status still tells of it.
          if (!saysNoLink(reading))
            throw new Untestable(`the status of a link that has ended reads ${JSON.stringify(reading.state)}`);
          await watch.checkData("refused");
          await watch.checkListed(false);
          await confirm(world, link);
          await checkNotActive(world, "INST-11", link);
          if (isAgain) await checkSecondTime(world, link, watch);
        },
      );
      return state === "active" ? own : unlessQuick(own);
    }),
  ),
];
