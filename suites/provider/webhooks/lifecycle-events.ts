import { fieldsOf, parseJson } from "../../../base/json.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { install, place } from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { edge, latest, lifecycle, pass, receiving, records } from "./receiving.ts";

const lived = [...installs, "fresh", "control.clock", "control.hooks", "control.links"];

/** The strings of a body, wherever they stand: the payload of lifecycle events is not shown. */
const strings = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [value];

/** What arrived and is called by the name of one lifecycle event, and not of the other. */
const named = (arrivals: readonly Arrival[], event: "freeze" | "uninstall"): Arrival[] =>
  arrivals.filter((arrival) => {
    const said = strings(parseJson(arrival.body));
    return said.includes(event) && !said.includes(event === "freeze" ? "uninstall" : "freeze");
  });

/** What arrived and is no webhook about a record, which a change of a link may well send too. */
const unlikeRecords = (arrivals: readonly Arrival[]): Arrival[] =>
  arrivals.filter((arrival) => !("resource" in fieldsOf(parseJson(arrival.body))));

/** Proofs of the two lifecycle events, whose payload is not shown. */
export const lifecycleProofs: Proof[] = [
  receiving(
    "LIFE-1 LIFE-3 LIFE-8",
    "a freeze sends one event to the lifecycle address alone",
    lived,
    async (world, receiver) => {
      const here = place(world);
      await world.control.sendLifecycleTo(here.application, receiver.url("/lifecycle"));
      await world.control.subscribe(here.location, receiver.url("/hooks"), records);
      await install(world, here);
      await pass(world, 2 * latest);
      world.notes(
        "LIFE-8",
        [...named(receiver.arrivals, "freeze"), ...named(receiver.arrivals, "uninstall")].length === 0,
        "a freeze or an uninstall event after installing",
        "none",
      );
      receiver.arrivals.length = 0;
      await world.control.freeze(here.location, here.application);
      await world.advanceTo(world.now() + lifecycle + edge);
      const own = receiver.arrivals.filter(({ path }) => path === "/lifecycle");
      world.notes("LIFE-1", own.length >= 1, "no event within a minute of a freeze", "one");
      world.notes("LIFE-8", named(own, "uninstall").length === 0, "an uninstall event after a freeze", "none");
      world.notes(
        "LIFE-1",
        own.length - named(own, "uninstall").length <= 1,
        `${own.length} events after a freeze`,
        "one",
      );
      world.notes(
        "LIFE-3",
        unlikeRecords(receiver.arrivals).every(({ path }) => path === "/lifecycle"),
        "an event at the address of the subscription",
        "the lifecycle address alone",
      );
    },
  ),

  ...(["active", "freezed"] as const).map((state) =>
    receiving("LIFE-2 LIFE-8", `disabling a link that is ${state} sends one event`, lived, async (world, receiver) => {
      const here = place(world);
      await world.control.sendLifecycleTo(here.application, receiver.url("/lifecycle"));
      await install(world, here);
      if (state === "freezed") await world.control.freeze(here.location, here.application);
      // What installing or freezing sends has come by then.
      await world.advanceTo(world.now() + lifecycle + edge);
      receiver.arrivals.length = 0;
      await world.control.disable(here.location, here.application);
      await world.advanceTo(world.now() + lifecycle + edge);
      const { length } = receiver.arrivals;
      world.notes("LIFE-2", length === 1, `${length} events within a minute of disabling`, "one");
      world.notes("LIFE-8", named(receiver.arrivals, "freeze").length === 0, "a freeze event after disabling", "none");
    }),
  ),
];
