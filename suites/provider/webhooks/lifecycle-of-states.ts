import type { Receiver } from "../../../harness/receiver.ts";
import { disable, freeze } from "../../drivers/journeys/endings.ts";
import type { LinkId } from "../../model/link-id.ts";
import { confirmationWindow, edge } from "../../model/time-limits.ts";
import { confirm, fixtureLink, grant, install, uninstall } from "../run/installing.ts";
import {
  awaitLifecycleEvent,
  checkLifecycleEvent,
  checkNoLifecycleEvent,
  type LifecycleEvent,
  lifecycleNeeds,
  lifecyclePath,
  sendLifecycleTo,
} from "../run/lifecycle.ts";
import { requireGone } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { receivingProof } from "../run/receiving.ts";
import type { World } from "../run/world.ts";

type Step = (world: World, link: LinkId) => Promise<unknown>;

const timeOut: Step = async (world, link) => {
  await grant(world, link);
  await world.advanceTo(world.now() + confirmationWindow + edge);
  await confirm(world, link);
};

/** Ways to a link, each with the steps that send no lifecycle event. */
const beginnings: Record<string, Step[]> = {
  pending: [grant],
  active: [install],
  "active after it timed out": [timeOut, grant, confirm],
  "active a second time": [install, uninstall, requireGone, install],
  "active after a freeze and an end": [install, freeze, uninstall, requireGone, install],
  freezed: [install, freeze],
};

/** What the platform does to a link, and the event that it sends. */
interface PlatformAct {
  step: Step;
  event: LifecycleEvent;
  /** The states that it is done from. */
  from: readonly string[];
}

const acts: Record<string, PlatformAct> = {
  freeze: {
    step: freeze,
    event: "freeze",
    from: Object.keys(beginnings).filter((state) => state.startsWith("active")),
  },
  disabling: { step: disable, event: "uninstall", from: Object.keys(beginnings) },
};

async function judgeEvent(
  world: World,
  receiver: Receiver,
  state: string,
  { step, event }: PlatformAct,
): Promise<void> {
  const link = fixtureLink(world);
  await sendLifecycleTo(world, receiver);
  for (const begin of beginnings[state] ?? []) await begin(world, link);
  await awaitLifecycleEvent(world);
  receiver.arrivals.length = 0;
  await step(world, link);
  await awaitLifecycleEvent(world);
  const sent = receiver.arrivals.filter(({ path }) => path === lifecyclePath);
  checkLifecycleEvent(world, sent, event, `a link that is ${state}`);
  receiver.arrivals.length = 0;
}

/** Lets the partner uninstall, which sends no freeze; whether it sends the uninstall event is open. */
async function judgeUninstalling(world: World, receiver: Receiver, state: string): Promise<void> {
  const link = fixtureLink(world);
  await sendLifecycleTo(world, receiver);
  for (const begin of beginnings[state] ?? []) await begin(world, link);
  await awaitLifecycleEvent(world);
  receiver.arrivals.length = 0;
  await uninstall(world, link);
  await awaitLifecycleEvent(world);
  checkNoLifecycleEvent(world, receiver.arrivals, "uninstalling", ["freeze"]);
}

/** Proofs that a freeze and a disabling send their event, whatever the link has been through. */
export const lifecycleStateProofs: Proof[] = [
  ...Object.entries(acts).flatMap(([name, act]) =>
    act.from.map((state) =>
      receivingProof(
        "LIFE-1 LIFE-2 LIFE-8",
        `a ${name} of a link that is ${state} sends its event`,
        [...freshInstallation, ...lifecycleNeeds],
        (world, receiver) => judgeEvent(world, receiver, state, act),
      ),
    ),
  ),
  ...["pending", "active", "freezed"].map((state) =>
    receivingProof(
      "LIFE-8",
      `uninstalling a link that is ${state} sends no freeze`,
      [...freshInstallation, ...lifecycleNeeds],
      (world, receiver) => judgeUninstalling(world, receiver, state),
    ),
  ),
];
