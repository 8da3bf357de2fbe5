import { loadOperations } from "../../../specs/operations.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { Random } from "../../world/data/random.ts";
import { callFactors, type Factor, type Sending, webhookFactors } from "./factors.ts";

/** When a fault shows: where each of some levels holds. */
export interface Trigger {
  kind: TriggerKind;
  /** The levels, for people: "page 2, size 10 to 24". */
  means: string;
  /** True if the same can be read in another way, in which the fault does not show. */
  isReading: boolean;
  /** True if a call triggers it; made once for each sandbox. */
  ofCalls: () => (call: ApiCall) => boolean;
  ofWebhooks: () => (sending: Sending) => boolean;
}

const triggerKinds = ["pair", "triple", "size", "age", "occasion"] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** The factors that a trigger of one kind is drawn from; those of a pair or a triple are any. */
const factorsOf: Partial<Record<TriggerKind, readonly string[]>> = {
  size: ["items", "size", "ids", "text"],
  age: ["age", "pause"],
  occasion: ["occasion"],
};

const numbers: Record<TriggerKind, number> = { pair: 2, triple: 3, size: 1, age: 1, occasion: 1 };

const places = new Map(loadOperations().map((each) => [each.id, each]));

/** Draws when a fault shows at an operation or event; undefined where no trigger of the kind that was drawn applies there. */
export function drawTrigger(random: Random, id: string, exclude: readonly string[] = []): Trigger | undefined {
  const place = places.get(id);
  if (!place) throw new RangeError(`there is no operation or event ${id}`);
  const table: Readonly<Record<string, Factor<never>>> = place.surface === "webhooks" ? webhookFactors : callFactors;
  const kind = random.pick(triggerKinds);
  const left = Object.keys(table).filter(
    (factor) =>
      (factorsOf[kind]?.includes(factor) ?? true) &&
      !exclude.includes(factor) &&
      Object.keys(table[factor]?.levels(place) ?? {}).length > 0,
  );
  if (left.length < numbers[kind]) return undefined;
  const chosen = Array.from({ length: numbers[kind] }, () => {
    const factor = random.pick(left);
    left.splice(left.indexOf(factor), 1);
    const levels = table[factor]?.levels(place) ?? {};
    return { factor, level: random.pick(Object.keys(levels)), levels };
  });
  /** Each level is asked of each subject, since some of them count. */
  const holding =
    <T>() =>
    () => {
      const made = chosen.map(({ level, levels }) => (levels[level] as unknown as () => (subject: T) => boolean)());
      return (subject: T) => made.map((holds) => holds(subject)).every(Boolean);
    };
  return {
    kind,
    means: chosen.map(({ factor, level }) => `${factor} ${level}`).join(", "),
    isReading: chosen.some(({ factor }) => table[factor]?.isReading),
    ofCalls: memoized(holding<ApiCall>()),
    ofWebhooks: holding<Sending>(),
  };
}

/** Asks once of each call, however often it is looked at. */
const memoized =
  (make: Trigger["ofCalls"]): Trigger["ofCalls"] =>
  () => {
    const holds = make();
    const known = new WeakMap<ApiCall, boolean>();
    return (call) => {
      const answer = known.get(call) ?? holds(call);
      known.set(call, answer);
      return answer;
    };
  };
