import type { Request } from "../../../harness/exchange.ts";

/** Knowledge of the days with Events that match ids: on which of a range they are or, where `days` is left out, that there is one. */
export interface DayFact {
  from: string;
  till: string;
  days?: ReadonlySet<string>;
  by?: Request;
  /** True if the range search said it. */
  isOfRange?: boolean;
}
