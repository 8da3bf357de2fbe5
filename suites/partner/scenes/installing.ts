import { limit } from "../../../specs/limits.ts";
import { trouble } from "../asking.ts";
import { Lack } from "../halting.ts";
import type { Scene } from "../scene.ts";
import { isCallback } from "../seen.ts";
import { type Stage } from "../stage.ts";
import { settled } from "./lifecycle.ts";

/** Connects a Location and says whether the callback came, and whether it was in time. */
async function connects(stage: Stage, location: number, requirement: string, when: string): Promise<boolean> {
  const { book, links } = stage;
  const callback = await stage.connect(location);
  book.judged(requirement);
  if (!callback) {
    const asked = stage.asked("connect", location);
    const waited = Math.round((Date.now() - (asked?.at ?? 0)) / 1000);
    book.flaw(requirement, {
      found: `no callback within ${waited} seconds${trouble(asked)}`,
      expected: `one for Location ${location}, ${when}`,
    });
    return false;
  }
  book.judged("INST-30", "INST-31");
  const waited = (callback.at - (links.grants(location).at(-1) ?? callback.at)) / 1000;
  if (waited > limit("confirmation_window") + limit("edge"))
    book.flaw("INST-30", {
      found: `a callback after ${Math.round(waited)} seconds`,
      expected: "one within 12 hours",
      by: callback,
    });
  await stage.settle();
  stage.mindAnswer("connect", location, "INST-29");
  return true;
}

/** The first installation, and a second Location. */
export const installing: Scene[] = [
  {
    title: "the owner connects the application",
    claim: "install",
    judges: ["INST-29", "INST-30"],
    async play(stage) {
      const isThere = await connects(stage, stage.location(0), "INST-29", "after the owner granted access");
      if (!isThere) stage.book.lacking(["INST-30"], "no callback came", false);
    },
  },
  {
    title: "a second Location connects",
    claim: "install",
    judges: ["INST-34"],
    async play(stage) {
      mustHaveCalledBack(stage);
      await connects(stage, stage.location(1), "INST-34", "as the first Location had one");
    },
  },
];

/** Nothing further is seen of an application that never calls back, and each try would cost its whole patience. */
export function mustHaveCalledBack({ seen }: Stage): void {
  if (!seen.some(isCallback)) throw new Lack("no callback ever came");
}

/** How many Locations reconnect. */
const reconnectingMost = 2;

/** The clock passes the window, and owners reconnect whose links nobody confirmed in time; some applications try until they succeed. */
export const reconnecting: Scene = {
  title: "owners reconnect after the window has closed",
  claim: "install",
  judges: ["INST-33"],
  async play(stage) {
    mustHaveCalledBack(stage);
    await stage.look();
    const isPending = (location: number) => stage.links.state(location, Date.now()) === "pending";
    // The frozen and the uninstalled one come first, since they have to be active by then.
    const pending = [2, 5, 3, 4, 6].map((index) => stage.location(index)).filter(isPending);
    await stage.control.advance(limit("confirmation_window") + 2 * limit("edge"));
    if (pending.length === 0) {
      const last = stage.location(6);
      await uninstall(stage, last);
      await stage.grant(last);
      await stage.control.advance(limit("confirmation_window") + 2 * limit("edge"));
      pending.push(last);
    }
    for (const location of pending.slice(0, reconnectingMost))
      await connects(stage, location, "INST-33", "after the owner reconnected");
  },
};

/** The platform disables the application at a Location; from when it was acknowledged, the application knows. */
async function uninstall(stage: Stage, location: number): Promise<void> {
  const before = (await stage.control.deliveries()).length;
  await stage.control.disable(location, stage.setting.application_id);
  await stage.control.advance(limit("webhook_delay"));
  const [delivery] = await settled(stage, before);
  if (delivery?.outcome === "delivered") stage.links.ended(location, Date.now(), "uninstalled");
}

/** A Location uninstalls and comes back. */
export const reinstalling: Scene = {
  title: "a Location that uninstalled connects again",
  claim: "install",
  judges: ["INST-35"],
  async play(stage) {
    const location = stage.location(1);
    await stage.active(location);
    await uninstall(stage, location);
    // The application is given a moment to take it in.
    await stage.watch(0.3);
    await connects(stage, location, "INST-35", "after it was uninstalled");
  },
};
