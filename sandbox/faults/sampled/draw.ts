import { createRandom } from "../../world/data/random.ts";
import type { BehaviourChange } from "../changes/fault.ts";
import type { OnShown } from "../derived/derived-fault.ts";
import { headers, shapes, statuses, values } from "./answers.ts";
import { authority, rates } from "./authority.ts";
import { type Deviation, type DeviationClass, deviationClasses } from "./deviation.ts";
import { counts, filters, items } from "./lists.ts";
import { states, times } from "./states.ts";
import { drawTrigger, type TriggerKind } from "./trigger.ts";
import { lifecycleEvents, webhooks } from "./webhooks.ts";

/** A fault that no one chose: a deviation and a trigger, both drawn. */
export interface SampledFault {
  /** Its number among those that follow from a seed. */
  number: number;
  class: DeviationClass;
  trigger: TriggerKind;
  /** The mistake, and when it shows. */
  name: string;
  breaks: string;
  /** The id of an operation or event. */
  place: string;
  /** The change; `onShown` is called whenever it changes what would have been right, or would if it is dry. */
  change: (onShown: OnShown, isDry?: boolean) => BehaviourChange;
}

const pools: Record<DeviationClass, () => Deviation[]> = {
  shape: shapes,
  value: values,
  items,
  count: counts,
  filter: filters,
  status: statuses,
  header: headers,
  authority,
  state: states,
  time: times,
  rate: rates,
  webhook: webhooks,
  lifecycle: lifecycleEvents,
};

const made = new Map<DeviationClass, readonly Deviation[]>();

/** The deviations of a class. */
export function deviationsOf(name: DeviationClass): readonly Deviation[] {
  const found = made.get(name) ?? pools[name]();
  made.set(name, found);
  return found;
}

/** The number of times that a place and a trigger are drawn before it is a mistake that none fit together. */
const maxDraws = 1000;

/** Draws a fault: a class, a deviation of it and a trigger, each as likely as any other. The same seed and number give the same fault. */
export function drawFault(seed: number, number: number): SampledFault {
  const random = createRandom(seed, `sampled ${number}`);
  const name = random.pick(deviationClasses);
  for (let draw = 0; draw < maxDraws; draw++) {
    const deviation = random.pick(deviationsOf(name));
    const trigger = drawTrigger(random, deviation.place, deviation.without);
    if (!trigger || (deviation.needsContrast && !trigger.isReading)) continue;
    return {
      number,
      class: name,
      trigger: trigger.kind,
      name: `${deviation.name}, when ${trigger.means}`,
      breaks: deviation.breaks,
      place: deviation.place,
      change: (onShown, isDry = false) => deviation.plant({ trigger, onShown, isDry }),
    };
  }
  throw new RangeError(`no trigger fits any deviation of the class ${name}`);
}
