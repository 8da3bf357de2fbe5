import type { Delivery } from "../../../harness/control.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { answerWithin } from "./webhook-answers.ts";

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
