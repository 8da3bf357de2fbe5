import { type Limit, secondsIn } from "../../../specs/limits.ts";
import type { Differences } from "../differences/differences.ts";
import { below, type DocumentPlace, fieldsAt, misfit, type PlacePair } from "../documents/place.ts";
import { namesIn, rowReporter } from "./row-differences.ts";

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

/** Compares the figures of two versions. */
export function compareLimits(around: PlacePair, differences: Differences): void {
  for (const name of namesIn(Object.keys(fieldsAt(around.old)), Object.keys(fieldsAt(around.new)))) {
    const [oldPlace, newPlace] = [below(around.old, name), below(around.new, name)];
    const report = rowReporter(differences, { about: `The limit ${name}`, old: oldPlace, new: newPlace, around });
    const [before, after] = [oldPlace && limitAt(oldPlace), newPlace && limitAt(newPlace)];
    if (!before || !after) {
      if (after) report("limit-added", `is new: ${inWords(after)}`);
      if (before) report("limit-removed", `is gone; it was ${inWords(before)}`);
      continue;
    }
    const increase = valueOf(after) - valueOf(before);
    const isComparable = dimensionOf(before) === dimensionOf(after);
    if (isComparable && increase === 0) continue;
    const says = `is now ${inWords(after)} instead of ${inWords(before)}`;
    const worse = harder[name];
    if (!worse || !isComparable) report("limit-changed", says);
    else report(increase > 0 === (worse === "more") ? "limit-tightened" : "limit-relaxed", says);
  }
}

function limitAt(place: DocumentPlace): Limit {
  const value = below(place, "value");
  if (typeof value?.node !== "number") throw misfit(value ?? place, "a figure with a number as its value");
  return place.node as Limit;
}

const dimensionOf = ({ unit }: Limit): string => (unit in secondsIn ? "seconds" : unit);
const valueOf = ({ value, unit }: Limit): number => value * (secondsIn[unit] ?? 1);
const inWords = ({ value, unit }: Limit): string => `${value} ${unit}`;
