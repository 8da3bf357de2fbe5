import type { Control, Delivery } from "../../../harness/control/control.ts";
import { ControlRefusal } from "../../../harness/control/control-calls.ts";
import type { Certifier } from "../certifier/certifier.ts";
import type { CertificationContext } from "../context.ts";
import { lifecycleIn, postingIn } from "../dialects/sent.ts";
import { linkEnds } from "../requests/links.ts";
import { milliseconds, times } from "../times.ts";
import { answerWithin, rightAnswer } from "./webhook-answers.ts";
import { isAnsweredAgain } from "./webhook-delivery.ts";

/** How the link of a Location ends. */
export interface Ending {
  state: keyof typeof linkEnds;
  location: number;
}

/** How links end: while nothing is read of them, or so that an event which is not acknowledged can be brought about again. */
interface EndOptions {
  isIdle?: boolean;
  again?: ((ending: Ending) => Promise<boolean | undefined>) | undefined;
}

/** The platform freezes or disables the application at a Location; returns whether there was a link, which a partner may have ended itself. */
async function endLink({ control, context, recorder }: Certifier, { state, location }: Ending): Promise<boolean> {
  const [name, does] = state === "freezed" ? (["freeze", "freezes"] as const) : (["disable", "disables"] as const);
  recorder.step(`the platform ${does} the application at Location ${location}`, location);
  const isLinked = await isMoved(control[name](location, context.application_id));
  if (!isLinked) recorder.step(`Location ${location} has no link any more that could be ended`, location);
  return isLinked;
}

/** The outcomes of deliveries, by their ids, once each has ended or the time is over. */
async function endedDeliveries(
  { control, clock }: Pick<CertificationContext, "control" | "clock">,
  sent: readonly (Delivery | undefined)[],
  isOver: () => boolean,
): Promise<Map<unknown, Delivery>> {
  const ids = new Set(sent.map((delivery) => delivery?.id));
  for (;;) {
    const known = (await control.deliveries()).filter(({ id }) => ids.has(id));
    if (known.every(({ outcome }) => outcome !== "pending") || isOver())
      return new Map(known.map((delivery) => [delivery.id, delivery]));
    // An application that has ended is judged by what became of the event, so nothing else is looked at.
    await clock.wait(milliseconds(times.deliveryLookEvery));
  }
}

/**
 * The platform disables the application at Locations, and nothing is judged by it; returns those that need no further event: the application
 * acknowledged the event, or there was no link.
 */
export async function clearUp(
  { control, application_id, clock }: CertificationContext,
  locations: readonly number[],
): Promise<number[]> {
  const deadline = clock.now() + milliseconds(times.clearedUp);
  const isOver = () => clock.now() >= deadline;
  const ends: { location: number; isLinked: boolean; sent?: Delivery | undefined }[] = [];
  for (const location of locations) {
    if (isOver()) break;
    const isLinked = await isMoved(control.disable(location, application_id));
    const sent = isLinked ? await newestDelivery(control, linkEnds.uninstalled.event) : undefined;
    ends.push({ location, isLinked, sent });
  }
  const sent = ends.map((end) => end.sent);
  const ended = await endedDeliveries({ control, clock }, sent, isOver);
  const isCleared = (end: (typeof ends)[number]) => !end.isLinked || isAcknowledged(ended.get(end.sent?.id));
  return ends.filter(isCleared).map(({ location }) => location);
}

/** True if there was a link to move. */
async function isMoved(move: Promise<void>): Promise<boolean> {
  try {
    await move;
    return true;
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    return false;
  }
}

const isRefused = (delivery: Delivery | undefined): boolean => /ECONNREFUSED/.test(delivery?.reason ?? "");

/** True if the application acknowledged an event. */
const isAcknowledged = (delivery: Delivery | undefined): boolean => delivery?.outcome === "delivered";

/** An act of the platform on a link, and the event that it sends of it, where there is an address for it. */
interface BegunEnding extends Ending {
  made: number;
  sent: Delivery | undefined;
}

/** The newest delivery of an event: lifecycle events are distinguished by their order alone. */
const newestDelivery = async (control: Control, event: string): Promise<Delivery | undefined> =>
  (await control.deliveries()).findLast(({ resource }) => resource === event);

/**
 * The platform ends links, one event after the other, and judges that each is acknowledged, where there is an address for it; a link counts as ended once it
 * is. Events of links that nothing is read of are not delayed.
 */
export async function endLinks(
  certifier: Certifier,
  endings: readonly Ending[],
  { isIdle = false, again }: EndOptions = {},
): Promise<void> {
  const { dialect } = certifier.context;
  const isReversed = dialect.current["order of events"] === "reversed";
  const [ended, delay] = await certifier.endings.take(async () => {
    dialect.isIdle = isIdle;
    const begun: BegunEnding[] = [];
    for (const ending of isReversed ? endings.toReversed() : endings)
      if (await endLink(certifier, ending)) {
        const made = certifier.clock.now();
        begun.push({ ...ending, made, sent: await newestDelivery(certifier.control, linkEnds[ending.state].event) });
      }
    return [begun, dialect.eventDelay] as const;
  });
  const began = certifier.clock.now();
  const deliveries = await endedDeliveries(
    certifier,
    ended.map(({ sent }) => sent),
    () => certifier.watcher.passedSince(began) > milliseconds(delay + answerWithin + times.deliveryNoticed),
  );
  for (const ending of ended) {
    const delivery = deliveries.get(ending.sent?.id);
    const isHeard = isAcknowledged(delivery) || (await isHeardAgain(certifier, ending, delivery));
    if (isRefused(delivery)) await certifier.watcher.noticeEnd();
    if (certifier.profile.lifecycle_webhook_url !== undefined)
      judgeAcknowledgement(certifier, ending, delivery, { isHeard, again });
    if (isHeard) certifier.links.ended(ending.location, certifier.clock.now(), ending.state, ending.made);
  }
}

/** The body of the event that an ending sends. */
const bodyOf = ({ context: { application_id }, dialect }: Certifier, { state, location }: Ending) =>
  lifecycleIn({ event: linkEnds[state].event, salon_id: location, application_id }, dialect);

/** True if the application acknowledges an event whose delivery was lost on the way to another machine, when it comes again. */
async function isHeardAgain(certifier: Certifier, ending: Ending, delivery: Delivery | undefined): Promise<boolean> {
  const { lifecycle_webhook_url: url } = certifier.profile;
  const isLost = /^not reached: (?!ECONNREFUSED)/.test(delivery?.reason ?? "");
  return (
    url !== undefined && isLost && certifier.tries > 1 && isAnsweredAgain(certifier, url, bodyOf(certifier, ending))
  );
}

/** Judges whether the application acknowledged the event of an ending. */
function judgeAcknowledgement(
  certifier: Certifier,
  ending: Ending,
  delivery: Delivery | undefined,
  { isHeard, again }: Pick<EndOptions, "again"> & { isHeard: boolean },
): void {
  const { recorder, profile } = certifier;
  const { acknowledged, event } = linkEnds[ending.state];
  recorder.judged(acknowledged);
  if (isHeard) return;
  const url = profile.lifecycle_webhook_url ?? "";
  const { headers, body } = postingIn(bodyOf(certifier, ending), certifier.dialect);
  recorder.finding(acknowledged, {
    found: `a failed delivery (${delivery?.reason ?? "no answer"})`,
    expected: rightAnswer,
    isLost: delivery?.reason?.startsWith("not reached"),
    // Its answer is no accident; that there is none may be one.
    again: delivery?.reason?.startsWith("answered")
      ? undefined
      : () => again?.(ending) ?? isAnsweredAgain(certifier, url, bodyOf(certifier, ending)),
    by: {
      exchange: `l-${event}`,
      where: `the ${event} event of Location ${ending.location} to ${url}`,
      curl: recorder.curl("POST", url, Object.entries(headers), body),
    },
  });
}
