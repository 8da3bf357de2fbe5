import type { InstallState, Trigger } from "../../../../specs/install-machine.ts";
import { type KnownFacts, LinkModel, statesAfter } from "./link-model.ts";

/** A step that was taken at the same time as others, and how it was answered. */
export interface RacedStep {
  trigger: Trigger;
  facts?: KnownFacts;
  status: number;
}

/** Every state that a link can be in after steps that were taken at once, in any order that fits their answers; none where no order does. */
export function statesAfterSomeOrder(from: InstallState, steps: readonly RacedStep[]): Set<InstallState> {
  return new Set(ordersOf(steps).flatMap((order) => [...statesAfterOrder(from, order)]));
}

function ordersOf<T>(values: readonly T[]): T[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, index) => ordersOf(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}

/** The states after one order; none where an answer does not fit it. */
function statesAfterOrder(from: InstallState, order: readonly RacedStep[]): Set<InstallState> {
  const model = new LinkModel({ location: 0, application: 0 });
  model.states = new Set([from]);
  for (const { trigger, facts = {}, status } of order) {
    const after = model.rowsFor(trigger, facts).flatMap(({ from: before, rows }) => {
      if (trigger === "uninstall")
        return status < 300 ? (["uninstalled"] as const) : [before, ...statesAfter(rows[0], before)];
      const fitting = rows.filter(({ answers }) => !answers || answers.includes(status));
      if (rows.length === 0) return statesAfter(undefined, before);
      return fitting.flatMap((row) => statesAfter(row, before));
    });
    model.states = new Set(after);
  }
  return model.states;
}
