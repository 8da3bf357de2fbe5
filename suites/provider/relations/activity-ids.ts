import { recordsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Fixtures } from "../../../harness/target.ts";

/** The names under which an Event may tell its ids; its fields are not shown, so nothing is judged by them: they are only asked for. */
const fieldNames: Record<string, readonly string[]> = {
  service_ids: ["service_id", "service_ids", "service", "services"],
  staff_ids: ["staff_id", "staff_ids", "staff", "master_id"],
  resource_ids: ["resource_ids", "resource_id", "resources", "resource_instances"],
};

/** The ids in a value: itself, those of a list, or the ids of objects. */
const idsIn = (value: unknown): (string | number)[] => {
  if (typeof value === "number" || (typeof value === "string" && /^\w{1,40}$/.test(value))) return [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return recordsOf([value]).flatMap(({ id }) => (id === undefined ? [] : idsIn(id)));
};

/** How many ids of a kind are asked for. */
const mostIds = 2;

/** Ids that some Events seem to have and others not, the rarest first: a rare one shows most. */
export function idsSeenIn(
  items: readonly Item[],
  filter: string,
  { service_id }: Partial<Fixtures>,
): (string | number)[] {
  const fixture = filter === "service_ids" && service_id !== undefined ? [service_id] : [];
  const own = items.map((item) => (fieldNames[filter] ?? []).flatMap((name) => idsIn(item[name])));
  const counts = new Map<string | number, number>();
  for (const ids of own) for (const id of new Set(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const telling = [...counts].filter(([, count]) => count < items.length).toSorted(([, a], [, b]) => a - b);
  return [...new Set([...telling.map(([id]) => id), ...fixture])].slice(0, mostIds);
}
