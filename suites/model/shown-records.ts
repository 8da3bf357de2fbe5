import { seconds } from "../../base/durations.ts";
import { idOf } from "../../base/foreign-json.ts";
import { momentOf } from "../../base/formats/formats.ts";
import type { Item } from "../../harness/control/control.ts";
import type { Request } from "../../harness/exchange.ts";
import type { CellId } from "../../specs/cells.ts";
import type { Clause } from "./clause.ts";
import { isIdentical, shorten } from "./lists/values.ts";
import type { Seen } from "./seen.ts";

/** How records of a kind may come to differ though nothing changes them. */
interface Drift {
  /** Fields that follow the clock. */
  moving?: readonly string[];
  /** Where fields are not shown, any may follow the clock: two reads are compared that are no further apart, and values that differ by no more. */
  within?: number;
}

/** A value as a time in milliseconds, where it may be one: a number may count seconds. */
const timeOf = (value: unknown): number => (typeof value === "number" ? seconds(value) : momentOf(value));

/** Records of one kind that no call of the API changes: every read of one shows what another read showed. */
export class ShownRecords {
  readonly #cell: CellId;
  readonly #moving: ReadonlySet<string>;
  readonly #within: number | undefined;
  readonly #shown = new Map<string, { record: Item; request: Request; at: number }>();

  constructor(cell: CellId, { moving = [], within }: Drift = {}) {
    this.#cell = cell;
    this.#moving = new Set(moving);
    this.#within = within;
  }

  forget(): void {
    this.#shown.clear();
  }

  /** The read that last showed some records, where one did. */
  get shownBy(): Request | undefined {
    return [...this.#shown.values()].at(-1)?.request;
  }

  /** All records as they were shown last. */
  get records(): Item[] {
    return [...this.#shown.values()].map(({ record }) => record);
  }

  has(place: string, id: unknown): boolean {
    return this.#shown.has(`${place} ${String(id)}`);
  }

  /** Holds what a read shows against what an earlier one showed. */
  judge(place: string, records: readonly Item[], { view, moment }: Seen): Clause[] {
    const within = this.#within ?? Number.POSITIVE_INFINITY;
    const known = records.flatMap((record, index) => {
      const shown = idOf(record) === undefined ? undefined : this.#shown.get(keyOf(place, record));
      return shown && moment.latest - shown.at <= within ? [{ record, index, shown }] : [];
    });
    if (known.length === 0) return [];
    const differing = known.flatMap(({ record, index, shown }) => {
      const name = Object.keys(shown.record).find(
        (field) => field in record && !this.#isSame(field, record[field], shown.record[field]),
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

  #isSame(field: string, found: unknown, known: unknown): boolean {
    const hasDrifted = this.#within !== undefined && Math.abs(timeOf(found) - timeOf(known)) <= this.#within;
    return this.#moving.has(field) || hasDrifted || isIdentical(found, known);
  }

  learn(place: string, records: readonly Item[], { request, moment: { latest: at } }: Seen): void {
    for (const record of records) {
      const key = keyOf(place, record);
      this.#shown.delete(key);
      this.#shown.set(key, { record, request, at });
    }
  }
}

const keyOf = (place: string, record: Item): string => `${place} ${String(idOf(record))}`;
