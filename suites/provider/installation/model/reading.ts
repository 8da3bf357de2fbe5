import type { Reading } from "../../run/installing.ts";
import type { World } from "../../run/world.ts";
import type { Link } from "./link.ts";
import { observe } from "./steps.ts";

/** Holds a reading of the status against what is known of the link: its state, its log and when it was created. */
export function judgeReading(world: World, link: Link, reading: Reading, address: string): void {
  const { exchange, word, createdAt } = reading;
  observe(world, link, exchange, word, address);
  if (!link.isCertain || link.is("uninstalled") || exchange.response.status !== 200) return;
  judgeLog(world, link, reading);
  if (link.createdAt !== undefined)
    world.holds(
      "STAT-3",
      exchange,
      createdAt === link.createdAt,
      String(createdAt),
      `${String(link.createdAt)}, as before`,
      "/data/connection_status/created_at",
    );
  link.createdAt ??= createdAt;
}

function judgeLog(world: World, link: Link, { exchange, logs }: Reading): void {
  const told = logs.map(({ status_from, status_to }) => `${String(status_from)} → ${String(status_to)}`);
  for (const change of new Set(link.changes.map(([from, to]) => `${from} → ${to}`))) {
    const happened = link.changes.filter(([from, to]) => `${from} → ${to}` === change).length;
    const isSo = told.filter((one) => one === change).length >= happened;
    const requirement = change.startsWith("uninstalled") ? "STAT-7" : "STAT-6";
    world.holds(requirement, exchange, isSo, told.join(", ") || "nothing", `${happened} times ${change}`, "/data/logs");
  }
}
