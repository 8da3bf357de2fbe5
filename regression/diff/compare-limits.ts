import { below, fieldsOf, misfit, type Place } from "../../base/place.ts";
import type { Limit } from "../../specs/limits.ts";
import type { Findings } from "./findings.ts";

/** Which way a figure gets harder for a partner: less to use, or more to bear. Other figures cannot be judged. */
const harder: Record<string, "less" | "more"> = {
  rate_per_second: "less",
  rate_per_minute: "less",
  confirmation_window: "less",
  webhook_delay: "more",
  webhook_timeout: "less",
  webhook_retries: "less",
  cursor_lifetime: "less",
  "page_size.minimum": "more",
  "page_size.maximum": "less",
  tls_minimum: "more",
  "webhook_delay.latest": "more",
  lifecycle_delivery: "more",
  partner_stop: "less",
  rate_fault_per_second: "less",
  rate_fault_per_five_seconds: "less",
  rate_fault_per_minute: "less",
  partner_body: "more",
};

const secondsIn: Record<string, number> = { hours: 3600, minutes: 60, seconds: 1 };

/** Compares the figures of two versions. */
export function compareLimits(old: Place, fresh: Place, findings: Findings): void {
  const names = new Set([...Object.keys(fieldsOf(old)), ...Object.keys(fieldsOf(fresh))]);
  for (const name of names) {
    const [one, other] = [below(old, name), below(fresh, name)];
    const tell = (rule: string, says: string) =>
      findings.tell({ rule, about: `The limit ${name}`, says, old: one ?? old, new: other ?? fresh });
    const [before, after] = [one && limitAt(one), other && limitAt(other)];
    if (!before || !after) {
      if (after) tell("limit-added", `is new: ${inWords(after)}`);
      if (before) tell("limit-removed", `is gone; it was ${inWords(before)}`);
      continue;
    }
    const more = valueOf(after) - valueOf(before);
    const isComparable = kindOf(before.unit) === kindOf(after.unit);
    if (isComparable && more === 0) continue;
    const says = `is ${inWords(after)} now, and was ${inWords(before)}`;
    const worse = harder[name];
    if (!worse || !isComparable) tell("limit-changed", says);
    else tell(more > 0 === (worse === "more") ? "limit-tightened" : "limit-relaxed", says);
  }
}

function limitAt(place: Place): Limit {
  const value = below(place, "value");
  if (typeof value?.node !== "number") throw misfit(value ?? place, "a figure with a number as its value");
  return place.node as Limit;
}

const kindOf = (unit: string): string => (unit in secondsIn ? "seconds" : unit);
const valueOf = ({ value, unit }: Limit): number => value * (secondsIn[unit] ?? 1);
const inWords = ({ value, unit }: Limit): string => `${value} ${unit}`;
