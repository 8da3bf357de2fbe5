import type { Delivery } from "../../../harness/control.ts";
import { ControlRefusal } from "../../../harness/control-calls.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { linkEnds } from "../requests/links.ts";
import { answerWithin, rightAnswer } from "./webhook-answers.ts";

/** How the link of a Location ends. */
export interface Ending {
  state: keyof typeof linkEnds;
  location: number;
}

/** The platform freezes or disables the application at a Location; answers whether there was a link, which a partner may have ended itself. */
export async function endLink(
  { control, context, recorder }: Certifier,
  { state, location }: Ending,
): Promise<boolean> {
  const [name, does] = state === "freezed" ? (["freeze", "freezes"] as const) : (["disable", "disables"] as const);
  recorder.step(`the platform ${does} the application at Location ${location}`, location);
  try {
    await control[name](location, context.application_id);
    return true;
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    recorder.step(`Location ${location} has no link any more that could be ended`, location);
    return false;
  }
}

/** How much longer than an answer may take the platform may need to tell of it, in seconds. */
const slack = 2;

/** Does something that makes the platform send lifecycle events; their deliveries, once each has ended. */
export const deliveriesOf = (certifier: Certifier, change: () => Promise<void>): Promise<Delivery[]> =>
  certifier.endings.take(async () => {
    const { control } = certifier;
    const before = (await control.deliveries()).length;
    await change();
    await control.advance(limit("webhook_delay"));
    const deadline = Date.now() + (answerWithin + slack) * 1000;
    for (;;) {
      const made = (await control.deliveries()).slice(before);
      if (made.every(({ outcome }) => outcome !== "pending") || Date.now() > deadline) return made;
      await certifier.watch(0.1);
    }
  });

/** Whether the application acknowledged an event. */
export const isAcknowledged = (delivery: Delivery | undefined): boolean => delivery?.outcome === "delivered";

/** Judges whether the application acknowledged the event of an ending. */
export function judgeAcknowledgement(
  { recorder, profile }: Certifier,
  { state, location }: Ending,
  delivery: Delivery | undefined,
): void {
  const { acknowledged, event } = linkEnds[state];
  recorder.judged(acknowledged);
  if (isAcknowledged(delivery)) return;
  recorder.finding(acknowledged, {
    found: `a failed delivery (${delivery?.reason ?? "no answer"})`,
    expected: rightAnswer,
    by: {
      exchange: `l-${event}`,
      where: `the ${event} event of Location ${location} to ${profile.lifecycle_webhook_url}`,
    },
  });
}
