// Faults of authentication, errors, installation and status.
import { bad, fault, ok } from "./faults-kit.mjs";

const auth = fault("Authentication"),
  errors = fault("Errors"),
  grant = fault("Marketplace installation"),
  move = fault("States and transitions"),
  field = fault("Application installation status"),
  endpoint = fault("GET /marketplace/salon/{location_id}/application/{application_id}"),
  plain = fault("Operations listed without payload description (readings 1 and 20)");
const E401 = "401: Authentication missing or invalid";
const status = (change) => ok("status", (b, x) => change(b.data, x, b));

export const INSTALL_FAULTS = [
  auth("open-countries", E401, "L"),
  auth("open-service", E401, "L"),
  auth("open-tariffs", `${E401}; Tariffs of the application (partners only)`, "L"),
  auth("open-salons-page-2", `${E401}: page 2 of the connected Locations asks nobody`, "LS"),
  auth("open-status-app", `${E401}: the status on {app_url} asks nobody`, "LS"),
  auth("open-range", `${E401}: search_dates_range takes any token`, "LS"),
  auth("no-user-calls", "5: A missing or wrong User token on a data call yields 401", "L"),
  auth("no-user-clients", "5: A missing or wrong User token on a data call yields 401", "L"),
  auth("no-user-companies", "GET /companies?my=1: BearerPartnerUser", "L"),
  auth("wrong-user-calls", "5: a wrong User token on a data call yields 401", "L"),
  auth("wrong-user-clients", "5: a wrong User token on a data call yields 401", "LS"),
  auth("no-user-grant", "3: grant_access requires the partner token combined with the owner's user token", "L"),
  auth("user-token-longer", `${E401}: a user token with more letters at its end is taken`, "LS"),
  auth("partner-token-any-case", `${E401}: the partner token in other letter case is taken`, "LS"),
  auth("partner-token-prefix", `${E401}: a partner token without its last letters is taken`, "LS"),
  auth("basic-scheme-accepted", "Header value Authorization: Bearer <PARTNER_TOKEN>; Basic is taken", "LS"),
  auth("clients-any-partner", "BearerPartnerUser: clients look at the user token only", "LS"),
  auth("grant-any-partner", "3: grant_access requires the partner token; only the user token is looked at", "LS"),
  auth("callback-any-partner", "4: Step 2 uses the partner token; any is taken", "L"),
  auth("missing-auth-403", `${E401}; 403 comes instead`, "L"),
  auth("calls-wrong-user-403", "5: a wrong User token yields 401; 403 comes instead", "LS"),
  auth("clients-missing-user-400", "5: a missing User token yields 401; 400 comes instead", "LS"),
  auth("stranger-reads-calls", "5: A user without access to the Location yields 403", "L"),
  auth("stranger-reads-clients", "5: A user without access to the Location yields 403", "L"),
  auth("stranger-401", "5: A user without access to the Location yields 403; 401 comes instead", "L"),

  errors(
    "error-success-true",
    "success: false",
    "L",
    bad("v1", (b) => {
      b.success = true;
    }),
  ),
  errors(
    "error-404-no-message",
    "meta.message: Human-readable message; missing on 404 only",
    "LS",
    bad("v1", (b, x, r) => {
      if (r.status === 404) delete b.meta.message;
    }),
  ),
  errors(
    "error-403-message-list",
    "meta.message: string; a list on 403 only",
    "LS",
    bad("v1", (b, x, r) => {
      if (r.status === 403) b.meta.message = [b.meta.message];
    }),
  ),
  errors(
    "error-data-list",
    "data: object or null",
    "L",
    bad("v1", (b) => {
      b.data = [];
    }),
  ),
  errors(
    "error-401-no-success",
    "success boolean; missing on 401 of clients",
    "LS",
    bad("clients", (b, x, r) => {
      if (r.status === 401) delete b.success;
    }),
  ),
  errors(
    "error-html-404",
    "v1 error envelope; a page of HTML for an unknown service",
    "L",
    bad("service", (b, x, r) => {
      if (r.status === 404) r.text = "<h1>Not Found</h1>";
    }),
  ),

  grant("grant-200", "Success response: 201", "L", {
    ops: ["grant"],
    spoil: (r) => {
      if (r.status === 201) r.status = 200;
    },
  }),
  grant("reconnect-200", "Success response: 201; 200 for the second grant (reading 8: a reconnect)", "LS"),
  grant("limited-can-grant", "403 when the user lacks Manage user rights", "L"),
  grant("limited-can-grant-fast", "403 when the user lacks Manage user rights; not asked for fast installs", "LS"),
  grant(
    "limited-refused-but-linked",
    "403 when the user lacks Manage user rights; the link is made all the same",
    "LS",
  ),
  grant("blocked-can-grant", "403 when installation is blocked for the Location", "L"),
  grant("blocked-refused-but-linked", "403 when installation is blocked; the link is made all the same", "LS"),
  grant("blocked-404", "403 when installation is blocked for the Location; 404 comes instead", "L"),
  grant("callback-200", "Partner callback: Success response: 201", "L", {
    ops: ["callback"],
    spoil: (r) => {
      if (r.status === 201) r.status = 200;
    },
  }),
  grant("callback-on-base", "Calling this path on {base_url} instead of {app_url} answers 404", "L"),
  grant(
    "callback-on-base-works-silently",
    "Calling this path on {base_url} answers 404; it does, but the link is active then",
    "LS",
  ),

  move("fast-install-pending", "non-public or whitelisted (fast install): active", "L"),
  move("ordinary-install-active", "uninstalled, grant_access by the owner: pending", "L"),
  move("callback-no-effect", "pending, Partner installation callback: active", "L"),
  move(
    "callback-without-grant",
    "pending → active only; reading 9: a callback without any grant makes no active link",
    "L",
  ),
  move("window-never-ends", "Sent within 12 hours of grant_access"),
  move("window-12h05", "Sent within 12 hours of grant_access; five minutes more are given", "S"),
  move("window-11-hours", "Sent within 12 hours of grant_access; refused after 11"),
  move(
    "window-from-first-grant",
    "the owner must reconnect, then the callback must follow within 12 hours; the first grant's hours count on",
    "S",
  ),
  move(
    "reconnect-after-expiry-dead",
    "the owner must reconnect, then the callback must follow; after 12 hours no reconnect helps",
    "S",
  ),
  move("pending-expires", "No callback within 12 hours: Link stays pending; it vanishes"),
  move("pending-turns-freezed", "No callback within 12 hours: Link stays pending; it reads freezed"),
  move(
    "calls-while-pending",
    "active: data calls allowed (reading 11: refused before); calls are served while pending",
    "LS",
  ),
  move(
    "clients-before-install",
    "active: data calls allowed (reading 11: refused before); clients are served without a link",
    "L",
  ),
  move("system-user-not-linked", "callback: System user is linked; its data calls stay refused", "L"),
  move("uninstall-no-effect", "Partner uninstalls the application from a Location (reading 10: not active)", "L"),
  move(
    "uninstall-ends-other-applications",
    "Partner uninstalls the application from a Location; others there end too",
    "LS",
  ),
  move(
    "uninstall-ends-other-locations",
    "Partner uninstalls the application from a Location; it ends at the second one too",
    "LS",
  ),
  move("freeze-without-state", "active, Freeze: freezed; the event is sent, the state stays"),
  move("freeze-hits-other-location", "active, Freeze: that link only; another Location's is frozen too", "S"),
  move(
    "disable-without-state",
    "application disabled on the platform side (reading 10: not active); only the event is sent",
  ),

  endpoint("status-not-on-app", "{app_url} in the installation flow; also listed under {base_url}", "L"),
  endpoint("status-not-on-base", "{app_url} in the installation flow; also listed under {base_url}", "L"),
  endpoint(
    "status-success-1",
    "success boolean",
    "LS",
    ok("status", (b) => {
      b.success = 1;
    }),
  ),
  endpoint(
    "status-meta-null",
    "meta object or array",
    "L",
    ok("status", (b) => {
      b.meta = null;
    }),
  ),
  field(
    "status-flat",
    "connection_status.status",
    "L",
    status((d) => {
      d.connection_status = d.connection_status.status;
    }),
  ),
  field(
    "status-capital",
    "pending, freezed, active; Active is said",
    "L",
    status((d) => {
      d.connection_status.status = d.connection_status.status.replace("active", "Active");
    }),
  ),
  field(
    "status-frozen",
    "pending, freezed, active; frozen is said",
    "",
    status((d) => {
      d.connection_status.status = d.connection_status.status.replace("freezed", "frozen");
    }),
  ),
  field(
    "created-at-iso",
    "created_at: form YYYY-MM-DD HH:MM:SS",
    "L",
    status((d) => {
      d.connection_status.created_at = `${d.connection_status.created_at.replace(" ", "T")}+02:00`;
    }),
  ),
  field(
    "created-at-no-seconds",
    "created_at: form YYYY-MM-DD HH:MM:SS; no seconds",
    "LS",
    status((d) => {
      d.connection_status.created_at = d.connection_status.created_at.slice(0, 16);
    }),
  ),
  field(
    "created-at-pending-null",
    "created_at: string; null while pending",
    "LS",
    status((d) => {
      if (d.connection_status.status === "pending") d.connection_status.created_at = null;
    }),
  ),
  field("created-at-is-now", "Link creation time; it is the time of reading", "LS"),
  field(
    "payments-sum-string",
    "payments[].payment_sum: number",
    "L",
    status((d) =>
      d.payments.forEach((y) => {
        y.payment_sum = y.payment_sum.toFixed(2);
      }),
    ),
  ),
  field(
    "payments-refunded-once-1",
    "payments[].is_refunded: boolean; 1 for the refunded one",
    "LS",
    status((d) =>
      d.payments.forEach((y) => {
        if (y.is_refunded) y.is_refunded = 1;
      }),
    ),
  ),
  field(
    "payments-last-without-end",
    "payments[].period_to; missing in the last payment",
    "LS",
    status((d) => {
      if (d.payments.length > 1) delete d.payments.at(-1).period_to;
    }),
  ),
  field(
    "payments-by-id",
    "payments: array",
    "L",
    status((d) => {
      d.payments = Object.fromEntries(d.payments.map((y) => [y.id, y]));
    }),
  ),
  field(
    "payments-null-when-none",
    "payments: array; null when there is none",
    "LS",
    status((d) => {
      if (!d.payments.length) d.payments = null;
    }),
  ),
  field(
    "payments-date-number",
    "payments[].payment_date: string",
    "L",
    status((d) =>
      d.payments.forEach((y) => {
        y.payment_date = Date.parse(y.payment_date) / 1000;
      }),
    ),
  ),
  field("log-without-first", "logs: Status change log; uninstalled → pending (or active) is missing", "LS"),
  field("log-without-freeze", "logs: Status change log; freezing is not logged", "S"),
  field("log-wrong-target", "logs[].status_to: New status; the callback's entry says pending", "LS"),
  field(
    "log-from-null",
    "logs[].status_from: string (uninstalled occurs here); null for the first",
    "LS",
    status((d) =>
      d.logs.forEach((l) => {
        if (l.status_from === "uninstalled") l.status_from = null;
      }),
    ),
  ),
  field(
    "log-source-number",
    "logs[].source: string",
    "L",
    status((d) =>
      d.logs.forEach((l) => {
        l.source = 2;
      }),
    ),
  ),
  field(
    "log-no-changed-at-fast",
    "logs[].changed_at; missing for fast installs",
    "LS",
    status((d) =>
      d.logs.forEach((l) => {
        if (l.status_from === "uninstalled" && l.status_to === "active") delete l.changed_at;
      }),
    ),
  ),
  field(
    "log-two-entries-only",
    "logs: Status change log; the third change pushes the first out",
    "S",
    status((d) => {
      d.logs = d.logs.slice(0, 2);
    }),
  ),
  field(
    "log-grows-on-read",
    "logs: Status change log; each reading adds an entry",
    "LS",
    status((d, x) => {
      for (let n = x.p.count(`log ${x.path}`); n > 1; n--) d.logs.push({ ...d.logs[0] });
    }),
  ),
  field(
    "log-of-all-locations",
    "logs: of the application in the Location; the second Location's entries are mixed in",
    "LS",
  ),
  field(
    "logs-missing-while-pending",
    "logs: array; left out while pending",
    "LS",
    status((d) => {
      if (d.connection_status.status === "pending") delete d.logs;
    }),
  ),

  plain("cities-500", "a 5xx is always wrong", "L"),
  plain("business-groups-500", "a 5xx is always wrong", "L"),
  plain("payment-link-500", "a 5xx is always wrong", "L"),
  plain("redirect-500", "a 5xx is always wrong", "L"),
  plain("short-names-500", "a 5xx is always wrong", "L"),
  plain("hooks-settings-post-500", "a 5xx is always wrong", "L"),
  plain("voip-empty-500", "a 5xx is always wrong; for an event that it does not know", "LS"),
  plain("refund-unknown-500", "a 5xx is always wrong; for an unknown payment", "LS"),
  plain("permissions-500-second", "a 5xx is always wrong; from the second call on", "LS"),
];
