import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import type { Delivery } from "../../harness/control/control.ts";

const colours = { pending: "cyan", delivered: "green", failed: "red" } as const;

const line = (id: string, state: string, queuedAt: string, what: string, url: string): string =>
  `  ${id.padStart(6)}  ${state}  ${queuedAt.padEnd(24)}  ${what.padEnd(18)}  ${url}`.trimEnd();

export const deliveryHeader = (paint: Paint): string =>
  paint.dim(line("id", "outcome  ", "queued at", "resource", "to"));

/** One delivery in a line: its number, what became of it, what it is about, where it goes, and when it is due. */
export function deliveryRow(delivery: Delivery, now: string, paint: Paint): string {
  const { id, url, resource, resource_id, queued_at, due_at, outcome, reason } = delivery;
  const what = `${resource} ${String(resource_id ?? "")}`.trim();
  const seconds = due_at === undefined ? 0 : Math.ceil((Date.parse(due_at) - Date.parse(now)) / 1000);
  const due = outcome === "pending" && seconds > 0 ? paint.cyan(`  due in ${seconds} s`) : "";
  const why = reason ? paint.yellow(`  ${reason}`) : "";
  const state = paint[colours[outcome]](outcome.padEnd(9));
  return printable(line(String(id), state, queued_at, what, url)) + due + why;
}
