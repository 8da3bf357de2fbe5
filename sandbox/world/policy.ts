import { limit } from "../../specs/limits.ts";
import { seconds } from "./data/durations.ts";

/** Every number and switch that the sandbox goes by; durations are in milliseconds of its own clock. */
export interface Policy {
  confirmWithin: number;
  ratePerSecond: number;
  ratePerMinute: number;
  v3Limit: number;
  v3Window: number;
  cursorLifetime: number;
  pageMinimum: number;
  pageMaximum: number;
  pageDefault: number;
  webhookDelay: number;
  webhookTimeout: number;
  /** True if webhooks are sent to receivers whose certificate no one vouches for. */
  trustsAnyReceiver: boolean;
  lifecycleDelay: number;
  v1PageDefault: number;
  v1PageMaximum: number;
  bodyMaximum: number;
  tlsMinimum: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
}

const duration = (name: string): number => seconds(limit(name));

/** The specification's numbers, and our own where it gives none. */
export const defaultPolicy = (): Policy => ({
  confirmWithin: duration("confirmation_window"),
  ratePerSecond: limit("rate_per_second"),
  ratePerMinute: limit("rate_per_minute"),
  // The specification gives no numbers for v3: two requests a second on average are enough to read a collection.
  v3Limit: 120,
  v3Window: seconds(60),
  cursorLifetime: duration("cursor_lifetime"),
  pageMinimum: limit("page_size.minimum"),
  pageMaximum: limit("page_size.maximum"),
  pageDefault: limit("page_size.default"),
  webhookDelay: duration("webhook_delay"),
  webhookTimeout: duration("webhook_timeout"),
  trustsAnyReceiver: false,
  // The specification does not say when a lifecycle event is sent: after the same delay as any other webhook.
  lifecycleDelay: duration("webhook_delay"),
  // The specification gives no page sizes for v1 lists.
  v1PageDefault: 25,
  v1PageMaximum: 200,
  // Orders of magnitude more than any documented request needs.
  bodyMaximum: 1_000_000,
  tlsMinimum: `TLSv${limit("tls_minimum")}` as Policy["tlsMinimum"],
});
