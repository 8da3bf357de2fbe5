import { limit } from "../specs/limits.ts";

/** Every number that the sandbox goes by; durations in milliseconds of its own clock. */
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
  /** How often a failed delivery is tried again, by what went wrong. */
  webhookRetries: Record<"status" | "timeout" | "unreachable", number>;
  lifecycleDelay: number;
  v1PageDefault: number;
  v1PageMaximum: number;
  bodyMaximum: number;
  tlsMinimum: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
}

const seconds = (name: string): number => limit(name) * 1000;

/** The specification's numbers, and our own where it gives none. */
export const defaultPolicy = (): Policy => ({
  confirmWithin: seconds("confirmation_window"),
  ratePerSecond: limit("rate_per_second"),
  ratePerMinute: limit("rate_per_minute"),
  // The v3 policy's numbers are not told: twice a second on average leaves room to walk a collection.
  v3Limit: 120,
  v3Window: 60_000,
  cursorLifetime: seconds("cursor_lifetime"),
  pageMinimum: limit("page_size.minimum"),
  pageMaximum: limit("page_size.maximum"),
  pageDefault: limit("page_size.default"),
  webhookDelay: seconds("webhook_delay"),
  webhookTimeout: seconds("webhook_timeout"),
  webhookRetries: {
    status: limit("webhook_retries"),
    timeout: limit("webhook_retries"),
    unreachable: limit("webhook_retries"),
  },
  // When a lifecycle event is sent is not told: as soon as any other webhook.
  lifecycleDelay: seconds("webhook_delay"),
  // Page sizes of v1 lists are not told beyond what a caller asks for.
  v1PageDefault: 25,
  v1PageMaximum: 200,
  // A body that is larger than any documented request by orders of magnitude is refused.
  bodyMaximum: 1_000_000,
  tlsMinimum: `TLSv${limit("tls_minimum")}` as Policy["tlsMinimum"],
});
