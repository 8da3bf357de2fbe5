import { NotApplicable, Untestable } from "../../../base/errors.ts";
import { limit, spell } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import type { LinkState } from "../requests/links.ts";
import { isCallback, isMisdirected } from "../requests/partner-request.ts";
import { times } from "../times.ts";
import { type Ending, endLinks } from "./deliveries.ts";
import type { Scenario } from "./scenario.ts";

/** Connects a Location; judges whether the callback came, and whether it was in time. Where none came, the Location is connected again, alone or beside others. */
async function connect(
  certifier: Certifier,
  location: number,
  requirement: string,
  occasion: string,
  { beside = [] as readonly number[], again = (): Promise<boolean> => connectsAgain(certifier, location, beside) } = {},
): Promise<boolean> {
  const { recorder, links } = certifier;
  const callback = await certifier.connect(location, { isAtOnce: beside.length > 0 });
  recorder.judged(requirement);
  if (!callback) {
    const prompted = certifier.prompter.last("connect", location);
    const waited = Math.round((certifier.clock.now() - (prompted?.at ?? certifier.clock.now())) / 1000);
    const misdirected = certifier.requests.findLast(isMisdirected);
    const found = `no callback within ${waited} seconds${misdirected ? `, but a ${misdirected.method} to its address` : causeOf(prompted) + unreached(certifier)}`;
    const granted = links.grants(location).at(-1);
    certifier.undone.unlessLater(
      () => certifier.hasConfirmed(location, granted),
      () =>
        recorder.finding(requirement, {
          found,
          expected: `one for Location ${location} ${occasion}`,
          by: misdirected,
          again: misdirected ? undefined : again,
          lostAt: location,
        }),
    );
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
  await certifier.watcher.settle(location);
  certifier.prompter.judgeAnswer("connect", location, "INST-29");
  return true;
}

/** True if a Location that connects once more, in the same company, is confirmed. */
export async function connectsAgain(
  certifier: Certifier,
  location: number,
  beside: readonly number[] = [],
): Promise<boolean> {
  const all = [location, ...beside].toSorted((a, b) => a - b);
  const isAtOnce = all.length > 1;
  const callbacks = await Promise.all(all.map((each) => certifier.connect(each, { isAtOnce })));
  return callbacks[all.indexOf(location)] !== undefined;
}

/** Where nothing at all has come from an application elsewhere, the way may be at fault. */
function unreached({ context, requests }: Certifier): string {
  if (!context.network.isRemote || requests.length > 0) return "";
  const [refusal] = context.handshakeRefusals;
  const handshakes = refusal ? `; TLS handshakes failed (${refusal}): does it trust the certificate?` : "";
  return `; nothing at all has reached ${new URL(context.shownUrls.app_url).origin} from it: open the way, or fix the addresses that it was given${handshakes}`;
}

/** The first installation. */
export const installation: Scenario = {
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
};

/** A second Location. */
export const secondLocation: Scenario = {
  title: "a second Location connects",
  claim: "install",
  judges: ["INST-34"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    await connect(certifier, certifier.location("second"), "INST-34", "as for the first Location");
  },
};

/** An application that never sends a callback shows nothing further, and each try would cost its whole patience. */
export function mustHaveCalledBack({ requests }: Certifier): void {
  if (!requests.some(isCallback)) throw new Untestable("the application never sent a callback");
}

/** Many steps are asked of programs alone: a person would be busy for long. */
function mustConnectByItself({ profile }: Certifier): void {
  if (!profile.connect) throw new NotApplicable("the application is connected by hand");
}

/** The tenth Location and one more connect at the same moment. */
export const sideBySide: Scenario = {
  title: "two more Locations connect at the same moment",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-34"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    mustConnectByItself(certifier);
    const locations = [certifier.location("returning"), certifier.location("beside")];
    await Promise.all(
      locations.map((location) =>
        connect(certifier, location, "INST-34", "as for the first Location", {
          beside: locations.filter((other) => other !== location),
        }),
      ),
    );
  },
};

/** The number of Locations that reconnect whose callbacks were refused. */
const maxReconnections = 2;

/** Moves the clock past the confirmation window. */
async function passWindow({ control, recorder }: Certifier): Promise<void> {
  recorder.step(spell("{confirmation_window} pass, by the platform's clock"));
  await control.advance(limit("confirmation_window") + 2 * limit("edge"));
}

const reconnect = (certifier: Certifier, location: number): Promise<boolean> =>
  connect(certifier, location, "INST-33", "after the owner reconnected");

/** The Locations whose owners granted access and come again later. */
const expected = new WeakMap<Certifier, number>();

/** True if the owner of a Location is about to come again. */
export const isExpected = (certifier: Certifier, location: number): boolean => expected.get(certifier) === location;

/** The Locations whose callbacks were refused, failed or got no answer, and whose links are in one of some states now. */
const unconfirmed = (certifier: Certifier, states: readonly LinkState[]): number[] =>
  (["got401", "got503", "got403", "got404", "gotNothing"] as const)
    .map((name) => certifier.location(name))
    .filter((location) => states.includes(certifier.links.state(location, certifier.clock.now())));

/** The confirmation window closes, and owners reconnect whose links were not confirmed in time; where it went well, one window more closes. */
export const reconnection: Scenario = {
  title: "owners reconnect after the window has closed",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-33"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    certifier.watcher.look();
    const pending = unconfirmed(certifier, ["pending"]).slice(0, maxReconnections);
    await passWindow(certifier);
    const isConnected = await inTurn(certifier, pending, (location) => reconnect(certifier, location));
    if (isConnected.includes(false)) return;
    const again = pending[0] ?? certifier.location("gotNothing");
    if (certifier.links.grants(again).length > 0) await uninstall(certifier, again);
    await certifier.grant(again);
    expected.set(certifier, again);
    await passWindow(certifier);
  },
};

/** An owner who granted access and went away comes again after the window has closed, and so do all others whose callbacks came to nothing, in whichever way. */
export const reconnectionAgain: Scenario = {
  title: "an owner reconnects once more, and those whose callbacks came to nothing",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-33"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    const location = expected.get(certifier);
    if (location === undefined) return;
    const pending = unconfirmed(certifier, ["pending"]).filter((other) => other !== location);
    const ended = unconfirmed(certifier, ["uninstalled"]);
    // A person is not asked to connect that many.
    const others = certifier.profile.connect ? [...pending, ...ended] : [];
    await inTurn(certifier, [location, ...others], (each) =>
      ended.includes(each) ? comeBack(certifier, each) : reconnect(certifier, each),
    );
  },
};

/** Does something at several Locations, a moment after each other; a person does one thing after the other. */
export async function inTurn<T>(
  certifier: Certifier,
  locations: readonly number[],
  act: (location: number) => Promise<T>,
): Promise<T[]> {
  const isByHand = certifier.profile.connect === undefined;
  const begun: Promise<T>[] = [];
  for (const location of locations) {
    const acting = act(location);
    begun.push(acting);
    // Anyone who waits for it learns of a failure below.
    acting.catch(() => undefined);
    if (isByHand) await acting;
    else await certifier.watcher.watch(times.betweenOwners);
  }
  return Promise.all(begun);
}

/** The platform disables the application at a Location. */
const uninstall = (certifier: Certifier, location: number): Promise<void> =>
  endLinks(certifier, [{ state: "uninstalled", location }], { isIdle: true });

/** A Location that was uninstalled connects again; whether it was confirmed. */
export function comeBack(certifier: Certifier, location: number): Promise<boolean> {
  const ends = certifier.links.endsAt(location, certifier.clock.now());
  return connect(certifier, location, "INST-35", "after it was uninstalled", {
    again: () => comesBackAgain(certifier, location, ends),
  });
}

/** True if a Location that connects, and whose link ends as it did before, connects once more. */
async function comesBackAgain(
  certifier: Certifier,
  location: number,
  ends: readonly Ending["state"][],
): Promise<boolean> {
  if (!(await connectsAgain(certifier, location))) return false;
  for (const state of ends) await endLinks(certifier, [{ state, location }], { isIdle: true });
  return connectsAgain(certifier, location);
}

/** A Location uninstalls and comes back, twice. */
export const reinstallation: Scenario = {
  title: "a Location that uninstalled connects again, twice",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-35"],
  async run(certifier) {
    const location = certifier.location("second");
    await certifier.activate(location);
    await leaveAndComeBack(certifier, location, { least: 2, most: 2 });
  },
};

/** Another does so five times, while others are read; before the first it is frozen. */
export const returns: Scenario = {
  title: "a Location uninstalls and comes back five times",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-35"],
  async run(certifier) {
    mustConnectByItself(certifier);
    const location = certifier.location("returning");
    await certifier.activate(location);
    if (certifier.profile.claims.includes("lifecycle"))
      await endLinks(certifier, [{ state: "freezed", location }], { isIdle: true });
    await leaveAndComeBack(certifier, location, { least: 1, most: 5 });
  },
};

/** A Location uninstalls and comes back so many times, and then as often as there is time for. */
async function leaveAndComeBack(
  certifier: Certifier,
  location: number,
  { least, most }: Record<"least" | "most", number>,
): Promise<void> {
  const began = certifier.clock.now();
  const secondsLeft = () =>
    Math.min(certifier.secondsLeft, times.returns - certifier.watcher.passedSince(began) / 1000);
  for (let time = 1; time <= most && (time <= least || secondsLeft() > 0); time++) {
    const isCalm = await certifier.untilCalm(time <= least ? certifier.profile.patience.max_s : secondsLeft());
    if (time > least && !isCalm) return;
    await uninstall(certifier, location);
    await certifier.watcher.watch(times.forgets + certifier.roundTrip / 1000);
    if (!(await comeBack(certifier, location))) return;
  }
}
