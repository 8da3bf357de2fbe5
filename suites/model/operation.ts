import type { Request } from "../../harness/exchange.ts";
import type { ExchangeView } from "../rules/exchange-view.ts";
import type { Clause } from "./clause.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Moment } from "./link.ts";

/** One exchange as the model sees it: what was sent and what came back, and between which moments of the target's clock. */
export interface Seen {
  request: Request;
  view: ExchangeView;
  moment: Moment;
  /** Whether the request kept to the rates that the target names. */
  isPaced: boolean;
}

/** What is known of one operation: what it may respond by everything that is known, and what is known afterwards. */
export interface OperationModel {
  /** What an exchange shows; nothing is learned from it yet, since a read may be repeated. */
  judge(model: Knowledge, seen: Seen): Clause[];
  learn?(model: Knowledge, seen: Seen): void;
  /** Notes what holds of every response, also of one that is repeated and set aside. */
  note?(model: Knowledge, seen: Seen): void;
  /** The same read in its present form: a page with the cursor that leads to it now; undefined where none does. */
  renew?(model: Knowledge, request: Request): Request | undefined;
  /** Whether it may change anything, since its payload is not shown. */
  isOpaque?: true;
  /** Whether steps that others take at once leave it alone. */
  isJudgedInRaces?: true;
}
