import { readForeignJson } from "../../../base/foreign-json.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Arrival, Receiver } from "../../../harness/receiver.ts";
import { spell } from "../../../specs/limits.ts";
import { edge, lifecycleDelivery } from "../../model/time-limits.ts";
import { observeLifecycleEvent } from "../../observations/arrival-observations.ts";
import { fixtureLink } from "./installing.ts";
import type { World } from "./world.ts";

/** What every proof of lifecycle events needs of the control protocol. */
export const lifecycleNeeds = ["control.clock", "control.hooks", "control.links"];

/** Where lifecycle events are sent to. */
export const lifecyclePath = "/lifecycle";

/** Where webhooks about records are sent to, beside them. */
export const recordsPath = "/hooks";

export type LifecycleEvent = "freeze" | "uninstall";

/** The requirement that a missing or repeated lifecycle event breaks. */
const requirements: Record<LifecycleEvent, string> = { freeze: "LIFE-1", uninstall: "LIFE-2" };

/** What each lifecycle event comes after. */
const occasions: Record<LifecycleEvent, string> = { freeze: "a freeze", uninstall: "a disabling" };

const otherOf = (event: LifecycleEvent): LifecycleEvent => (event === "freeze" ? "uninstall" : "freeze");

/** Has the lifecycle events of an application sent to a path of a receiver. */
export const sendLifecycleTo = (
  world: World,
  receiver: Receiver,
  path = lifecyclePath,
  { application } = fixtureLink(world),
): Promise<void> => world.control.sendLifecycleTo(application, receiver.url(path));

/** Lets so much time pass that a lifecycle event must have come. */
export const awaitLifecycleEvent = (world: World): Promise<void> =>
  world.advanceTo(world.now() + lifecycleDelivery + edge);

/** The strings of a body, wherever they stand: the payload of lifecycle events is not shown. */
const stringsIn = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [value];

/** What arrived and bears the name of one lifecycle event, and not of the other. */
export const named = (arrivals: readonly Arrival[], event: LifecycleEvent): Arrival[] =>
  arrivals.filter((arrival) => {
    const strings = stringsIn(readForeignJson(arrival.body));
    return strings.includes(event) && !strings.includes(otherOf(event));
  });

/** What arrived and tells of an event: what bears its name or, where nothing does, all; further notices of a platform's own are not forbidden. */
export function tellingOf(arrivals: readonly Arrival[], event: LifecycleEvent): readonly Arrival[] {
  const own = named(arrivals, event);
  return own.length > 0 ? own : arrivals;
}

/** What arrived but for webhooks about records, which a change of a link may send to their own address; at others, a lifecycle event may say anything. */
export const withoutRecords = (arrivals: readonly Arrival[]): Arrival[] =>
  arrivals.filter(({ path, body }) => path !== recordsPath || !("resource" in fieldsOf(readForeignJson(body))));

/** Judges what a freeze or a disabling sent: its own event once, and not the other. */
export function checkLifecycleEvent(world: World, sent: readonly Arrival[], event: LifecycleEvent, of: string): void {
  for (const arrival of sent)
    for (const [topic, values] of observeLifecycleEvent(event, arrival)) world.observe(topic, values);
  const others = named(sent, otherOf(event)).length;
  const own = named(sent, event).length || sent.length - others;
  // Where no event comes at all, that the other one does not come shows nothing.
  if (sent.length > 0)
    world.check("LIFE-8", others === 0, {
      found: `an event "${otherOf(event)}" after ${occasions[event]} of ${of}`,
      expected: "none",
    });
  world.check(requirements[event], own === 1 || (sent.length === 1 && others === 1), {
    found: spell(`${own} events within {lifecycle_delivery} of ${occasions[event]} of ${of}`),
    expected: "one",
  });
}

/** Judges that nothing was sent which bears the name of an event that did not happen; that nothing was shows nothing by itself. */
export function checkNoLifecycleEvent(
  world: World,
  sent: readonly Arrival[],
  occasion: string,
  events: readonly LifecycleEvent[] = ["freeze", "uninstall"],
): void {
  for (const event of events.filter((name) => named(sent, name).length > 0))
    world.check("LIFE-8", false, {
      found: `an event "${event}" after ${occasion}`,
      expected: "none",
    });
}
