import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { derivedFaults } from "../../sandbox/faults/derived/derived.ts";
import { whyOpen } from "../../sandbox/faults/derived/left-open.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { areaOf } from "../../specs/ledger/areas.ts";
import { describedReads } from "./right-requests.ts";

/** A server that is wrong in one way. */
export interface SampledFault {
  name: string;
  /** One of the sandbox's known faults, or one that any single answer shows to who checks it against its schema. */
  kind: "known" | "single exchange";
  area: string;
  behaviour: () => Behaviour;
}

/** Rates are lifted, so that no peer trips over them; where a rate is the fault, they stay. */
const lifted = { ratePerSecond: 1e9, ratePerMinute: 1e9, v3Limit: 1e9 };

/** The server without a fault. */
export const rightBehaviour = (): Behaviour => specified(lifted);

/** A mistake in a field that its schema forbids. */
const plainlyWrong = ["is missing", "is a number", "is text", "is a list"];

/** Fields that are not in the answers to the documented requests. */
const absent = /payments\/|photos\/|next_slot|phones\/|instances\//;

/** So many values of a list, at even distances. */
const spread = <T>(values: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => values[Math.floor((index * values.length) / count)] as T);

/** Sixty known faults by area: as many of each area as its share of all. */
function knownFaults(): SampledFault[] {
  const byArea = Object.entries(faults).toSorted(([, a], [, b]) => (areaOf(a.breaks) < areaOf(b.breaks) ? -1 : 1));
  return spread(byArea, 60).map(([name, { breaks }]) => ({
    name,
    kind: "known",
    area: areaOf(breaks),
    behaviour: () => behaviourWith(name, specified(areaOf(breaks) === "RATE" ? {} : lifted)),
  }));
}

/** Twenty faults that the documented request of an operation shows to anyone who checks the answer against its schema. */
function singleExchangeFaults(): SampledFault[] {
  const isAsked = (place: string) => {
    const [operation = "", pointer = ""] = place.split(" ");
    return describedReads.includes(operation) && pointer.startsWith("/") && !absent.test(pointer);
  };
  const plain = [...derivedFaults().values()].filter(
    (fault) =>
      fault.kind === "field" &&
      plainlyWrong.includes(fault.wrong) &&
      isAsked(fault.place) &&
      whyOpen(fault, true) === undefined,
  );
  return spread(plain, 20).map(({ name, breaks, change }) => ({
    name,
    kind: "single exchange",
    area: areaOf(breaks),
    behaviour: () => change(() => undefined)()(rightBehaviour()),
  }));
}

/** Every fault of the sample, mixed so that the first of them are a sample too. */
export function sampledFaults(): SampledFault[] {
  const all = [...knownFaults(), ...singleExchangeFaults()];
  // 37 and 80 share no divisor, so that every index comes once.
  return all.map((_, index) => all[(index * 37) % all.length] as SampledFault);
}
