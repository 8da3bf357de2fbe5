import { NotApplicable, Untestable } from "../../../base/errors.ts";
import { limit, spell } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import { isCallback } from "../requests/partner-request.ts";
import { deliveriesOf, isAcknowledged } from "./deliveries.ts";
import type { Scenario } from "./scenario.ts";

/** Connects a Location; judges whether the callback came, and whether it was in time. */
async function connect(
  certifier: Certifier,
  location: number,
  requirement: string,
  occasion: string,
): Promise<boolean> {
  const { recorder, links } = certifier;
  const callback = await certifier.connect(location);
  recorder.judged(requirement);
  if (!callback) {
    const prompted = certifier.prompted("connect", location);
    const waited = Math.round((Date.now() - (prompted?.at ?? 0)) / 1000);
    recorder.finding(requirement, {
      found: `no callback within ${waited} seconds${causeOf(prompted)}`,
      expected: `one for Location ${location} ${occasion}`,
    });
    return false;
  }
  recorder.judged("INST-30", "INST-31");
  const waited = (callback.at - (links.grants(location).at(-1) ?? callback.at)) / 1000;
  if (waited > limit("confirmation_window") + limit("edge"))
    recorder.finding("INST-30", {
      found: `a callback after ${Math.round(waited)} seconds`,
      expected: spell("one within {confirmation_window}"),
      by: callback,
    });
  await certifier.settle();
  certifier.judgeAnswer("connect", location, "INST-29");
  return true;
}

/** The first installation, and a second Location. */
export const installation: Scenario[] = [
  {
    title: "the owner connects the application",
    claim: "install",
    judges: ["INST-29", "INST-30"],
    async run(certifier) {
      const isConnected = await connect(
        certifier,
        certifier.location("first"),
        "INST-29",
        "after the owner granted access",
      );
      if (!isConnected) throw new NotApplicable("no callback came");
    },
  },
  {
    title: "a second Location connects",
    claim: "install",
    judges: ["INST-34"],
    async run(certifier) {
      mustHaveCalledBack(certifier);
      await connect(certifier, certifier.location("second"), "INST-34", "as for the first Location");
    },
  },
];

/** An application that never sends a callback shows nothing further, and each try would cost its whole patience. */
export function mustHaveCalledBack({ requests }: Certifier): void {
  if (!requests.some(isCallback)) throw new Untestable("the application never sent a callback");
}

/** How many Locations reconnect: the lifecycle scenario needs two. */
const mostReconnections = 2;

/** Moves the clock past the confirmation window. */
const passWindow = ({ control }: Certifier) => control.advance(limit("confirmation_window") + 2 * limit("edge"));

/** The confirmation window closes, and owners reconnect whose links were not confirmed in time. */
export const reconnection: Scenario = {
  title: "owners reconnect after the window has closed",
  claim: "install",
  judges: ["INST-33"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    await certifier.look();
    // First those that the lifecycle scenario freezes and uninstalls: they have to be active by then.
    const pending = (["got401", "got503", "got403", "got404", "gotNothing"] as const)
      .map((name) => certifier.location(name))
      .filter((location) => certifier.links.state(location, Date.now()) === "pending");
    await passWindow(certifier);
    // An application that retried until it succeeded has left no link pending.
    if (pending.length === 0) {
      const location = certifier.location("gotNothing");
      await uninstall(certifier, location);
      await certifier.grant(location);
      await passWindow(certifier);
      pending.push(location);
    }
    for (const location of pending.slice(0, mostReconnections))
      await connect(certifier, location, "INST-33", "after the owner reconnected");
  },
};

/** The platform disables the application at a Location; the link counts as ended once the application has acknowledged it. */
async function uninstall(certifier: Certifier, location: number): Promise<void> {
  const { control, context, links } = certifier;
  const [delivery] = await deliveriesOf(certifier, () => control.disable(location, context.application_id));
  if (isAcknowledged(delivery)) links.ended(location, Date.now(), "uninstalled");
}

/** How long the application has to deal with having been uninstalled, in seconds. */
const forgetsWithin = 0.3;

/** A Location uninstalls and comes back. */
export const reinstallation: Scenario = {
  title: "a Location that uninstalled connects again",
  claim: "install",
  judges: ["INST-35"],
  async run(certifier) {
    const location = certifier.location("second");
    await certifier.activate(location);
    await uninstall(certifier, location);
    await certifier.watch(forgetsWithin);
    await connect(certifier, location, "INST-35", "after it was uninstalled");
  },
};
