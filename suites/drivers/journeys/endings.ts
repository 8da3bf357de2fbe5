import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { saysNoLink } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { confirm, fixtureLink, grant, install, requestUninstall, secondLink, uninstall } from "../steps/installing.ts";
import { linkRemains, observedState, readStatus } from "../steps/link-status.ts";
import { callForData, callForSomeData, listCompanies, readBoth, readListed } from "./steps.ts";

export const freeze = (world: World, { location, application }: LinkId): Promise<void> =>
  world.control.freeze(location, application);

export const disable = (world: World, { location, application }: LinkId): Promise<void> =>
  world.control.disable(location, application);

type Step = (world: World, link: LinkId) => Promise<unknown>;

/** The states that a link can end from, and the steps that bring it there. */
const beginnings: Record<string, Step[]> = { pending: [grant], active: [install], freezed: [install, freeze] };

/** How a link ends: by the partner, or by the platform. */
const endings: Record<string, Step> = { uninstalling: uninstall, disabling: disable };

/** Everything that shows the state of a link. */
async function lookAround(world: World, link: LinkId): Promise<void> {
  await readBoth(world, link);
  await callForData(world, link);
  await readListed(world, link);
}

/** Observes what a freezed link still serves, and what leads out of it. */
async function observeFreezed(world: World, link: LinkId): Promise<void> {
  for (const { request, response } of await callForData(world, link))
    world.observe(`INST-19: status of ${request.operation.id} while the link is freezed`, response.status);
  for (const [name, step] of [
    ["callback", confirm],
    ["grant", grant],
  ] as const) {
    const { response } = await step(world, link);
    world.observe(`INST-9: status of a ${name} on a freezed link`, response.status);
    world.observe(`INST-9: state of a freezed link after a ${name}`, observedState(await readStatus(world, link)));
  }
}

const ids: readonly RequirementId[] = [
  "INST-1",
  "INST-3",
  "INST-11",
  "INST-12",
  "INST-13",
  "INST-14",
  "INST-17",
  "INST-18",
  "INST-26",
  "STAT-6",
  "LOC-8",
];

/** Ends a link, or freezes it, from every state, for every kind of application, and a second time. */
export const endingJourneys: Proof[] = [
  proof(
    "a-freeze-of-an-active-link",
    ["INST-12", "STAT-1", "STAT-4", "STAT-5", "STAT-6", "STAT-10"],
    "a freeze of an active link",
    [...freshInstallation, "control.links"],
    async (world) => {
      const link = fixtureLink(world);
      await install(world, link);
      await lookAround(world, link);
      await freeze(world, link);
      await lookAround(world, link);
      await observeFreezed(world, link);
    },
  ),

  ...Object.entries(beginnings).flatMap(([state, begin]) =>
    Object.entries(endings).map(([name, end]) =>
      proof(
        `${name}-a-link-that-is-${state}-and-installing-it-again`,
        ids,
        `${name} a link that is ${state}, and installing it again`,
        [...freshInstallation, "control.links"],
        async (world) => {
          const link = fixtureLink(world);
          // Where nothing else is connected, one page shows the whole list.
          if (world.can("seed")) await world.control.seedConnected(link.application, []);
          for (const step of begin) await step(world, link);
          await lookAround(world, link);
          await end(world, link);
          const reading = await readStatus(world, link);
          world.observe(`INST-15: status after ${name} a link that is ${state}`, observedState(reading));
          if (!saysNoLink(reading)) throw linkRemains(reading);
          await lookAround(world, link);
          await confirm(world, link);
          await readBoth(world, link);
          for (const step of [grant, confirm, freeze, disable]) {
            await step(world, link);
            await lookAround(world, link);
          }
        },
      ),
    ),
  ),

  proof("uninstalling-an-active-link", ["INST-13"], "uninstalling an active link", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await uninstall(world, link);
    world.observe("INST-15: status after uninstalling an active link", observedState(await readStatus(world, link)));
    await lookAround(world, link);
    await install(world, link);
    await lookAround(world, link);
    await uninstall(world, link);
    // The answer to uninstalling where nothing is installed is open, but for a server error.
    await requestUninstall(world, link);
  }),

  proof(
    "fast-installs-that-are-uninstalled-disabled-and-frozen",
    ["INST-12", "INST-13", "INST-14"],
    "fast installs that are uninstalled, disabled and frozen",
    [...freshInstallation, "control.links", "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) => {
      const application = world.fixture("fast_application_id");
      const [first, second] = [fixtureLink(world, { application }), await secondLink(world, { application })];
      for (const link of [first, second]) {
        await grant(world, link);
        await readBoth(world, link);
      }
      await disable(world, first);
      await freeze(world, second);
      await readBoth(world, first, second);
      await uninstall(world, second);
      await readBoth(world, second);
    },
  ),

  proof(
    "data-calls-at-two-locations-each-with-a-link-of-its-own",
    ["INST-17", "INST-18", "INST-27"],
    "data calls at two Locations, each with a link of its own",
    [...freshInstallation, "credentials.system_user_token", "fixtures.second_location_id"],
    async (world) => {
      const links = [fixtureLink(world), await secondLink(world)] as const;
      const [first, second] = links;
      await callForData(world, ...links);
      await callForSomeData(world, first);
      await install(world, first);
      // The first link stays active, whatever becomes of the second.
      const steps: Step[] = [
        () => Promise.resolve(),
        grant,
        confirm,
        ...(world.can("links") ? [freeze] : []),
        requestUninstall,
      ];
      for (const step of steps) {
        await step(world, second);
        await readStatus(world, second);
        await callForData(world, ...links);
        await listCompanies(world);
        if (step === grant) await callForSomeData(world, second);
      }
    },
  ),

  proof(
    "data-calls-where-only-another-application-is-active",
    ["INST-17"],
    "data calls where only another application is active",
    [...freshInstallation, "credentials.system_user_token", "fixtures.fast_application_id"],
    async (world) => {
      const other = fixtureLink(world, { application: world.fixture("fast_application_id") });
      await grant(world, other);
      await readBoth(world, other, fixtureLink(world));
      await callForData(world, other);
    },
  ),
];
