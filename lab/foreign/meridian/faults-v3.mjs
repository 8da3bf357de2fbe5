// Faults of the preview v3 surface.
import { bad, fault, heads, items, ok } from "./faults-kit.mjs";

const env = fault("Resource list envelope (preview v3)"),
  v3 = fault("GET /locations/{location_id}/resources (preview v3)"),
  errors = fault("Errors"),
  limits = fault("Limits");
const ORDER = "Ordering: by title, with id as tie-breaker",
  CURSOR =
    "An expired, malformed or foreign cursor fails with 422 validation_failed and the field code expired_cursor, invalid_cursor or foreign_cursor";
const page2 = (x) => x.query.has("cursor");

export const V3_FAULTS = [
  env(
    "v3-object-collection",
    "object: Always list",
    "L",
    ok("resources", (b) => {
      b.object = "collection";
    }),
  ),
  env(
    "v3-object-missing-later",
    "object: Always list; missing on later pages",
    "LS",
    ok("resources", (b, x) => {
      if (page2(x)) delete b.object;
    }),
  ),
  env(
    "v3-has-more-text",
    "has_more: boolean",
    "L",
    ok("resources", (b) => {
      b.has_more = String(b.has_more);
    }),
  ),
  env(
    "v3-has-more-when-full",
    "has_more: Whether more items exist beyond this page; true when the last page is just full",
    "LS",
  ),
  env(
    "v3-has-more-false-later",
    "has_more; false on later pages that have a next one",
    "LS",
    ok("resources", (b, x) => {
      if (page2(x)) b.has_more = false;
    }),
  ),
  env(
    "v3-last-cursor-missing",
    "next_cursor: null on the last page; left out",
    "LS",
    ok("resources", (b) => {
      if (!b.has_more) delete b.next_cursor;
    }),
  ),
  env(
    "v3-last-cursor-empty",
    "next_cursor: null on the last page; an empty string",
    "LS",
    ok("resources", (b) => {
      b.next_cursor ??= "";
    }),
  ),
  env(
    "v3-second-cursor-null",
    "next_cursor: Opaque cursor for the next page; null on page 2 though has_more",
    "LS",
    ok("resources", (b, x) => {
      if (page2(x)) b.next_cursor = null;
    }),
  ),
  env(
    "v3-empty-data-null",
    "data: array of Resource; null when there are none",
    "S",
    ok("resources", (b) => {
      if (!b.data.length) b.data = null;
    }),
  ),
  env(
    "v3-title-lost",
    "Ordering by title (reading 16: title is there); it is called name",
    "L",
    items("resources", (d) => {
      d.name = d.title;
      delete d.title;
    }),
  ),
  env(
    "v3-title-trimmed",
    "formats.md 4: seeded values come back unchanged; spaces at the ends are cut",
    "S",
    items("resources", (d) => {
      d.title = d.title.trim();
    }),
  ),
  env(
    "v3-id-lower",
    "formats.md 4: seeded values come back unchanged, ids included; letters become small",
    "S",
    items("resources", (d) => {
      if (typeof d.id === "string") d.id = d.id.toLowerCase();
    }),
  ),

  v3("v3-any-token", "Header Authorization: Bearer <ACCESS_TOKEN>; any is taken", "L"),
  v3("v3-token-cut", "Header Authorization: Bearer <ACCESS_TOKEN>; one without its last letters is taken", "LS"),
  errors("v3-missing-auth-403", "401 Authentication missing or invalid; 403 comes when it is missing", "L"),
  v3("v3-inaccessible-403", "a Location the credential cannot access answers 404", "L"),
  v3("v3-inaccessible-served", "a Location the credential cannot access answers 404", "L"),
  v3("v3-inaccessible-empty", "a Location the credential cannot access answers 404; 200 with nothing", "L"),
  v3("v3-inaccessible-second-time", "Verified against the credential on each call; only on the first", "LS"),
  v3("v3-unknown-location-500", "reading 1: a 5xx always is wrong", "L"),
  v3("v3-default-20", "limit: default 25", "L"),
  v3("v3-at-most-50", "limit: integer 1..100", "L"),
  v3("v3-100-gives-99", "limit: integer 1..100; 100 gives 99", "LS"),
  v3("v3-limit-1-ignored", "limit: integer 1..100; 1 gives the default", "LS"),
  v3("v3-more-than-100", "limit: 1..100 (reading 13: never more than 100 items)", "LS"),
  v3("v3-bad-limit-500", "reading 13: never a 5xx; for a limit that is no number", "L"),
  v3("v3-ordered-by-id", ORDER, "L"),
  v3("v3-descending-titles", ORDER, "L"),
  v3("v3-ties-descending", `${ORDER}; ids fall among equal titles`, "LS"),
  v3("v3-ordered-per-page", `${ORDER}; each page is in order, the whole is not`, "LS"),
  v3("v3-cursor-skips-equal-titles", "Pagination is cursor-based; equal titles are lost at the end of a page", "LS"),
  v3("v3-third-page-repeats", "Pagination is cursor-based; the third page begins with the end of the second", "LS"),
  v3("v3-cursor-never-expires", "Cursors expire after 15 minutes"),
  v3("v3-cursor-30-minutes", "Cursors expire after 15 minutes; after 30", "S"),
  v3("v3-cursor-10-minutes", "Cursors expire after 15 minutes; after 10", "S"),
  v3("v3-cursor-age-inherited", "Cursors expire after 15 minutes; the first page's minutes count for all", "S"),
  v3("v3-cursor-not-bound", "Cursors are bound to the credential", "L"),
  v3(
    "v3-cursor-carries-location",
    "bound to filters (reading 32: never another Location's items); the cursor brings its own Location's",
    "LS",
  ),
  v3("v3-foreign-called-invalid", CURSOR, "L"),
  v3("v3-expired-called-invalid", CURSOR),
  v3("v3-malformed-called-expired", CURSOR, "L"),
  v3("v3-malformed-starts-over", CURSOR, "L"),
  v3("v3-malformed-500", CURSOR, "L"),
  v3("v3-tampered-cursor-accepted", `${CURSOR}; one with its last letter changed is taken`, "LS"),
  v3("v3-cursor-fault-400", CURSOR, "L"),
  errors("v3-other-main-code", "422: validation_failed", "L"),
  errors(
    "v3-field-code-missing",
    "422: with field code expired_cursor, invalid_cursor or foreign_cursor",
    "L",
    bad("resources", (b, x, r) => {
      if (r.status === 422) {
        b.error.fields = [];
        b.error.message = "Invalid.";
      }
    }),
  ),

  v3(
    "v3-remaining-missing-later",
    "RateLimit-Remaining; missing on later pages",
    "LS",
    heads(200, (h, x) => {
      if (page2(x)) delete h["RateLimit-Remaining"];
    }),
  ),
  v3("v3-remaining-fraction", "RateLimit-Remaining: integer >= 0", "LS"),
  v3(
    "v3-remaining-constant",
    "RateLimit-Remaining: Requests left; always the same",
    "L",
    heads(200, (h) => {
      h["RateLimit-Remaining"] = "30";
    }),
  ),
  v3(
    "v3-remaining-more-than-limit",
    "RateLimit-Remaining: Requests left in the most constrained policy window; more than the policy has",
    "LS",
    heads(200, (h) => {
      h["RateLimit-Remaining"] = String(Number(h["RateLimit-Remaining"]) + 1000);
    }),
  ),
  v3(
    "v3-reset-missing",
    "RateLimit-Reset",
    "L",
    heads(200, (h) => {
      delete h["RateLimit-Reset"];
    }),
  ),
  v3("v3-reset-countdown", "RateLimit-Reset on success: the length of the policy window, not a countdown", "LS"),
  v3(
    "v3-reset-epoch",
    "RateLimit-Reset on success: the length of the policy window; a moment instead",
    "L",
    heads(200, (h, x) => {
      h["RateLimit-Reset"] = String(Math.floor(x.p.clock.now() / 1000) + 15);
    }),
  ),
  v3(
    "v3-policy-missing",
    "RateLimit-Policy",
    "L",
    heads(200, (h) => {
      delete h["RateLimit-Policy"];
    }),
  ),
  v3(
    "v3-policy-slash",
    "RateLimit-Policy: form <limit>;w=<window in seconds>",
    "L",
    heads(200, (h) => {
      h["RateLimit-Policy"] = "30/15s";
    }),
  ),
  v3(
    "v3-policy-minutes",
    "RateLimit-Policy: window in seconds (Reset on success: the length of the policy window); they differ",
    "LS",
    heads(200, (h) => {
      h["RateLimit-Policy"] = "30;w=60";
    }),
  ),
  v3(
    "v3-request-id-missing",
    "X-Request-Id",
    "L",
    heads(200, (h) => {
      delete h["X-Request-Id"];
    }),
  ),
  v3(
    "v3-request-id-constant",
    "X-Request-Id: Request identifier; all requests have the same",
    "LS",
    heads(200, (h) => {
      h["X-Request-Id"] = "00000000000000000000000000000001";
    }),
  ),
  errors(
    "v3-429-no-retry-after",
    "429: Retry-After and RateLimit-Reset give the wait in seconds",
    "L",
    heads(429, (h) => {
      delete h["Retry-After"];
    }),
  ),
  errors(
    "v3-429-no-reset",
    "429: Retry-After and RateLimit-Reset give the wait in seconds",
    "LS",
    heads(429, (h) => {
      delete h["RateLimit-Reset"];
    }),
  ),
  errors(
    "v3-429-reset-differs",
    "RateLimit-Reset on 429: equals Retry-After",
    "LS",
    heads(429, (h) => {
      h["RateLimit-Reset"] = "15";
    }),
  ),
  errors(
    "v3-429-retry-date",
    "429: Retry-After gives the wait in seconds; a date",
    "LS",
    heads(429, (h, x) => {
      h["Retry-After"] = new Date(x.p.clock.now() + 1000).toUTCString();
    }),
  ),
  v3("v3-retry-after-short", "On 429: seconds until the policy frees up; it does not by then", "LS"),
  errors("v3-429-as-403", "429: rate limit exceeded", "L"),
  v3("v3-refused-early", "RateLimit-Remaining: Requests left; refused while many are", "LS"),
  limits("v3-limit-not-enforced", "429: rate limit exceeded (numbers as in RateLimit-Policy); never refused", "L"),
];
