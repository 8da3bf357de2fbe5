import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import type { FilterForm } from "../../rules/filters.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Collection } from "./collection.ts";
import type { AskedSpan, Interval, Match } from "./possible-times.ts";
import type { PromisedFields } from "./values.ts";

/** A filter of a list: the form in which it is documented, what it means, and the cells that a value of it shows. */
export interface ListFilter {
  form: FilterForm;
  /** True if an item matches a value by its own fields. */
  match?: (item: Item, value: unknown, isSeeded: boolean) => Match;
  /** The times that a value asks for. */
  span?: (value: unknown) => AskedSpan;
  /** The cell that is broken where a value finds what it must not, or not what it must. */
  cell: CellId;
  /** The cells that a value shows where items match it and others do not; its own if left out. */
  cells?: (value: unknown, expected: ExpectedItems) => readonly CellId[];
  /** True if it stands in every request, so that a request with it and another is still one of a single filter. */
  isBase?: boolean;
  /** True if a rule finds an item that does not match by its own fields. */
  isRuled?: boolean;
}

/** The documented parameters that a list was asked for. */
export interface AskedList {
  filters: Readonly<Record<string, unknown>>;
  /** True if something was asked whose meaning is open. */
  isOpen: boolean;
  /** The page that was asked for; undefined where none was, or where it is no number. */
  page: number | undefined;
  size: number | undefined;
}

/** Knowledge of the items that a list was asked for. */
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
  /** The filters in one word. */
  filtered: string;
  /** The sum of the pages up to this one, and whether the list ends with them. */
  walked: { count: number; isWhole: boolean; reads: readonly Request[] };
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
  /** The times that an item can have by the subject's own clock; any if left out. */
  times?: (item: Item, collection: Pick<Collection, "isSeeded" | "zones">) => Interval | undefined;
  /** True if a request says which items are asked for; how far an unbounded one goes is open. Every one does if left out. */
  isBounded?: (asked: AskedList) => boolean;
  /** The cell of several filters at once. */
  several?: CellId;
  /** Parameters that change nothing of which items are listed. */
  ignored?: readonly string[];
  page: string;
  size: string;
  /** The cell that says that the pages hold each item once. */
  pages: CellId;
  /** The cell that says that the list is complete; that of its pages if left out. */
  whole?: CellId;
  /** The cell that says that the list is the owner's own. */
  own: CellId;
  fields?: PromisedFields;
  /** True if a request must be served: whichever is not described may be refused. */
  isDescribed: (asked: AskedList, model: Knowledge) => boolean;
  /** Notes what a response decides that the specification leaves open. */
  learn?: (page: ReadPage | AskedList, model: Knowledge, request: Request) => void;
  /** Items beside those of the collection: what must be listed, what may be, and what must not be. */
  beside?: (model: Knowledge, view: ExchangeView) => Record<"must" | "may" | "not", readonly Item[]>;
  meta?: (page: ReadPage, model: Knowledge) => Clause[];
}
