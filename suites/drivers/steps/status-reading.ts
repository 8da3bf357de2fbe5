import type { Exchange } from "../../../harness/exchange.ts";

/** What the status says of a link, as far as it can be read. */
export interface StatusReading {
  exchange: Exchange;
  /** The state that is told; undefined where none is. */
  state: unknown;
  createdAt: unknown;
  logs: Record<string, unknown>[];
  payments: Record<string, unknown>[];
}
