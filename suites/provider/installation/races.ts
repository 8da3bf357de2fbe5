import type { Exchange } from "../../../harness/exchange.ts";
import type { InstallState, Trigger } from "../../../specs/install-machine.ts";
import { atDepth, atOnce } from "../run/at-once.ts";
import { confirm, fixtureLink, grant, install, requestUninstall, secondLink, uninstall } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { describeReading, readStatus, requireGone, type StatusReading } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { type RacedStep, statesAfterSomeOrder } from "./model/orders.ts";
import { checkLogged } from "./status-checks.ts";

const needs = [...freshInstallation, atDepth];

/** Calls for one link that were made at once: the state before, and what each was. */
interface Race {
  name: string;
  requirement: string;
  link: LinkId;
  from: InstallState;
  steps: [trigger: Trigger, exchange: Exchange][];
}

const inWindow = { "in window": true, "out of window": false };

/** Judges calls that were made at once: some order of them must lead to what is seen. A refusal that no order explains is observed alone. */
async function judgeRace(world: World, { name, requirement, link, from, steps }: Race): Promise<StatusReading> {
  const raced = steps.map(
    ([trigger, { response }]): RacedStep => ({ trigger, facts: inWindow, status: response.status }),
  );
  const answers = steps.map(([trigger, { response }]) => `${trigger} ${response.status}`);
  const fitting = statesAfterSomeOrder(from, raced);
  const accepted = raced.filter(({ status }) => status < 400);
  const possible = fitting.size > 0 ? fitting : statesAfterSomeOrder(from, accepted);
  const reading = await readStatus(world, link);
  if (possible.size > 0)
    world.check(
      requirement,
      [...possible].some((state) => readsAs(reading, state)),
      {
        exchange: reading.exchange,
        found: `${describeReading(reading)} after ${answers.join(" and ")} at once`,
        expected: `${[...possible].join(" or ")}, as after some order of the calls`,
      },
    );
  const seen = { answers: answers.toSorted(), reads: describeReading(reading) };
  world.observe(`race: ${name}`, fitting.size > 0 ? seen : { ...seen, fits: "no order of the calls" });
  return reading;
}

/** Whether a reading fits a state; what a link that has ended reads is open, but not active. */
const readsAs = (reading: StatusReading, state: InstallState): boolean =>
  state === "uninstalled" ? reading.state !== "active" : reading.state === state;

/** Uninstalls once, one call after the other: where the status does not say then that there is no link, nothing follows for calls at once. */
async function requireThatUninstallingEnds(world: World, link: LinkId): Promise<void> {
  await install(world, link);
  await uninstall(world, link);
  await requireGone(world, link);
}

/** Proofs that calls made at once leave a link as some order of them would. */
export const raceProofs: Proof[] = [
  proof("INST-3 INST-40 STAT-6 ENV-5", "the same callback twice at once confirms one link", needs, async (world) => {
    const link = fixtureLink(world);
    world.requireStatus(await grant(world, link), 201);
    const [first, second] = await atOnce(
      world,
      () => confirm(world, link),
      () => confirm(world, link),
    );
    if (!first || !second) return;
    const steps: Race["steps"] = [
      ["callback", first],
      ["callback", second],
    ];
    const reading = await judgeRace(world, { name: "callbacks", requirement: "INST-3", link, from: "pending", steps });
    if (reading.state === "active") checkLogged(world, "STAT-6", reading, "pending", "active");
  }),

  proof("INST-1 STAT-7 ENV-5", "the same grant twice at once makes one link", needs, async (world) => {
    const link = fixtureLink(world);
    const [first, second] = await atOnce(
      world,
      () => grant(world, link),
      () => grant(world, link),
    );
    if (!first || !second) return;
    const steps: Race["steps"] = [
      ["grant_access", first],
      ["grant_access", second],
    ];
    const reading = await judgeRace(world, { name: "grants", requirement: "INST-1", link, from: "uninstalled", steps });
    if (reading.state === "pending") checkLogged(world, "STAT-7", reading, "uninstalled", "pending");
  }),

  proof(
    "INST-1 INST-3 STAT-6 STAT-7",
    "grants and callbacks at two Locations at once do not disturb each other",
    [...needs, "fixtures.second_location_id"],
    async (world) => {
      const links = [fixtureLink(world), await secondLink(world)];
      const granted = await atOnce(world, ...links.map((link) => () => grant(world, link)));
      for (const [index, link] of links.entries()) {
        const reading = await judgeOne(world, "INST-1", link, "uninstalled", ["grant_access", granted[index]]);
        if (reading?.state === "pending") checkLogged(world, "STAT-7", reading, "uninstalled", "pending");
      }
      const confirmed = await atOnce(world, ...links.map((link) => () => confirm(world, link)));
      for (const [index, link] of links.entries()) {
        const reading = await judgeOne(world, "INST-3", link, "pending", ["callback", confirmed[index]]);
        if (reading?.state === "active") checkLogged(world, "STAT-6", reading, "pending", "active");
      }
    },
  ),

  ...(
    [
      ["callback", "pending", confirm],
      ["grant_access", "active", grant],
    ] as const
  ).map(([trigger, from, send]) =>
    proof("INST-13", `a ${trigger} beside an uninstall leaves no active link`, needs, async (world) => {
      const link = fixtureLink(world);
      await requireThatUninstallingEnds(world, link);
      world.requireStatus(await grant(world, link), 201);
      if (from === "active") world.requireStatus(await confirm(world, link), 201);
      if ((await readStatus(world, link)).state !== from) return;
      const [other, ended] = await atOnce(
        world,
        () => send(world, link),
        () => requestUninstall(world, link),
      );
      if (!other || !ended) return;
      const steps: Race["steps"] = [
        [trigger, other],
        ["uninstall", ended],
      ];
      await judgeRace(world, { name: `${trigger} beside uninstall`, requirement: "INST-13", link, from, steps });
    }),
  ),
];

const judgeOne = async (
  world: World,
  requirement: string,
  link: LinkId,
  from: InstallState,
  [trigger, exchange]: [Trigger, Exchange | undefined],
): Promise<StatusReading | undefined> =>
  exchange &&
  judgeRace(world, { name: `${trigger} at two Locations`, requirement, link, from, steps: [[trigger, exchange]] });
