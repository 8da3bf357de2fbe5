import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import type { BaselineComparison, FactChange } from "../../regression/baseline/baseline-comparison.ts";

const colours = {
  new: "green",
  gone: "red",
  changed: "yellow",
} as const satisfies Record<FactChange["change"], keyof Paint>;

/** The differences between a provider and its baseline, for a person at a terminal. */
export function baselineText({ changes, accepted, stale }: BaselineComparison, paint: Paint): string {
  const line = ({ fact, change, before, after }: FactChange) =>
    `${paint[colours[change]](change.padEnd(8))} ${printable(`${fact}  ${[before?.join(", "), after?.join(", ")].filter(Boolean).join(" → ")}`)}`;
  return [
    ...changes.map(line),
    ...stale.map(
      ({ fact, reason }) => `${paint.red("stale")}    ${fact}  has not changed; remove its line (${reason})`,
    ),
    `${changes.length} changed, ${accepted.length} accepted, ${stale.length} stale`,
    "",
  ].join("\n");
}
