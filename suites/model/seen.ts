import type { Request } from "../../harness/exchange.ts";
import type { ExchangeView } from "../rules/exchange-view.ts";
import type { Moment } from "./link.ts";

/** One exchange as the model sees it: what was sent and what came back, and between which moments of the target's clock. */
export interface Seen {
  request: Request;
  view: ExchangeView;
  moment: Moment;
  /** True if the request kept to the rates that the target names. */
  isPaced: boolean;
}
