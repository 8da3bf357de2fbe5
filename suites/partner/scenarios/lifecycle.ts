import type { Delivery } from "../../../harness/control.ts";
import { limit } from "../../../specs/limits.ts";
import { type Certifier } from "../certifier.ts";
import type { Scenario } from "../scenario.ts";

interface Ending {
  event: "freeze" | "uninstall";
  acknowledges: string;
  stops: string;
  /** Which of the Locations it happens to. */
  location: number;
  state: "freezed" | "uninstalled";
}

const endings: Ending[] = [
  { event: "freeze", acknowledges: "LIFE-5", stops: "LIFE-6", location: 2, state: "freezed" },
  { event: "uninstall", acknowledges: "LIFE-9", stops: "LIFE-7", location: 5, state: "uninstalled" },
];

/** How long an application is watched after an end, in seconds: twice the time in which it has to stop, and the edge. */
const watched = 2 * limit("partner_stop") + limit("edge");

/** Freeze and uninstall, at two Locations at once; data calls that come too late are found by the rules over all requests. */
export const lifecycle: Scenario = {
  title: "one Location is frozen, another uninstalled",
  claim: "lifecycle",
  judges: endings.flatMap(({ acknowledges, stops }) => [acknowledges, stops]),
  needs: ["lifecycle_webhook_url"],
  async play(certifier) {
    const { control, links } = certifier;
    const { application_id } = certifier.context;
    for (const { location } of endings) await certifier.active(certifier.location(location));
    const before = (await control.deliveries()).length;
    for (const { event, location } of endings)
      await control[event === "freeze" ? "freeze" : "disable"](certifier.location(location), application_id);
    await control.advance(limit("webhook_delay"));
    const outcomes = await settled(certifier, before);
    for (const ending of endings) {
      const isAcknowledged = judge(
        certifier,
        ending,
        outcomes.find(({ resource }) => resource === ending.event),
      );
      if (isAcknowledged) links.ended(certifier.location(ending.location), Date.now(), ending.state);
    }
    const acknowledged = Date.now();
    await certifier.watch(limit("partner_stop") + limit("edge"));
    // Who was told that the link is gone has to decline.
    const asks = (["calls", "resources"] as const).filter((claim) => certifier.profile.actions[claim]);
    for (const claim of asks.slice(0, 1))
      await Promise.all(
        endings.map(({ location }) => certifier.act(claim, certifier.location(location), { declines: true })),
      );
    // What it does by itself every few seconds shows, too.
    await certifier.watch(watched - (Date.now() - acknowledged) / 1000);
    for (const { stops, location, state } of endings)
      if (links.state(certifier.location(location), Date.now()) === state) certifier.recorder.judged(stops);
      else certifier.recorder.lacking([stops], "the event was not acknowledged", false);
  },
};

/** Deliveries that were made since, once each has ended. */
export async function settled(certifier: Certifier, before: number): Promise<Delivery[]> {
  const deadline = Date.now() + (limit("webhook_timeout") + limit("edge") + 2) * 1000;
  for (;;) {
    const made = (await certifier.control.deliveries()).slice(before);
    if (made.every(({ outcome }) => outcome !== "pending") || Date.now() > deadline) return made;
    await certifier.watch(0.1);
  }
}

function judge(
  { recorder, profile }: Certifier,
  { event, acknowledges }: Ending,
  delivery: Delivery | undefined,
): boolean {
  recorder.judged(acknowledges);
  if (delivery?.outcome === "delivered") return true;
  recorder.flaw(acknowledges, {
    found: delivery?.reason ?? "no answer",
    expected: "a 2xx status within 15 seconds",
    by: { exchange: `l-${event}`, where: `the ${event} event to ${profile.lifecycle_webhook_url}` },
  });
  return false;
}
