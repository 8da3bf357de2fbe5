import type { Reading } from "../installing.ts";
import type { Stage } from "../stage.ts";
import type { Link } from "./link.ts";
import { observe } from "./steps.ts";

interface Entry {
  status_from?: unknown;
  status_to?: unknown;
}

/** Holds a reading of the status against what is known of the link: its state, its log and when it was created. */
export function judgeReading(stage: Stage, link: Link, { exchange, data, word }: Reading, address: string): void {
  observe(stage, link, exchange, word, address);
  if (!link.isCertain || link.is("uninstalled") || !data) return;
  judgeLog(stage, link, exchange, Array.isArray(data.logs) ? (data.logs as Entry[]) : []);
  const created = data.connection_status?.created_at;
  if (link.createdAt !== undefined)
    stage.holds(
      "STAT-3",
      exchange,
      created === link.createdAt,
      String(created),
      `${String(link.createdAt)}, as before`,
      "/data/connection_status/created_at",
    );
  link.createdAt ??= created;
}

function judgeLog(stage: Stage, link: Link, exchange: Reading["exchange"], logs: Entry[]): void {
  const told = logs.map((entry) => `${String(entry?.status_from)} → ${String(entry?.status_to)}`);
  for (const change of new Set(link.changes.map(([from, to]) => `${from} → ${to}`))) {
    const happened = link.changes.filter(([from, to]) => `${from} → ${to}` === change).length;
    const isSo = told.filter((one) => one === change).length >= happened;
    const requirement = change.startsWith("uninstalled") ? "STAT-7" : "STAT-6";
    stage.holds(requirement, exchange, isSo, told.join(", ") || "nothing", `${happened} times ${change}`, "/data/logs");
  }
}
