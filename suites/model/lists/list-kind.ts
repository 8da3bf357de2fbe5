import type { Item } from "../../../harness/control.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import type { FilterForm } from "../../rules/filters.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Collection } from "./collection.ts";
import type { PromisedFields } from "./values.ts";

/** Whether an item matches a filter; `open` where readings of the specification differ. */
export type Match = "yes" | "no" | "open";

/** A filter of a list: the form in which it is documented, what it means, and the cells that a value of it shows. */
export interface ListFilter {
  form: FilterForm;
  match: (item: Item, value: unknown) => Match;
  /** The cells that a value shows where items match it and others do not. */
  cells: (value: unknown, matching: readonly Item[], excluded: readonly Item[]) => readonly CellId[];
  /** Whether it stands in every request, so that a request with it and another is still one of a single filter. */
  isBase?: boolean;
}

/** What a list was asked for, as far as that is documented. */
export interface AskedList {
  filters: Readonly<Record<string, unknown>>;
  /** Whether something was asked whose meaning is open. */
  isOpen: boolean;
  /** The page that was asked for; undefined where none was, or where it is no number. */
  page: number | undefined;
  size: number | undefined;
}

/** What is known of the items that a list was asked for. */
export interface ExpectedItems {
  must: readonly Item[];
  may: readonly Item[];
  excluded: readonly Item[];
}

/** A page of a list: what was asked for, what is known of it, and what it held. */
export interface ReadPage {
  asked: AskedList;
  collection: Collection;
  expected: ExpectedItems;
  items: readonly Item[];
  view: ExchangeView;
}

/** A v1 list: its operation, whose items they are, its filters, its pages, and what its items promise. */
export interface ListKind {
  operation: string;
  collection: string;
  /** The Location or the application that the list is of. */
  owner: (view: ExchangeView) => unknown;
  filters: Readonly<Record<string, ListFilter>>;
  /** The cell of several filters at once. */
  several?: CellId;
  /** Parameters that change nothing of which items are listed. */
  ignored?: readonly string[];
  page: string;
  size: string;
  /** The cell that says that the pages hold each item once. */
  pages: CellId;
  /** The cell that says that the list is the owner's own. */
  own: CellId;
  fields?: PromisedFields;
  /** Whether a request must be served: whichever is not described may be refused. */
  isDescribed: (asked: AskedList, model: Knowledge) => boolean;
  /** Items beside those of the collection: what must be listed, what may be, and what must not be. */
  beside?: (model: Knowledge, view: ExchangeView) => Record<"must" | "may" | "not", readonly Item[]>;
  meta?: (page: ReadPage, model: Knowledge) => Clause[];
}
