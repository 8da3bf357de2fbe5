import type { Request } from "../../harness/exchange.ts";
import type { Clause } from "./clause.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Seen } from "./seen.ts";

export type { Seen };

/** The model of one operation: the responses that it may give by everything that is known, and the knowledge afterwards. */
export interface OperationModel {
  /** The clauses of an exchange; nothing is learned from it yet, since a read may be repeated. */
  judge(model: Knowledge, seen: Seen): Clause[];
  learn?(model: Knowledge, seen: Seen): void;
  /** Notes what holds of every response, also of one that is repeated and set aside. */
  note?(model: Knowledge, seen: Seen): void;
  /** The same read in its present form: a page with the cursor that leads to it now; undefined where none does. */
  renew?(model: Knowledge, request: Request): Request | undefined;
  /** True if it may change anything, since its payload is not shown. */
  isOpaque?: true;
  /** True if steps that others take at once leave it alone. */
  isJudgedInRaces?: true;
}
