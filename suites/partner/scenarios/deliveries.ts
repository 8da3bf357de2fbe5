import type { Delivery } from "../../../harness/control.ts";
import { ControlRefusal } from "../../../harness/control-calls.ts";
import { limit } from "../../../specs/limits.ts";
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

/** The platform freezes or disables the application at a Location; returns whether there was a link, which a partner may have ended itself. */
async function endLink({ control, context, recorder }: Certifier, { state, location }: Ending): Promise<boolean> {
  const [name, does] = state === "freezed" ? (["freeze", "freezes"] as const) : (["disable", "disables"] as const);
  recorder.step(`the platform ${does} the application at Location ${location}`, location);
  const isLinked = await isMoved(control[name](location, context.application_id));
  if (!isLinked) recorder.step(`Location ${location} has no link any more that could be ended`, location);
  return isLinked;
}

/** Does something that makes the platform send lifecycle events; their deliveries, once each has ended. */
const deliveriesOf = (certifier: Certifier, change: () => Promise<void>): Promise<Delivery[]> =>
  certifier.endings.take(async () => {
    const { control, clock, watcher } = certifier;
    const before = (await control.deliveries()).length;
    await change();
    await clock.wait(milliseconds(Number(certifier.dialect["seconds until a lifecycle event"])));
    await control.advance(limit("webhook_delay"));
    const [began, patience] = [clock.now(), milliseconds(answerWithin + times.deliveryNoticed)];
    for (;;) {
      const made = (await control.deliveries()).slice(before);
      if (made.every(({ outcome }) => outcome !== "pending") || watcher.passedSince(began) > patience) return made;
      // An application that has ended is judged by what became of the event, so nothing else is looked at.
      await clock.wait(milliseconds(times.deliveryLookEvery));
    }
  });

/**
 * The platform disables the application at Locations, one after the other, and nothing is judged by it; returns those that the application need not hear
 * of again: it acknowledged the event, or there was no link.
 */
export async function clearUp(
  { control, application_id, clock }: CertificationContext,
  locations: readonly number[],
): Promise<number[]> {
  const deadline = clock.now() + milliseconds(times.clearedUp);
  const cleared: number[] = [];
  for (const location of locations) {
    const before = (await control.deliveries()).length;
    const event = async () => (await control.deliveries())[before];
    const isLinked = await isMoved(control.disable(location, application_id));
    if (isLinked) await control.advance(limit("webhook_delay"));
    while ((await event())?.outcome === "pending" && clock.now() < deadline)
      await clock.wait(milliseconds(times.deliveryLookEvery));
    if (!isLinked || isAcknowledged(await event())) cleared.push(location);
    if (clock.now() >= deadline) break;
  }
  return cleared;
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

/** The platform ends links, one event after the other, and judges that each is acknowledged, where there is an address for it; a link counts as ended once it is. */
export async function endLinks(certifier: Certifier, endings: readonly Ending[]): Promise<void> {
  const ended: (Ending & { made: number })[] = [];
  const deliveries = await deliveriesOf(certifier, async () => {
    const isReversed = certifier.dialect["order of events"] === "reversed";
    for (const ending of isReversed ? endings.toReversed() : endings)
      if (await endLink(certifier, ending)) ended.push({ ...ending, made: certifier.clock.now() });
  });
  for (const ending of ended) {
    // Events of one kind come in the order of their endings.
    const place = ended.filter(({ state }) => state === ending.state).indexOf(ending);
    const delivery = deliveries.filter(({ resource }) => resource === linkEnds[ending.state].event)[place];
    const isHeard = isAcknowledged(delivery) || (await isHeardAgain(certifier, ending, delivery));
    if (isRefused(delivery)) await certifier.watcher.noticeEnd();
    if (certifier.profile.lifecycle_webhook_url !== undefined)
      judgeAcknowledgement(certifier, ending, delivery, isHeard);
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
  isHeard: boolean,
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
      : () => isAnsweredAgain(certifier, url, bodyOf(certifier, ending)),
    by: {
      exchange: `l-${event}`,
      where: `the ${event} event of Location ${ending.location} to ${url}`,
      curl: recorder.curl("POST", url, Object.entries(headers), body),
    },
  });
}
