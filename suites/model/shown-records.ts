import { idOf } from "../../base/foreign-json.ts";
import type { Item } from "../../harness/control.ts";
import type { Request } from "../../harness/exchange.ts";
import type { CellId } from "../../specs/cells.ts";
import type { Clause } from "./clause.ts";
import { isIdentical, shorten } from "./lists/values.ts";
import type { Seen } from "./seen.ts";

/** Records of one kind that no call of the API changes: every read of one shows what another read showed. */
export class ShownRecords {
  readonly #cell: CellId;
  readonly #moving: ReadonlySet<string>;
  readonly #shown = new Map<string, { record: Item; request: Request }>();

  /** Moving fields follow the clock, and may differ between two reads. */
  constructor(cell: CellId, ...moving: string[]) {
    this.#cell = cell;
    this.#moving = new Set(moving);
  }

  forget(): void {
    this.#shown.clear();
  }

  /** The read that last showed some records, where one did. */
  get shownBy(): Request | undefined {
    return [...this.#shown.values()].at(-1)?.request;
  }

  has(place: string, id: unknown): boolean {
    return this.#shown.has(`${place} ${String(id)}`);
  }

  /** Holds what a read shows against what an earlier one showed. */
  judge(place: string, records: readonly Item[], { view }: Seen): Clause[] {
    const known = records.flatMap((record, index) => {
      const shown = this.#shown.get(keyOf(place, record));
      return shown ? [{ record, index, shown }] : [];
    });
    if (known.length === 0) return [];
    const differing = known.flatMap(({ record, index, shown }) => {
      const name = Object.keys(shown.record).find(
        (field) => !this.#moving.has(field) && field in record && !isIdentical(record[field], shown.record[field]),
      );
      return name === undefined ? [] : [{ name, record, index, shown }];
    });
    const [first] = differing;
    const { name = "", record, index = 0, shown } = first ?? {};
    return [
      {
        cell: this.#cell,
        holds: first === undefined,
        found: shorten(record?.[name]),
        expected: `${shorten(shown?.record[name])}, as another read showed it`,
        pointer: view.items ? `/data/${index}/${name}` : `/data/${name}`,
        reads: [shown?.request ?? known[0]?.shown.request].flatMap((request) => request ?? []),
      },
    ];
  }

  learn(place: string, records: readonly Item[], request: Request): void {
    for (const record of records) {
      const key = keyOf(place, record);
      this.#shown.delete(key);
      this.#shown.set(key, { record, request });
    }
  }
}

const keyOf = (place: string, record: Item): string => `${place} ${String(idOf(record))}`;
