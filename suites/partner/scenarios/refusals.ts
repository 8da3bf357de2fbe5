import type { StandIn, StandInPlace } from "../../../harness/control/control.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { causeOf } from "../certifier/prompts.ts";
import { v1RefusalIn } from "../dialects/refusals.ts";
import { callbackPath, isCallback, type PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";
import { endLinks } from "./deliveries.ts";
import { plenty } from "./endless.ts";
import { connectsAgain, inTurn, mustHaveCalledBack } from "./installation.ts";
import type { Scenario } from "./scenario.ts";

/** The number of callbacks that are a few tries; an application that sends more, and is still sending when the watch ends, may never stop. */
const fewTries = 5;

/** The number of callbacks during the watch that are not yet a storm, where trying again is the right thing to do. */
const maxRetries = 10;

/** More replies than callbacks can come during the watch; those left over are taken back afterwards. */
const manyReplies = 10_000;

type StandInReply = StandIn["reply"];

/** A reply of v1 that is not a success. */
const failure = ({ dialect }: Certifier, status: number, message: string): StandInReply => ({
  status,
  body: v1RefusalIn(message, dialect),
});

interface AnsweredLocation {
  location: number;
  reply: StandInReply;
}

/** The outcome of one Location whose callbacks were not accepted. */
interface CallbackTries {
  location: number;
  callbacks: PartnerRequest[];
  isEndless: boolean;
}

/** The callbacks for a Location. */
const callbacksFor = (location: number): StandInPlace => ({
  surface: "app",
  method: "POST",
  path: callbackPath,
  fields: { salon_id: location },
});

/** Connects a Location; whatever its callback is answered, there has to be one. */
async function connectToRefuse(certifier: Certifier, location: number): Promise<void> {
  if (await certifier.connect(location, { awaitsAnswer: false })) return;
  const cause = causeOf(certifier.prompter.last("connect", location));
  const granted = certifier.links.grants(location).at(-1);
  certifier.undone.unlessLater(
    () => certifier.hasConfirmed(location, granted),
    () =>
      certifier.recorder.finding("INST-34", {
        found: `no callback for Location ${location}${cause}`,
        expected: "one, as for the first Location",
        again: () => connectsAgain(certifier, location),
        lostAt: location,
      }),
  );
}

/** Connects Locations, each answered in its own way, and watches what the application makes of it. */
async function connectAndWatch(
  certifier: Certifier,
  answered: readonly AnsweredLocation[],
  seconds: number,
  { requirement, secondsLonger = 0 }: { requirement: string; secondsLonger?: number },
): Promise<CallbackTries[]> {
  const from = certifier.requests.length;
  for (const { location, reply } of answered)
    await certifier.standIn({ ...callbacksFor(location), times: manyReplies, reply });
  await inTurn(
    certifier,
    answered.map(({ location }) => location),
    (location) => connectToRefuse(certifier, location),
  );
  const triesAt = ({ location }: AnsweredLocation): CallbackTries => {
    const callbacks = certifier.requests
      .slice(from)
      .filter((request) => isCallback(request) && request.location === location);
    const isEndless =
      callbacks.length > plenty ||
      (callbacks.length > fewTries &&
        certifier.watcher.passedSince(callbacks.at(-1)?.at ?? 0) < milliseconds(times.stillSending));
    return { location, callbacks, isEndless };
  };
  const isProved = () => answered.every((each) => triesAt(each).callbacks.length > plenty);
  await Promise.all([certifier.watcher.until(isProved, seconds), temptUnconfirmed(certifier, answered)]);
  const mayStop = () => isProved() || !answered.some((each) => triesAt(each).isEndless);
  if (secondsLonger > 0) await certifier.watcher.until(mayStop, secondsLonger);
  const tries = answered.map(triesAt);
  for (const { location } of answered) certifier.prompter.judgeAnswer("connect", location, requirement);
  for (const { location } of answered) await certifier.clearStandIns(callbacksFor(location));
  return tries;
}

/** A link that is not confirmed is not active: an application that is asked to read its data has to decline. */
async function temptUnconfirmed(certifier: Certifier, answered: readonly AnsweredLocation[]): Promise<void> {
  if (!certifier.profile.actions.calls) return;
  await inTurn(
    certifier,
    answered.map(({ location }) => location),
    async (location) => {
      await certifier.readings.ask("calls", location, { shouldDecline: true });
      certifier.prompter.judgeAnswer("calls", location, "CALL-13");
    },
  );
}

/** Over how many seconds requests came. */
const spanOf = (requests: readonly PartnerRequest[]): number =>
  Math.round(((requests.at(-1)?.at ?? 0) - (requests[0]?.at ?? 0)) / 1000);

/** How callbacks are watched that are refused for good. */
const watchedLonger = { requirement: "INST-29", secondsLonger: times.watchedLonger };

/** Callbacks that are refused for good, and callbacks that fail. */
export const refused: Scenario = {
  title: "callbacks are refused with 401, 403 and 404",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-37", "INST-36"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    const { recorder } = certifier;
    const answered: AnsweredLocation[] = [
      { location: certifier.location("got401"), reply: failure(certifier, 401, "Authentication needed.") },
      { location: certifier.location("got403"), reply: failure(certifier, 403, "Access denied.") },
      { location: certifier.location("got404"), reply: failure(certifier, 404, "Not found.") },
    ];
    const tries = await connectAndWatch(certifier, answered, times.watchedRefused, watchedLonger);
    recorder.judged("INST-36", "INST-37");
    // No accident makes several Locations go on.
    const areSeveral = tries.filter(({ isEndless }) => isEndless).length > 1;
    for (const [index, { location, callbacks, isEndless }] of tries.entries())
      if (isEndless)
        recorder.finding("INST-37", {
          found: `${callbacks.length} callbacks for Location ${location} in ${spanOf(callbacks)} seconds, and no end`,
          expected: "a few at most, since the callback is refused",
          by: callbacks.at(-1),
          again: areSeveral || callbacks.length > plenty ? undefined : () => endsAgain(certifier, answered[index]),
        });
  },
};

/** True if an application comes to an end when the callback of a Location is refused once more; undefined where it sends none. */
async function endsAgain(certifier: Certifier, answered: AnsweredLocation | undefined): Promise<boolean | undefined> {
  if (!answered) return undefined;
  const { location } = answered;
  if (certifier.isActive(location)) await endLinks(certifier, [{ state: "uninstalled", location }]);
  const [again] = await connectAndWatch(certifier, [answered], times.watchedRefused, watchedLonger);
  return again && again.callbacks.length > 0 ? !again.isEndless : undefined;
}

export const failed: Scenario = {
  title: "callbacks are answered with a 5xx, or not at all",
  isUnrepeatable: true,
  claim: "install",
  judges: ["INST-38"],
  async run(certifier) {
    mustHaveCalledBack(certifier);
    const { recorder } = certifier;
    const answered: AnsweredLocation[] = [
      {
        location: certifier.location("got503"),
        reply: failure(certifier, Number(certifier.dialect["status of a failure"]), "Try again later."),
      },
      { location: certifier.location("gotNothing"), reply: "drop" },
    ];
    // Over a long way a storm takes longer to be one.
    const seconds = times.watchedFailed + (maxRetries * certifier.roundTrip) / 1000;
    const tries = await connectAndWatch(certifier, answered, seconds, { requirement: "INST-38" });
    recorder.judged("INST-38");
    const inTime = tries.map(({ location, callbacks }) => ({
      location,
      callbacks: callbacks.filter(({ at }) => at - (callbacks[0]?.at ?? 0) <= milliseconds(times.storm)),
    }));
    for (const { location, callbacks } of inTime.filter((each) => each.callbacks.length > maxRetries))
      recorder.finding("INST-38", {
        found: `${callbacks.length} callbacks for Location ${location} in ${spanOf(callbacks)} seconds`,
        expected: `at most ${maxRetries}, with growing pauses`,
        by: callbacks.at(-1),
      });
  },
};
