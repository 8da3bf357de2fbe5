import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { World } from "../run/world.ts";

/** Whether a value that comes back is the one that was seeded. */
export type Same = (told: unknown, seeded: unknown) => boolean;

const plain: Same = (told, seeded) => told === seeded;

/** Numbers may be written as text, and texts of digits as numbers, where the specification shows both. */
export const loosely: Same = (told, seeded) => String(told) === String(seeded);

/** A date-time may change its offset; one without an offset tells a moment in a zone that is not known. */
export const sameMoment: Same = (told, seeded) =>
  !/(Z|[+-]\d\d:?\d\d)$/i.test(String(told)) || Date.parse(String(told)) === Date.parse(String(seeded));

/** Writes down whether records come back with the values that they were seeded with, each field under its requirement. */
export function echoes(
  world: World,
  exchange: Exchange,
  { seeded, found }: { seeded: readonly object[]; found: readonly Item[] },
  fields: Record<string, [requirement: string, same?: Same]>,
): void {
  const byId = new Map(found.map((item) => [String(item.id), item]));
  for (const one of seeded as readonly Item[]) {
    const told = byId.get(String(one.id));
    if (!told) continue;
    for (const [name, [requirement, same = plain]] of Object.entries(fields)) {
      if (!(name in told) || !(name in one)) continue;
      const seen = `${name} ${JSON.stringify(told[name])} of ${String(one.id)}`;
      world.holds(requirement, exchange, same(told[name], one[name]), seen, JSON.stringify(one[name]) ?? "", "/data");
    }
  }
}
