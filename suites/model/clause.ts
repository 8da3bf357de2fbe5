import type { Request } from "../../harness/exchange.ts";
import type { CellId } from "../../specs/cells.ts";

/** Something that was seen to work in a run; what rests on it shows nothing without it. */
export type Fact = `served ${string}` | "granted" | "confirmed" | "webhook" | "lifecycle event" | "saved call";

/** A statement about one cell by one exchange and the known world: it holds, or what was found in its place. */
export interface Clause {
  cell: CellId;
  holds: boolean;
  found: string;
  expected: string;
  /** A JSON Pointer into the body. */
  pointer?: string;
  /** The statuses that are promised, where the status is judged. */
  promised?: readonly number[];
  /** True if no write changes what is promised, so that no lag explains that it does not hold. */
  isSteady?: boolean;
  /** The reads that showed what it rests on; left out where the suite itself caused it. */
  reads?: readonly Request[];
  /** The pages of the list that it is about: they are read again with it. */
  pages?: readonly Request[];
  /** Forgets what was concluded from them, before they are read again. */
  forget?: () => void;
  /** A fact without which it does not count: a refusal shows nothing where the right request is refused too. */
  provided?: Fact;
}

/** A clause about the status of a response. */
export const statusClause = (cell: CellId, status: number, promised: readonly number[], provided?: Fact): Clause => ({
  cell,
  holds: promised.includes(status),
  found: `the status ${status}`,
  expected: promised.join(" or "),
  promised,
  ...(provided ? { provided } : {}),
});
