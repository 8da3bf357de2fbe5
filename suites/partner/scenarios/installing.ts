import { Untestable } from "../../../base/errors.ts";
import { limit } from "../../../specs/limits.ts";
import { trouble } from "../asking.ts";
import { type Certifier } from "../certifier.ts";
import type { Scenario } from "../scenario.ts";
import { isCallback } from "../seen.ts";
import { settled } from "./lifecycle.ts";

/** Connects a Location and says whether the callback came, and whether it was in time. */
async function connects(certifier: Certifier, location: number, requirement: string, when: string): Promise<boolean> {
  const { recorder, links } = certifier;
  const callback = await certifier.connect(location);
  recorder.judged(requirement);
  if (!callback) {
    const asked = certifier.asked("connect", location);
    const waited = Math.round((Date.now() - (asked?.at ?? 0)) / 1000);
    recorder.flaw(requirement, {
      found: `no callback within ${waited} seconds${trouble(asked)}`,
      expected: `one for Location ${location}, ${when}`,
    });
    return false;
  }
  recorder.judged("INST-30", "INST-31");
  const waited = (callback.at - (links.grants(location).at(-1) ?? callback.at)) / 1000;
  if (waited > limit("confirmation_window") + limit("edge"))
    recorder.flaw("INST-30", {
      found: `a callback after ${Math.round(waited)} seconds`,
      expected: "one within 12 hours",
      by: callback,
    });
  await certifier.settle();
  certifier.mindAnswer("connect", location, "INST-29");
  return true;
}

/** The first installation, and a second Location. */
export const installing: Scenario[] = [
  {
    title: "the owner connects the application",
    claim: "install",
    judges: ["INST-29", "INST-30"],
    async play(certifier) {
      const isThere = await connects(certifier, certifier.location(0), "INST-29", "after the owner granted access");
      if (!isThere) certifier.recorder.lacking(["INST-30"], "no callback came", false);
    },
  },
  {
    title: "a second Location connects",
    claim: "install",
    judges: ["INST-34"],
    async play(certifier) {
      mustHaveCalledBack(certifier);
      await connects(certifier, certifier.location(1), "INST-34", "as the first Location had one");
    },
  },
];

/** Nothing further is seen of an application that never calls back, and each try would cost its whole patience. */
export function mustHaveCalledBack({ seen }: Certifier): void {
  if (!seen.some(isCallback)) throw new Untestable("no callback ever came");
}

/** How many Locations reconnect. */
const reconnectingMost = 2;

/** The clock passes the window, and owners reconnect whose links nobody confirmed in time; some applications try until they succeed. */
export const reconnecting: Scenario = {
  title: "owners reconnect after the window has closed",
  claim: "install",
  judges: ["INST-33"],
  async play(certifier) {
    mustHaveCalledBack(certifier);
    await certifier.look();
    const isPending = (location: number) => certifier.links.state(location, Date.now()) === "pending";
    // The frozen and the uninstalled one come first, since they have to be active by then.
    const pending = [2, 5, 3, 4, 6].map((index) => certifier.location(index)).filter(isPending);
    await certifier.control.advance(limit("confirmation_window") + 2 * limit("edge"));
    if (pending.length === 0) {
      const last = certifier.location(6);
      await uninstall(certifier, last);
      await certifier.grant(last);
      await certifier.control.advance(limit("confirmation_window") + 2 * limit("edge"));
      pending.push(last);
    }
    for (const location of pending.slice(0, reconnectingMost))
      await connects(certifier, location, "INST-33", "after the owner reconnected");
  },
};

/** The platform disables the application at a Location; from when it was acknowledged, the application knows. */
async function uninstall(certifier: Certifier, location: number): Promise<void> {
  const before = (await certifier.control.deliveries()).length;
  await certifier.control.disable(location, certifier.context.application_id);
  await certifier.control.advance(limit("webhook_delay"));
  const [delivery] = await settled(certifier, before);
  if (delivery?.outcome === "delivered") certifier.links.ended(location, Date.now(), "uninstalled");
}

/** A Location uninstalls and comes back. */
export const reinstalling: Scenario = {
  title: "a Location that uninstalled connects again",
  claim: "install",
  judges: ["INST-35"],
  async play(certifier) {
    const location = certifier.location(1);
    await certifier.active(location);
    await uninstall(certifier, location);
    // The application is given a moment to take it in.
    await certifier.watch(0.3);
    await connects(certifier, location, "INST-35", "after it was uninstalled");
  },
};
