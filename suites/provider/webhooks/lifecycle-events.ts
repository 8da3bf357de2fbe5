import { fieldsOf, parseJson } from "../../../base/json.ts";
import type { Arrival, Receiver } from "../../../harness/receiver.ts";
import { spell } from "../../../specs/limits.ts";
import { fixtureLink, install } from "../run/installing.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { edge, lifecycleDelivery, webhookDelay } from "../run/time-limits.ts";
import type { World } from "../run/world.ts";
import { recordEvents } from "./events.ts";
import { passTime, receivingProof } from "./receiving.ts";

const needs = [...freshInstallation, "control.clock", "control.hooks", "control.links"];

/** Where lifecycle events are sent to. */
const lifecyclePath = "/lifecycle";

/** The strings of a body, wherever they stand: the payload of lifecycle events is not shown. */
const stringsIn = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [value];

/** What arrived and bears the name of one lifecycle event, and not of the other. */
const named = (arrivals: readonly Arrival[], event: "freeze" | "uninstall"): Arrival[] =>
  arrivals.filter((arrival) => {
    const strings = stringsIn(parseJson(arrival.body));
    return strings.includes(event) && !strings.includes(event === "freeze" ? "uninstall" : "freeze");
  });

/** What arrived and is not a webhook about a record, which a change of a link may send too. */
const withoutRecords = (arrivals: readonly Arrival[]): Arrival[] =>
  arrivals.filter((arrival) => !("resource" in fieldsOf(parseJson(arrival.body))));

/** Lets so much time pass that a lifecycle event must have come. */
const awaitLifecycleEvent = (world: World): Promise<void> => world.advanceTo(world.now() + lifecycleDelivery + edge);

const sendLifecycleTo = (world: World, receiver: Receiver): Promise<void> =>
  world.control.sendLifecycleTo(fixtureLink(world).application, receiver.url(lifecyclePath));

/** Proofs of the two lifecycle events. */
export const lifecycleProofs: Proof[] = [
  receivingProof(
    "LIFE-1 LIFE-3 LIFE-8",
    "a freeze sends one event to the lifecycle address alone",
    needs,
    async (world, receiver) => {
      const link = fixtureLink(world);
      await sendLifecycleTo(world, receiver);
      await world.control.subscribe(link.location, receiver.url("/hooks"), [...recordEvents.keys()]);
      await install(world, link);
      await passTime(world, 2 * webhookDelay.latest);
      const early = [...named(receiver.arrivals, "freeze"), ...named(receiver.arrivals, "uninstall")];
      world.check("LIFE-8", early.length === 0, {
        found: "a freeze or an uninstall event after installing",
        expected: "none",
      });
      receiver.arrivals.length = 0;
      await world.control.freeze(link.location, link.application);
      await awaitLifecycleEvent(world);
      const sent = receiver.arrivals.filter(({ path }) => path === lifecyclePath);
      const uninstalls = named(sent, "uninstall").length;
      world.check("LIFE-1", sent.length >= 1, {
        found: spell("no event within {lifecycle_delivery} of a freeze"),
        expected: "one",
      });
      world.check("LIFE-8", uninstalls === 0, { found: "an uninstall event after a freeze", expected: "none" });
      world.check("LIFE-1", sent.length - uninstalls <= 1, {
        found: `${sent.length} events after a freeze`,
        expected: "one",
      });
      const elsewhere = withoutRecords(receiver.arrivals).filter(({ path }) => path !== lifecyclePath);
      world.check("LIFE-3", elsewhere.length === 0, {
        found: "an event at the address of the subscription",
        expected: "the lifecycle address alone",
      });
    },
  ),

  ...(["active", "freezed"] as const).map((state) =>
    receivingProof(
      "LIFE-2 LIFE-8",
      `disabling a link that is ${state} sends one event`,
      needs,
      async (world, receiver) => {
        const link = fixtureLink(world);
        await sendLifecycleTo(world, receiver);
        await install(world, link);
        if (state === "freezed") await world.control.freeze(link.location, link.application);
        // What installing or freezing sends has come by then.
        await awaitLifecycleEvent(world);
        receiver.arrivals.length = 0;
        await world.control.disable(link.location, link.application);
        await awaitLifecycleEvent(world);
        const { length } = receiver.arrivals;
        world.check("LIFE-2", length === 1, {
          found: spell(`${length} events within {lifecycle_delivery} of disabling`),
          expected: "one",
        });
        world.check("LIFE-8", named(receiver.arrivals, "freeze").length === 0, {
          found: "a freeze event after disabling",
          expected: "none",
        });
      },
    ),
  ),
];
