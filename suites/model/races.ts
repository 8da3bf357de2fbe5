import type { InstallState } from "../../specs/install-machine.ts";
import { type Link, type LinkStep, statesAfter } from "./link.ts";

/** A step that was taken at the same time as others, and the status that it was answered with. */
export type RacedStep = LinkStep & { status: number };

/** Every state that a link can be in after steps that were taken at once, in any order that fits their statuses. A refusal that no order explains is left out. */
export function statesAfterRace(link: Link, steps: readonly RacedStep[]): Set<InstallState> {
  const fitting = statesAfterSomeOrder(link, steps);
  if (fitting.size > 0) return fitting;
  return statesAfterSomeOrder(
    link,
    steps.filter(({ status }) => status < 400),
  );
}

const statesAfterSomeOrder = (link: Link, steps: readonly RacedStep[]): Set<InstallState> =>
  new Set(ordersOf(steps).flatMap((order) => [...statesAfterOrder(link, order)]));

function ordersOf<T>(values: readonly T[]): T[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, index) => ordersOf(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}

/** The states after one order; none where a status does not fit it. */
function statesAfterOrder(link: Link, order: readonly RacedStep[]): ReadonlySet<InstallState> {
  let states = link.states;
  for (const step of order) {
    const { trigger, status } = step;
    const moves = link.movesOf(step, states);
    states = new Set(
      moves.flatMap(({ from, row }): InstallState[] => {
        if (trigger === "uninstall") return status < 300 ? ["uninstalled"] : [from, ...statesAfter(row, from)];
        return row?.answers && !row.answers.includes(status) ? [] : statesAfter(row, from);
      }),
    );
  }
  return states;
}
