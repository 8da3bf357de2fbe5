import { hours } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats.ts";
import type { ClientFilter } from "../../../generators/client-filters.ts";
import type { Item } from "../../../harness/control.ts";
import { contains, hasDigits, isInNumber } from "../../rules/filters.ts";

/** Whether a client matches a filter; `open` where readings of the specification differ. */
export type Match = "yes" | "no" | "open";

/** The zones that a moment without an offset may be meant in, in milliseconds ahead of UTC. */
const zones = { west: hours(-12), east: hours(14) };

/** Whether a value contains a part as it stands; `open` where it may be compared in another way. */
function partMatch(value: unknown, part: string, mayFit: typeof contains = contains): Match {
  if (String(value).includes(part)) return "yes";
  return mayFit(value, part) ? "open" : "no";
}

/** Whether a change comes after a moment in every zone that could be meant, in none, or in some. */
function isAfter(value: unknown, moment: string): Match {
  const [changed, asked] = [momentOf(value), momentOf(moment)];
  if (changed > asked - zones.west) return "yes";
  return changed < asked - zones.east ? "no" : "open";
}

const opposite: Record<Match, Match> = { yes: "no", no: "yes", open: "open" };
const matchIf = (holds: boolean): Match => (holds ? "yes" : "no");

/** The documented meaning of each filter. */
const meanings: Record<string, (client: Item, value: never) => Match> = {
  fullname: ({ name }, part: string) => partMatch(name, part),
  phone: ({ phone }, part: string) => partMatch(phone, part, hasDigits),
  email: ({ email }, part: string) => partMatch(email, part),
  card: ({ card }, part: string) => partMatch(card, part, isInNumber),
  paid_min: ({ spent }, least: number) => matchIf(Number(spent) >= least),
  paid_max: ({ spent }, most: number) => matchIf(Number(spent) <= most),
  id: ({ id }, wanted: number) => matchIf(id === wanted),
  "id[]": ({ id }, wanted: number[]) => matchIf(wanted.includes(Number(id))),
  changed_after: ({ last_change_date }, moment: string) => isAfter(last_change_date, moment),
  changed_before: ({ last_change_date }, moment: string) => opposite[isAfter(last_change_date, moment)],
};

/** Whether a client matches all filters at once. */
export function matchOf(client: Item, filter: ClientFilter): Match {
  const matches = Object.entries(filter).map(([name, value]) => meanings[name]?.(client, value as never) ?? "open");
  if (matches.includes("no")) return "no";
  return matches.includes("open") ? "open" : "yes";
}

/** The requirement of the only filter that is set; several at once have one of their own. */
export function requirementOf(filter: ClientFilter): string {
  const [name = "", ...more] = Object.keys(filter);
  if (more.length > 0) return "CLI-10";
  if (name.startsWith("paid")) return "CLI-7";
  if (name.startsWith("id")) return "CLI-8";
  return name.startsWith("changed") ? "CLI-9" : "CLI-6";
}
