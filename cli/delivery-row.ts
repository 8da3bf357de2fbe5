import type { Paint } from "../base/paint.ts";
import { printable } from "../base/printable.ts";
import type { Delivery } from "../harness/control.ts";

const colours = { pending: "cyan", delivered: "green", failed: "red" } as const;

/** One delivery in a line: its number, what became of it, what it tells, and where to. */
export function deliveryRow(
  { id, url, resource, resource_id, queued_at, outcome, reason }: Delivery,
  paint: Paint,
): string {
  const what = `${resource} ${String(resource_id ?? "")}`.trim();
  const why = reason ? paint.yellow(`  ${reason}`) : "";
  const state = paint[colours[outcome]](outcome.padEnd(9));
  return printable(`  ${String(id).padStart(6)}  ${state}  ${queued_at}  ${what}  ${url}`.trimEnd()) + why;
}
