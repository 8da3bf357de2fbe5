import { momentOf } from "../../base/formats/formats.ts";
import type { Request } from "../../harness/exchange.ts";
import type { Clause } from "./clause.ts";
import type { Moment } from "./link.ts";
import { hasOffset } from "./moments.ts";
import type { Seen } from "./seen.ts";

interface ShownSlot {
  slot: number;
  /** The slot as it was shown. */
  text: string;
  moment: Moment;
  request: Request;
}

/** The next free slots that reads showed: while nothing changes, a slot stays the next one until the clock comes near it. */
export class NextSlots {
  readonly #shown = new Map<string, ShownSlot>();

  /** Notes that something was written that may have taken a slot, or freed one. */
  forget(): void {
    this.#shown.clear();
  }

  judge(seen: Seen): Clause[] {
    const { moment } = seen;
    const known = this.#slotsIn(seen).flatMap((each) => {
      const before = this.#shown.get(each.key);
      return before ? [{ ...each, before }] : [];
    });
    const isUnmoved = ({ earliest, latest }: Moment) => earliest === moment.latest && latest === moment.earliest;
    const other = known.find(
      ({ slot, before }) => slot < before.slot || (slot > before.slot && isUnmoved(before.moment)),
    );
    const [first] = known;
    if (!first) return [];
    const { before, text, index } = other ?? first;
    return [
      {
        cell: "LOC-15",
        holds: other === undefined,
        found: text,
        expected: `${before.text}${isUnmoved(before.moment) ? "" : " or later"}, since that was the next one before`,
        pointer: `/data/${index}/next_slot`,
        reads: [before.request],
      },
    ];
  }

  learn(seen: Seen): void {
    const { moment, request } = seen;
    for (const { key, slot, text } of this.#slotsIn(seen)) this.#shown.set(key, { slot, text, moment, request });
  }

  #slotsIn({ view: { items = [], path } }: Seen): { key: string; slot: number; text: string; index: number }[] {
    return items.flatMap(({ id, next_slot }, index) =>
      hasOffset(next_slot) && !Number.isNaN(momentOf(next_slot))
        ? [{ key: `${path.application_id} ${String(id)}`, slot: momentOf(next_slot), text: next_slot, index }]
        : [],
    );
  }
}
