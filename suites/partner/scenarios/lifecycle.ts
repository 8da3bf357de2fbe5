import type { Delivery } from "../../../harness/control.ts";
import { limit } from "../../../specs/limits.ts";
import type { Certifier } from "../certifier/certifier.ts";
import { linkEnds, stopsWithin } from "../requests/links.ts";
import { deliveriesOf, isAcknowledged } from "./deliveries.ts";
import type { Scenario } from "./scenario.ts";
import { rightAnswer } from "./webhook-answers.ts";

/** How the links of two Locations end. */
const endings = [
  { ...linkEnds.freezed, state: "freezed", location: "got401" },
  { ...linkEnds.uninstalled, state: "uninstalled", location: "got503" },
] as const;

type Ending = (typeof endings)[number];

/** How long it is watched, in seconds: long enough to show what it does by itself every few seconds. */
const watchedFor = stopsWithin + limit("partner_stop");

/** Freeze and uninstall, at two Locations at once; the history shows data calls that come too late. */
export const lifecycle: Scenario = {
  title: "one Location is frozen, another uninstalled",
  claim: "lifecycle",
  judges: endings.flatMap(({ acknowledged, stopped }) => [acknowledged, stopped]),
  async run(certifier) {
    const { links, recorder } = certifier;
    const locationOf = ({ location }: Ending) => certifier.location(location);
    for (const ending of endings) await certifier.activate(locationOf(ending));
    const deliveries = await deliveriesOf(certifier, async () => {
      for (const ending of endings) await end(certifier, ending.event, locationOf(ending));
    });
    for (const ending of endings) {
      const delivery = deliveries.find(({ resource }) => resource === ending.event);
      judgeAcknowledgement(certifier, ending, delivery);
      if (isAcknowledged(delivery)) links.ended(locationOf(ending), Date.now(), ending.state);
    }
    const ended = Date.now();
    await certifier.watch(stopsWithin);
    await tempt(certifier, endings.map(locationOf));
    await certifier.watch(watchedFor - (Date.now() - ended) / 1000);
    for (const ending of endings)
      if (links.state(locationOf(ending), Date.now()) === ending.state) recorder.judged(ending.stopped);
      else recorder.untestable([ending.stopped], "the event was not acknowledged", { applies: false });
  },
};

/** The platform freezes or uninstalls the application at a Location. */
async function end({ control, context }: Certifier, event: Ending["event"], location: number): Promise<void> {
  if (event === "freeze") await control.freeze(location, context.application_id);
  else await control.disable(location, context.application_id);
}

/** Asks the application to read data of Locations whose links have ended; it should decline. */
async function tempt(certifier: Certifier, locations: number[]): Promise<void> {
  const task = (["calls", "resources"] as const).find((name) => certifier.profile.actions[name]);
  if (task)
    await Promise.all(locations.map((location) => certifier.askToRead(task, location, { shouldDecline: true })));
}

function judgeAcknowledgement(
  { recorder, profile }: Certifier,
  { event, acknowledged }: Ending,
  delivery: Delivery | undefined,
): void {
  recorder.judged(acknowledged);
  if (isAcknowledged(delivery)) return;
  recorder.finding(acknowledged, {
    found: `a failed delivery (${delivery?.reason ?? "no answer"})`,
    expected: rightAnswer,
    by: { exchange: `l-${event}`, where: `the ${event} event to ${profile.lifecycle_webhook_url}` },
  });
}
