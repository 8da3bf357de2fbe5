// Faults: each breaks a sentence of the specification. `live`: it can be seen without the control protocol.
// `patch(out, ctx)` spoils an answer, `hook(job, world)` a webhook, `auth(ctx)` lowers what is asked of the caller;
// those without any of the three are switches inside the provider.
const ok = (out) => out.status >= 200 && out.status < 300;
const each = (change) => (out, ctx) => {
  if (ok(out) && Array.isArray(out.body?.data)) out.body.data.forEach((x, i, all) => change(x, i, ctx, all));
};
const good = (change) => (out, ctx) => {
  if (ok(out) && out.body) change(out.body, ctx, out);
};
const bad = (change, status) => (out, ctx) => {
  if (out.status >= 400 && (!status || out.status === status)) change(out, ctx);
};
const turn = (from, to) =>
  bad((out) => {
    out.status = to;
  }, from);
const open = (op, level = "none", when = () => true) => ({
  auth: (ctx) => (ctx.op === op && when(ctx) ? level : undefined),
});
const crash = (op, when = () => true) => ({
  op,
  patch: (out, ctx) => {
    if (when(ctx, out)) {
      out.status = 500;
      out.body = { success: false, data: null, meta: { message: "Warning: mysql_fetch_array()" } };
    }
  },
});
const F = (name, live, heading, quote, extra = {}) => ({ name, live, breaks: `${heading}: "${quote}"`, ...extra });
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (s) => (typeof s === "string" ? s.replace(/[&<>"]/g, (c) => ENTITIES[c]) : s);
const isLife = (job) => job.event === "freeze" || job.event === "uninstall";

const ENV = "Common v1 response envelope",
  ERR = "Errors",
  COUNTRY = "Country",
  CALL = "Call",
  LOC = "Connected Location",
  STAT = "Application installation status",
  RLE = "Resource list envelope";
const CLIENT = "Client (deprecated list item)",
  SERV = "Service (deprecated single item)",
  TRANS = "States and transitions",
  INST = "Marketplace installation",
  AUTH = "Authentication";
const SAL = "GET /marketplace/application/{application_id}/salons",
  CALLS = "GET /voip/integration/calls",
  ACT = "GET activity search",
  V3 = "GET /locations/{location_id}/resources";
const DEP = "Deprecated v1 endpoints",
  HOOK = "Webhooks to the partner",
  LIFE = "Marketplace lifecycle webhook",
  LIM = "Limits",
  LISTED = "Operations listed without payload description",
  WENV = "Webhook envelope";

const GROUPS = {
  auth: [
    F("salons-open", true, SAL, "(BearerPartner) … Errors: 401, 403", open("salons")),
    F(
      "status-open-on-app",
      true,
      INST,
      "GET /marketplace/salon/… BearerPartner",
      open("status", "none", (c) => c.surface === "app"),
    ),
    F("countries-open", true, "GET /countries", "Authorization (required)", open("countries")),
    F("tariffs-open", true, LISTED, "Tariffs of the application (partners only)", open("tariffs")),
    F("payment-link-open", true, LISTED, "Generates a payment link (partners only)", open("payment_link")),
    F("add-discount-open", true, LISTED, "Sets a payment discount … (partners only)", open("add_discount")),
    F("search-open", true, ACT, "headers Accept, Authorization (partner token)", open("activity.search")),
    F("dates-range-open", true, ACT, "headers Accept, Authorization (partner token)", open("activity.range")),
    F("service-open", true, DEP, "GET /v1/services/… BearerPartner", open("service")),
    F("service-needs-user", true, DEP, "GET /v1/services/… BearerPartner", open("service", "user")),
    F("status-needs-user", true, INST, "Read installation status: BearerPartner", open("status", "user")),
    F(
      "callback-needs-user",
      true,
      AUTH,
      "Step 2 (partner callback) uses the partner token only.",
      open("callback", "user"),
    ),
    F("callback-open", true, INST, "Step 2: BearerPartner only", open("callback")),
    F(
      "calls-without-user",
      true,
      AUTH,
      "A missing or wrong User token on a data call yields 401.",
      open("calls", "partner"),
    ),
    F(
      "clients-without-user",
      true,
      AUTH,
      "A missing or wrong User token on a data call yields 401.",
      open("clients", "partner"),
    ),
    F("companies-without-user", true, INST, "GET /companies?my=1: BearerPartnerUser", open("companies", "partner")),
    F(
      "grant-without-user",
      true,
      AUTH,
      "grant_access requires the partner token combined with the location owner's user token",
      {
        auth: (c) => {
          if (c.op === "grant" && !/user/i.test(c.headers.authorization ?? "")) return "partner";
        },
      },
    ),
    F("clients-any-user", true, AUTH, "A missing or wrong User token on a data call yields 401."),
    F("user-token-prefix", true, AUTH, "A missing or wrong User token on a data call yields 401."),
    F("partner-token-prefix", true, ERR, "401: Authentication missing or invalid"),
    F("partner-token-case", true, ERR, "401: Authentication missing or invalid"),
    F("user-token-as-partner", true, AUTH, "Authorization: Bearer <PARTNER_TOKEN>"),
    F(
      "grant-partner-unchecked",
      true,
      AUTH,
      "grant_access requires the partner token combined with the owner's user token",
    ),
    F("countries-401-as-403", true, ERR, "401: Authentication missing or invalid", {
      op: "countries",
      patch: turn(401, 403),
    }),
    F("wrong-user-403", true, AUTH, "A missing or wrong User token on a data call yields 401.", {
      op: "calls",
      patch: turn(401, 403),
    }),
    F("calls-stranger-served", true, AUTH, "A user without access to the module or Location yields 403."),
    F("clients-stranger-served", true, AUTH, "A user without access to the module or Location yields 403."),
    F("clients-stranger-401", true, AUTH, "A user without access to the module or Location yields 403.", {
      op: "clients",
      patch: bad((out, c) => {
        if (c.user?.kind === "stranger") out.status = 401;
      }, 403),
    }),
    F("error-success-true", true, ERR, "success boolean: false", {
      op: "grant",
      patch: bad((out) => {
        out.body.success = true;
      }, 403),
    }),
    F("error-without-message", true, ERR, "meta.message string", {
      op: "calls",
      patch: bad((out) => {
        out.body.meta = [];
      }, 401),
    }),
    F("error-message-list", true, ERR, "meta.message string", {
      op: "status",
      patch: bad((out) => {
        out.body.meta.message = [out.body.meta.message];
      }, 404),
    }),
    F("error-as-html", true, ERR, "v1 error envelope", {
      op: "countries",
      patch: bad((out) => {
        out.text = "<h1>401</h1>";
        out.headers = { "Content-Type": "text/html" };
      }, 401),
    }),
    F("error-data-array", true, ERR, "data: object or null", {
      op: "service",
      patch: bad((out) => {
        out.body.data = [];
      }, 404),
    }),
    F("error-answered-200", true, ERR, "401: Authentication missing or invalid", {
      op: "tariffs",
      patch: turn(401, 200),
    }),
  ],
  install: [
    F("grant-200", true, INST, "Success response: 201", { op: "grant", patch: turn2(201, 200) }),
    F("grant-limited-served", true, INST, "403 when the user lacks Manage user rights"),
    F("grant-stranger-served", true, INST, "403 when the user lacks Manage user rights"),
    F("grant-limited-401", true, INST, "403 when the user lacks Manage user rights", {
      op: "grant",
      patch: bad((out, c) => {
        if (c.user?.kind === "limited") out.status = 401;
      }, 403),
    }),
    F(
      "grant-limited-links",
      true,
      TRANS,
      "Caller has the Manage user rights permission on the Location (refused, yet linked)",
    ),
    F("blocked-served", true, INST, "403 when … installation is blocked for the Location"),
    F("blocked-links", true, INST, "403 when … installation is blocked for the Location (refused, yet linked)"),
    F("grant-activates", true, TRANS, "uninstalled → grant_access → pending"),
    F("fast-waits", true, TRANS, "Application is non-public or whitelisted (fast install) → active"),
    F("second-install-skips-callback", true, TRANS, "uninstalled → grant_access → pending (the second time too)"),
    F("callback-200", true, INST, "Partner callback: Success response: 201", {
      op: "callback",
      patch: turn2(201, 200),
    }),
    F("callback-without-effect", true, TRANS, "pending → Partner installation callback → active"),
    F("callback-all-locations", true, TRANS, "States of the link between an application and a Location"),
    F(
      "callback-needs-no-grant",
      true,
      "Readings",
      "9: that a callback without any grant makes no active link is not open",
    ),
    F(
      "callback-revives",
      true,
      "Readings",
      "9: a callback without any grant makes no active link (after an uninstall)",
    ),
    F("callback-on-base", true, INST, "Calling this path on {base_url} instead of {app_url} answers 404."),
    F("callback-401-yet-active", true, ERR, "401: Authentication missing or invalid (answered so, yet activated)", {
      op: "callback",
      patch: bad((out, c) => {
        const l = c.w.linked(+c.body?.salon_id, +c.body?.application_id);
        if (l?.state === "pending") c.w.change(l, "active", "partner_api");
      }, 401),
    }),
    F("status-not-on-base", true, INST, "{app_url} in the installation flow; also listed under {base_url}", {
      op: "status",
      patch: good((b, c, out) => {
        if (c.surface === "base") {
          out.status = 404;
          out.body = { success: false, data: null, meta: { message: "Yok." } };
        }
      }),
    }),
    F("status-frozen-word", false, STAT, "connection_status.status: pending, freezed, active", {
      op: "status",
      patch: good((b) => {
        const s = b.data.connection_status;
        if (s.status === "freezed") s.status = "frozen";
      }),
    }),
    F("status-pending-word", true, STAT, "connection_status.status: pending, freezed, active", {
      op: "status",
      patch: good((b) => {
        const s = b.data.connection_status;
        if (s.status === "pending") s.status = "waiting";
      }),
    }),
    F("created-at-iso", true, STAT, "connection_status.created_at: form YYYY-MM-DD HH:MM:SS", {
      op: "status",
      patch: good((b) => {
        const s = b.data.connection_status;
        s.created_at = s.created_at.replace(" ", "T") + "Z";
      }),
    }),
    F("created-at-short", true, STAT, "created_at: form YYYY-MM-DD HH:MM:SS (active only)", {
      op: "status",
      patch: good((b) => {
        const s = b.data.connection_status;
        if (s.status === "active") s.created_at = s.created_at.slice(0, 16);
      }),
    }),
    F("created-at-moves", true, STAT, "Link creation time", {
      op: "status",
      patch: good((b, c) => {
        b.data.connection_status.created_at = new Date(c.w.now()).toISOString().slice(0, 19).replace("T", " ");
      }),
    }),
    F("payments-null", true, STAT, "payments: array", {
      op: "status",
      patch: good((b) => {
        if (!b.data.payments.length) b.data.payments = null;
      }),
    }),
    F("payment-sum-text", true, STAT, "payments[].payment_sum: number", {
      op: "status",
      patch: good((b) =>
        b.data.payments.forEach((p) => {
          p.payment_sum = p.payment_sum.toFixed(2);
        }),
      ),
    }),
    F("payment-refunded-int", true, STAT, "payments[].is_refunded: boolean", {
      op: "status",
      patch: good((b) =>
        b.data.payments.forEach((p) => {
          p.is_refunded = +p.is_refunded;
        }),
      ),
    }),
    F("payment-period-missing", true, STAT, "payments[].period_to: string", {
      op: "status",
      patch: good((b) =>
        b.data.payments.forEach((p, i) => {
          if (i === 1) delete p.period_to;
        }),
      ),
    }),
    F("payment-date-null", true, STAT, "payments[].payment_date: string", {
      op: "status",
      patch: good((b) =>
        b.data.payments.forEach((p) => {
          if (p.is_refunded) p.payment_date = null;
        }),
      ),
    }),
    F("log-from-null", true, STAT, "logs[].status_from: Previous status (the value uninstalled occurs here)", {
      op: "status",
      patch: good((b) =>
        b.data.logs.forEach((l) => {
          if (l.status_from === "uninstalled") l.status_from = null;
        }),
      ),
    }),
    F("log-from-wrong", true, STAT, "logs[].status_from: Previous status", {
      op: "status",
      patch: good((b) =>
        b.data.logs.forEach((l) => {
          if (l.status_to === "active") l.status_from = "freezed";
        }),
      ),
    }),
    F("log-source-missing", true, STAT, "logs[].source: Source of the change", {
      op: "status",
      patch: good((b) =>
        b.data.logs.forEach((l) => {
          if (l.status_to === "active") delete l.source;
        }),
      ),
    }),
    F("log-time-moves", true, STAT, "logs[].changed_at: Change time", {
      op: "status",
      patch: good((b, c) =>
        b.data.logs.forEach((l) => {
          l.changed_at = new Date(c.w.now()).toISOString();
        }),
      ),
    }),
    F("log-time-number", true, STAT, "logs[].changed_at: string", {
      op: "status",
      patch: good((b) =>
        b.data.logs.forEach((l) => {
          l.changed_at = Date.parse(l.changed_at + "Z") / 1000;
        }),
      ),
    }),
    F("log-lacks-callback", true, STAT, "logs: Status change log of the application in the Location"),
    F("log-lacks-freeze", false, STAT, "logs: Status change log of the application in the Location"),
    F("log-object", true, STAT, "logs: array", {
      op: "status",
      patch: good((b) => {
        b.data.logs = Object.fromEntries(b.data.logs.map((l, i) => [i + 1, l]));
      }),
    }),
    F("uninstall-without-effect", true, LISTED, "Partner uninstalls the application from a Location"),
    F("uninstall-everywhere", true, LISTED, "Partner uninstalls the application from a Location"),
    F(
      "disable-without-effect",
      false,
      TRANS,
      "any linked state: application disabled on the platform side (reading 10: not active)",
    ),
    F("freeze-without-effect", false, TRANS, "active → Freeze → freezed"),
    F("freeze-all-apps", false, TRANS, "States of the link between an application and a Location"),
    F(
      "calls-while-pending",
      true,
      "Readings",
      "11: before the link is active they are refused (401 or 403) for that Location",
    ),
    F(
      "clients-while-pending",
      true,
      "Readings",
      "11: before the link is active they are refused (401 or 403) for that Location",
    ),
    F("data-without-link", true, "Readings", "11: before the link is active they are refused (401 or 403)"),
    F(
      "data-after-reinstall",
      true,
      "Readings",
      "11: before the link is active they are refused (pending again after an uninstall)",
    ),
    F("not-active-404", true, "Readings", "11: before the link is active they are refused (401 or 403)"),
    F(
      "companies-500-unlinked",
      true,
      "Readings",
      "1: a 5xx always is wrong",
      crash(
        "companies",
        (c, out) => ok(out) && !JSON.stringify(out.body?.data ?? "").includes(String(c.w.fixtures.location_id)),
      ),
    ),
    F(
      "salons-lacks-fresh",
      true,
      "What the service does",
      "Partners can list the Locations that connected their application",
    ),
    F("salons-lists-uninstalled", true, "What the service does", "list the Locations that connected their application"),
    F("salons-of-all-apps", true, SAL, "application_id: Application ID"),
  ],
  late: [
    F("window-11-hours", false, LIM, "Installation confirmation window: 12 hours after grant_access"),
    F("window-13-hours", false, LIM, "Installation confirmation window: 12 hours after grant_access"),
    F("late-callback-activates", false, TRANS, "No callback within 12 hours: Link stays pending"),
    F("late-callback-unlinks", false, "Readings", "9: that the link stays pending is not open"),
    F("pending-vanishes", false, TRANS, "No callback within 12 hours: Link stays pending"),
    F(
      "window-endless-after-reconnect",
      false,
      TRANS,
      "the owner must reconnect, then the callback must follow within 12 hours",
    ),
    F(
      "reconnect-keeps-window",
      false,
      "Readings",
      "8: grant_access on a pending link is a reconnect: the 12 hours begin anew",
    ),
    F("reconnect-refused", true, TRANS, "the owner must reconnect (repeat grant_access)"),
  ],
  lists: [
    F("success-missing", true, ENV, "success: boolean", {
      op: "calls",
      patch: good((b) => {
        delete b.success;
      }),
    }),
    F("success-number", true, ENV, "success: boolean", {
      op: "activity.search",
      patch: good((b) => {
        b.success = 1;
      }),
    }),
    F("success-false-when-empty", true, "GET activity search", "success true", {
      op: "activity.dates",
      patch: good((b) => {
        if (!b.data.length) b.success = false;
      }),
    }),
    F("countries-meta-object", true, "GET /countries", "meta an empty array", {
      op: "countries",
      patch: good((b) => {
        b.meta = {};
      }),
    }),
    F("salons-meta-filled", true, SAL, "meta an empty array", {
      op: "salons",
      patch: good((b, c) => {
        if (+c.q.page > 1) b.meta = { page: +c.q.page };
      }),
    }),
    F("salons-meta-missing", true, ENV, "meta: object or array", {
      op: "salons",
      patch: good((b) => {
        if (!b.data.length) delete b.meta;
      }),
    }),
    F("dates-meta-count", true, ACT, "search_dates: meta an empty array", {
      op: "activity.dates",
      patch: good((b) => {
        b.meta = { count: b.data.length };
      }),
    }),
    F("range-meta-object", true, ACT, "search_dates_range: meta an empty array", {
      op: "activity.range",
      patch: good((b) => {
        b.meta = {};
      }),
    }),
    F("service-meta-object", true, DEP, "data Service object, meta an empty array", {
      op: "service",
      patch: good((b) => {
        b.meta = {};
      }),
    }),
    F("search-meta-without-count", true, ACT, "meta with count", {
      op: "activity.search",
      patch: good((b) => {
        b.meta = [];
      }),
    }),
    F("search-count-of-nothing", true, "Readings", "18: meta.count may be the total or the page's", {
      op: "activity.search",
      patch: good((b) => {
        if (b.data.length) b.meta.count = 0;
      }),
    }),
    F("country-iso-alpha3", true, COUNTRY, "iso_code: ISO 3166-1 alpha-2 code", {
      op: "countries",
      patch: each((x) => {
        if (x.iso_code === "NL") x.iso_code = "NLD";
      }),
    }),
    F("country-eu-int", true, COUNTRY, "is_eu: boolean", {
      op: "countries",
      patch: each((x) => {
        x.is_eu = +x.is_eu;
      }),
    }),
    F("country-exchange-text", true, COUNTRY, "exchange: number", {
      op: "countries",
      patch: each((x) => {
        if (x.exchange % 1) x.exchange = String(x.exchange);
      }),
    }),
    F("country-phone-code-number", true, COUNTRY, "phone_code: string", {
      op: "countries",
      patch: each((x, i, c, all) => {
        if (i === all.length - 1) x.phone_code = +x.phone_code;
      }),
    }),
    F("country-full-title-dropped", true, COUNTRY, "full_title: string", {
      op: "countries",
      patch: each((x) => {
        if (x.full_title === "") delete x.full_title;
      }),
    }),
    F("country-lang-null", true, COUNTRY, "lang_id: number", {
      op: "countries",
      patch: each((x) => {
        if (x.lang_id > 7) x.lang_id = null;
      }),
    }),
    F("countries-second-time-keyed", true, "GET /countries", "data array of Country items", {
      op: "countries",
      patch: good((b, c) => {
        if (c.nth % 2 === 0) b.data = Object.fromEntries(b.data.map((x) => [x.iso_code, x]));
      }),
    }),
    F(
      "cities-500-third",
      true,
      "Readings",
      "1: a 5xx always is wrong",
      crash("cities", (c) => c.nth % 3 === 0),
    ),
    F(
      "groups-500",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("groups", (c, out) => ok(out)),
    ),
    F(
      "voip-500",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("voip", (c, out) => ok(out) && !c.body?.salon_id),
    ),
    F(
      "hooks-settings-500-second",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("hooks.get", (c) => c.nth === 2),
    ),
    F(
      "permissions-500-foreign",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("permissions", (c, out) => ok(out) && c.ids[0] !== c.w.fixtures.location_id),
    ),
    F(
      "new-message-500-empty",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("new_message", (c, out) => ok(out) && !c.raw),
    ),
    F(
      "short-names-500",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("short_names", (c, out) => ok(out)),
    ),
    F(
      "refund-500-unknown",
      true,
      "Readings",
      "20: answering without a 5xx",
      crash("refund", (c, out) => out.status === 404),
    ),
    F("call-client-null", true, CALL, "client_id: 0 when there is none", {
      op: "calls",
      patch: each((x) => {
        if (x.client_id === 0) x.client_id = null;
      }),
    }),
    F("call-record-null", true, CALL, "record_link: an empty string otherwise", {
      op: "calls",
      patch: each((x) => {
        if (x.record_link === "") x.record_link = null;
      }),
    }),
    F("call-status-word", true, CALL, "status: success, missed, cancel, busy, notallowed, notavailable, notfound", {
      op: "calls",
      patch: each((x) => {
        if (x.status === "notavailable") x.status = "not_available";
      }),
    }),
    F("call-type-capital", true, CALL, "type: incoming, outgoing, internal", {
      op: "calls",
      patch: each((x) => {
        if (x.type === "internal") x.type = "Internal";
      }),
    }),
    F("call-date-local", true, CALL, "call_date: ISO 8601 date-time with offset", {
      op: "calls",
      patch: each((x) => {
        x.call_date = x.call_date.replace(/(Z|[+-]\d\d:\d\d)$/, "");
      }),
    }),
    F("call-date-off-an-hour", false, CALL, "call_date (a seeded moment comes back moved)", {
      op: "calls",
      patch: each((x) => {
        x.call_date = x.call_date.replace("Z", "+01:00");
      }),
    }),
    F("call-duration-clock", true, CALL, "duration: integer, Seconds", {
      op: "calls",
      patch: each((x) => {
        if (x.duration > 600) x.duration = `${Math.floor(x.duration / 60)}:${x.duration % 60}`;
      }),
    }),
    F("call-duration-minutes", false, CALL, "duration: Seconds", {
      op: "calls",
      patch: each((x) => {
        if (x.duration > 3600) x.duration = Math.floor(x.duration / 60) * 60;
      }),
    }),
    F("call-phone-without-plus", false, CALL, "caller_phone: Phone number (a seeded value changed)", {
      op: "calls",
      patch: each((x) => {
        x.caller_phone = x.caller_phone.replace(/^\+/, "");
      }),
    }),
    F("call-link-entities", false, CALL, "record_link: Link to the recording", {
      op: "calls",
      patch: each((x) => {
        x.record_link = escaped(x.record_link);
      }),
    }),
    F("calls-to-exclusive", true, "Readings", "5: date ranges include both their days"),
    F("calls-from-exclusive", true, "Readings", "5: date ranges include both their days"),
    F("calls-one-day-empty", true, "Readings", "5: date ranges include both their days"),
    F("calls-types-ignored", true, CALLS, "types: array of string: incoming, outgoing, internal"),
    F("calls-first-type-only", true, CALLS, "types: array of string"),
    F("calls-statuses-ignored", true, CALLS, "statuses: array of string"),
    F("calls-notfound-unfindable", true, CALLS, "statuses: … notfound"),
    F("calls-filters-or", true, "Readings", "18: several filters at once all hold"),
    F("calls-phone-ignored", true, CALLS, "phone: Phone number filter"),
    F("calls-page-3-repeats", true, CALLS, "page: Page number"),
    F("calls-limit-ignored", true, CALLS, "limit: Elements per page"),
    F("calls-of-neighbour", true, "What the service does", "a Location's call history can be listed"),
    F("slot-always", true, LOC, "next_slot: present only when forBooking=1 is passed"),
    F("slot-missing", true, LOC, "next_slot: present only when forBooking=1 is passed"),
    F("slot-unix", true, LOC, "next_slot: ISO 8601 date-time", {
      op: "salons",
      patch: each((x) => {
        if (x.next_slot) x.next_slot = String(Date.parse(x.next_slot) / 1000);
      }),
    }),
    F("slot-null-inactive", true, LOC, "next_slot: string", {
      op: "salons",
      patch: each((x) => {
        if (x.next_slot && x.active === 0) x.next_slot = null;
      }),
    }),
    F("salon-active-boolean", true, LOC, "active: integer: 1 active, 0 inactive", {
      op: "salons",
      patch: each((x) => {
        if (x.active === 0) x.active = false;
      }),
    }),
    F("salon-phones-text", true, LOC, "phones: array of string", {
      op: "salons",
      patch: each((x) => {
        x.phones = x.phones.join(",");
      }),
    }),
    F("salon-timezone-text", true, LOC, "timezone: number: Offset in hours", {
      op: "salons",
      patch: each((x) => {
        if (x.timezone % 1) x.timezone = "+" + x.timezone;
      }),
    }),
    F("salon-timezone-whole", false, LOC, "timezone: Offset in hours (a seeded 5.5 comes back as 5)", {
      op: "salons",
      patch: each((x) => {
        x.timezone = Math.trunc(x.timezone);
      }),
    }),
    F("salon-promo-array", true, LOC, "booking_widget_promo: object or null", {
      op: "salons",
      patch: each((x) => {
        if (x.booking_widget_promo === null) x.booking_widget_promo = [];
      }),
    }),
    F("salon-lat-text", true, LOC, "coordinate_lat: number", {
      op: "salons",
      patch: each((x) => {
        if (x.coordinate_lat < 0) x.coordinate_lat = String(x.coordinate_lat);
      }),
    }),
    F("salon-lon-unsigned", false, LOC, "coordinate_lon: Longitude (a seeded sign is lost)", {
      op: "salons",
      patch: each((x) => {
        x.coordinate_lon = Math.abs(x.coordinate_lon);
      }),
    }),
    F("salon-title-entities", false, LOC, "title: Location name", {
      op: "salons",
      patch: each((x) => {
        x.title = escaped(x.title);
      }),
    }),
    F("salon-description-stripped", false, LOC, "description: Full HTML description", {
      op: "salons",
      patch: each((x) => {
        x.description = x.description.replace(/<[^>]*>/g, "");
      }),
    }),
    F("salon-photos-dropped", true, LOC, "company_photos: array: Full photo URLs", {
      op: "salons",
      patch: each((x, i, c) => {
        if (c.q.forBooking) delete x.company_photos;
      }),
    }),
    F("salon-email-null", true, LOC, "email: string", {
      op: "salons",
      patch: each((x) => {
        if (x.email === "") x.email = null;
      }),
    }),
    F("salons-pages-overlap", true, SAL, "page: Page number; count: Elements per page"),
    F("salons-last-lost", true, SAL, "data array of Connected Location items"),
    F("salons-one-too-many", true, SAL, "count: Elements per page"),
    F("service-price-text", true, SERV, "price_min (number)", {
      op: "service",
      patch: good((b) => {
        b.data.price_min = String(b.data.price_min);
      }),
    }),
    F("service-online-int", true, SERV, "is_online (boolean)", {
      op: "service",
      patch: good((b) => {
        b.data.is_online = +b.data.is_online;
      }),
    }),
    F("service-staff-keyed", true, SERV, "staff (array of objects)", {
      op: "service",
      patch: good((b) => {
        b.data.staff = Object.fromEntries(b.data.staff.map((s) => [s.id, s]));
      }),
    }),
    F("service-seance-missing", true, SERV, "staff: id number, seance_length number", {
      op: "service",
      patch: good((b) => {
        b.data.staff.forEach((s, i) => {
          if (i) delete s.seance_length;
        });
      }),
    }),
    F("service-duration-minutes", true, SERV, "duration (number, seconds)", {
      op: "service",
      patch: good((b) => {
        b.data.duration = `${b.data.duration / 60} min`;
      }),
    }),
    F("service-list", true, DEP, "data Service object", {
      op: "service",
      patch: good((b) => {
        b.data = [b.data];
      }),
    }),
    F("service-null", true, ERR, "404: Resource not found"),
    F("service-of-any-location", true, ERR, "404: Resource not found"),
    F("search-items-ids", true, ACT, "data array of objects", {
      op: "activity.search",
      patch: good((b) => {
        b.data = b.data.map((x) => x.id);
      }),
    }),
    F("search-service-ignored", true, ACT, "service_ids"),
    F("search-resource-ignored", true, ACT, "resource_ids"),
    F("search-from-exclusive", true, "Readings", "5: date ranges include both their days (from/till)"),
    F("search-till-exclusive", true, "Readings", "5: date ranges include both their days (from/till)"),
    F("search-page-ignored", true, ACT, "page, count"),
    F("search-count-ignored", true, ACT, "page, count"),
    F("dates-staff-ignored", true, ACT, "staff_ids"),
    F("dates-till-ignored", true, ACT, "from, till"),
    F("dates-with-time", true, ACT, "data array of date strings (YYYY-MM-DD)", {
      op: "activity.dates",
      patch: good((b) => {
        b.data = b.data.map((d) => d + "T00:00:00");
      }),
    }),
    F("dates-null-when-none", true, ACT, "data array of date strings", {
      op: "activity.dates",
      patch: good((b) => {
        if (!b.data.length) b.data = null;
      }),
    }),
    F("range-swapped", true, ACT, "data object with min_date and max_date"),
    F("range-service-ignored", true, ACT, "search_dates_range: service_ids"),
    F("range-dotted", true, ACT, "min_date and max_date (YYYY-MM-DD)", {
      op: "activity.range",
      patch: good((b) => {
        b.data.max_date = b.data.max_date.split("-").toReversed().join(".");
      }),
    }),
  ],
  clients: [
    F("clients-meta-without-total", true, CLIENT, "meta: page (integer), total_count (integer)", {
      op: "clients",
      patch: good((b) => {
        delete b.meta.total_count;
      }),
    }),
    F("clients-meta-page-text", true, CLIENT, "meta: page (integer)", {
      op: "clients",
      patch: good((b, c) => {
        if (c.q.page) b.meta.page = String(c.q.page);
      }),
    }),
    F("clients-meta-page-stuck", true, CLIENT, "meta: page", {
      op: "clients",
      patch: good((b) => {
        b.meta.page = 1;
      }),
    }),
    F("clients-total-of-page", true, "Readings", "34: total_count is the number that fit the filters, or of all", {
      op: "clients",
      patch: good((b) => {
        b.meta.total_count = b.data.length;
      }),
    }),
    F("clients-total-off-on-last", true, "Readings", "34: total_count … nothing else", {
      op: "clients",
      patch: good((b, c) => {
        if (c.info.last && c.info.start) b.meta.total_count += 1;
      }),
    }),
    F("clients-categories-null", true, CLIENT, "categories: an empty object when none", {
      op: "clients",
      patch: each((x) => {
        if (!Array.isArray(x.categories)) x.categories = null;
      }),
    }),
    F("clients-category-id-text", true, CLIENT, "categories (objects with id integer …)", {
      op: "clients",
      patch: each((x) => {
        if (Array.isArray(x.categories))
          x.categories.forEach((k) => {
            k.id = String(k.id);
          });
      }),
    }),
    F("clients-custom-array", true, CLIENT, "custom_fields (object)", {
      op: "clients",
      patch: each((x) => {
        if (!Object.keys(x.custom_fields).length) x.custom_fields = [];
      }),
    }),
    F("clients-card-null", true, CLIENT, "card (number; empty string when none)", {
      op: "clients",
      patch: each((x) => {
        if (x.card === "") x.card = null;
      }),
    }),
    F("clients-gender-3", true, CLIENT, "gender_id (0 unknown, 1 male, 2 female)", {
      op: "clients",
      patch: each((x) => {
        if (x.gender_id === 0) x.gender_id = 3;
      }),
    }),
    F("clients-importance-text", true, CLIENT, "importance_id (integer)", {
      op: "clients",
      patch: each((x) => {
        if (x.importance_id === 3) x.importance_id = "gold";
      }),
    }),
    F("clients-sms-boolean", true, CLIENT, "sms_check (number)", {
      op: "clients",
      patch: each((x) => {
        x.sms_check = !!x.sms_check;
      }),
    }),
    F("clients-balance-text", true, CLIENT, "balance (number)", {
      op: "clients",
      patch: each((x) => {
        if (x.balance < 0) x.balance = `(${-x.balance})`;
      }),
    }),
    F("clients-balance-unsigned", false, CLIENT, "balance (number; a seeded sign is lost)", {
      op: "clients",
      patch: each((x) => {
        x.balance = Math.abs(x.balance);
      }),
    }),
    F("clients-spent-whole", false, CLIENT, "spent (number; a seeded fraction is lost)", {
      op: "clients",
      patch: each((x) => {
        x.spent = Math.floor(x.spent);
      }),
    }),
    F("clients-comment-entities", false, CLIENT, "comment (string)", {
      op: "clients",
      patch: each((x) => {
        x.comment = escaped(x.comment);
      }),
    }),
    F("clients-comment-cut", false, CLIENT, "comment (string; a long seeded text is cut)", {
      op: "clients",
      patch: each((x) => {
        x.comment = x.comment.slice(0, 255);
      }),
    }),
    F("clients-name-capitalised", false, CLIENT, "name (string; a seeded name changes case)", {
      op: "clients",
      patch: each((x) => {
        x.name = x.name.replace(/(^|\s)\p{Ll}/gu, (s) => s.toUpperCase());
      }),
    }),
    F("clients-email-lowered", false, CLIENT, "email (string; a seeded address changes case)", {
      op: "clients",
      patch: each((x) => {
        x.email = x.email.toLowerCase();
      }),
    }),
    F("clients-last-change-missing", true, CLIENT, "last_change_date (string)", {
      op: "clients",
      patch: each((x, i) => {
        if (i > 9) delete x.last_change_date;
      }),
    }),
    F("clients-fullname-prefix", true, DEP, "fullname (part of name)"),
    F("clients-fullname-ascii", true, DEP, "fullname (part of name)"),
    F("clients-fullname-ignored", true, DEP, "fullname (part of name)"),
    F("clients-phone-ignored", true, DEP, "phone (part of number)"),
    F("clients-email-exact", true, DEP, "email (part)"),
    F("clients-card-ignored", true, DEP, "card (part of loyalty card number)"),
    F("clients-id-ignored", true, DEP, "id (one client ID)"),
    F("clients-ids-first-only", true, DEP, "id[] (several client IDs)"),
    F("clients-paid-min-exclusive", true, "Readings", '18: "paid amount" is spent, bounds included'),
    F("clients-paid-max-whole", true, "Readings", '18: "paid amount" is spent, bounds included'),
    F("clients-paid-max-lost", true, "Readings", "18: several filters at once all hold"),
    F("clients-changed-after-ignored", true, DEP, "changed_after"),
    F("clients-changed-before-inverted", true, DEP, "changed_before"),
    F("clients-filters-lost-on-page-2", true, DEP, "Query filters … page"),
    F("clients-page-skips-one", true, DEP, "page, count"),
    F("clients-of-nowhere", true, ERR, "404: Resource not found"),
  ],
  v3: [
    F("v3-object-word", true, RLE, "object: Always list", {
      op: "v3",
      patch: good((b) => {
        if (!b.has_more) b.object = "resources";
      }),
    }),
    F("v3-has-more-missing", true, RLE, "has_more: boolean", {
      op: "v3",
      patch: good((b) => {
        if (!b.has_more) delete b.has_more;
      }),
    }),
    F("v3-has-more-late", true, RLE, "has_more: Whether more items exist beyond this page", {
      op: "v3",
      patch: good((b, c) => {
        if (c.q.cursor) b.has_more = false;
      }),
    }),
    F("v3-next-cursor-empty", true, RLE, "next_cursor: null on the last page", {
      op: "v3",
      patch: good((b) => {
        b.next_cursor ??= "";
      }),
    }),
    F("v3-next-cursor-absent", true, RLE, "next_cursor: string or null", {
      op: "v3",
      patch: good((b) => {
        if (b.next_cursor === null) delete b.next_cursor;
      }),
    }),
    F("v3-next-cursor-number", true, RLE, "next_cursor: string", {
      op: "v3",
      patch: good((b) => {
        if (b.next_cursor) b.next_cursor = 2;
      }),
    }),
    F("v3-data-null", false, RLE, "data: array of Resource", {
      op: "v3",
      patch: good((b) => {
        if (!b.data.length) b.data = null;
      }),
    }),
    F("v3-empty-last-page", true, RLE, "has_more: Whether more items exist beyond this page"),
    F("v3-default-20", true, LIM, "Page size (limit): 1 to 100, default 25"),
    F("v3-limit-50", true, LIM, "Page size (limit): 1 to 100"),
    F("v3-limit-unbounded", false, "Readings", "13: never more than 100 items"),
    F("v3-order-by-id", true, V3, "Ordering: by title, with id as tie-breaker"),
    F("v3-ties-descending", true, V3, "with id as tie-breaker"),
    F("v3-ties-lost", true, V3, "Pagination is cursor-based (equal titles at a page's end are lost)"),
    F("v3-last-repeated", true, V3, "Pagination is cursor-based"),
    F("v3-later-pages-by-id", true, V3, "Ordering: by title"),
    F("v3-title-upper", false, "Readings", "16: title is there (a seeded one comes back changed)", {
      op: "v3",
      patch: each((x) => {
        x.title = x.title.toUpperCase();
      }),
    }),
    F("v3-title-missing", true, "Readings", "16: title is there", {
      op: "v3",
      patch: each((x, i) => {
        if (i === 2) {
          x.name = x.title;
          delete x.title;
        }
      }),
    }),
    F("v3-seeded-ids-text", false, "Formats 4", "Seeded values, ids included, come back unchanged", {
      op: "v3",
      patch: each((x) => {
        x.id = "r" + x.id;
      }),
    }),
    F("cursor-lives-20-minutes", false, LIM, "Cursor lifetime: 15 minutes"),
    F("cursor-lives-10-minutes", false, LIM, "Cursor lifetime: 15 minutes"),
    F("cursor-of-other-credential", true, V3, "Cursors … are bound to the credential"),
    F("cursor-of-other-location", true, "Readings", "32: never another Location's items"),
    F("expired-told-invalid", false, V3, "An expired … cursor fails with … expired_cursor", {
      op: "v3",
      patch: bad((out) => recode(out, "expired_cursor", "invalid_cursor"), 422),
    }),
    F("foreign-told-invalid", true, V3, "a foreign cursor fails with … foreign_cursor", {
      op: "v3",
      patch: bad((out) => recode(out, "foreign_cursor", "invalid_cursor"), 422),
    }),
    F("invalid-told-expired", true, V3, "malformed cursor … invalid_cursor", {
      op: "v3",
      patch: bad((out) => recode(out, "invalid_cursor", "expired_cursor"), 422),
    }),
    F("cursor-error-400", true, V3, "fails with 422 validation_failed", { op: "v3", patch: turn(422, 400) }),
    F("cursor-error-unnamed", true, V3, "422 validation_failed and the field code", {
      op: "v3",
      patch: bad((out) => {
        out.body = { error: "cursor" };
      }, 422),
    }),
    F("malformed-cursor-starts-over", true, V3, "An expired, malformed or foreign cursor fails with 422"),
    F("v3-inaccessible-403", true, V3, "a Location the credential cannot access answers 404", {
      op: "v3",
      patch: bad((out, c) => {
        if (c.path.includes(String(c.w.fixtures.inaccessible_location_id))) out.status = 403;
      }, 404),
    }),
    F("v3-inaccessible-served", true, V3, "a Location the credential cannot access answers 404"),
    F("v3-location-unchecked-with-cursor", true, V3, "Verified against the credential on each call"),
    F("v3-unauthenticated", true, V3, "Security: OAuth2 … or a RestrictedKey"),
    F("v3-token-case", true, ERR, "401: Authentication missing or invalid"),
    F("v3-token-any-tail", true, ERR, "401: Authentication missing or invalid"),
    F("v3-no-request-id", true, V3, "Response headers: X-Request-Id", {
      op: "v3",
      patch: good((b, c, out) => {
        out.headers["X-Request-Id"] = undefined;
      }),
    }),
    F("v3-headers-first-page-only", true, V3, "Response headers: RateLimit-Remaining …", {
      op: "v3",
      patch: good((b, c, out) => {
        if (c.q.cursor) for (const h of ["Remaining", "Reset", "Policy"]) out.headers["RateLimit-" + h] = undefined;
      }),
    }),
    F("v3-remaining-stuck", true, V3, "RateLimit-Remaining: Requests left", {
      op: "v3",
      patch: good((b, c, out) => {
        out.headers["RateLimit-Remaining"] = "24";
      }),
    }),
    F("v3-remaining-negative", true, V3, "RateLimit-Remaining: integer >= 0", {
      op: "v3",
      patch: good((b, c, out) => {
        if (out.headers["RateLimit-Remaining"] === "0") out.headers["RateLimit-Remaining"] = "-1";
      }),
    }),
    F("v3-reset-countdown", true, V3, "on success: the length of the policy window, not a countdown", {
      op: "v3",
      patch: good((b, c, out) => {
        out.headers["RateLimit-Reset"] = String(10 - (Math.floor(c.w.now() / 1000) % 10) - 1);
      }),
    }),
    F("v3-policy-form", true, V3, "RateLimit-Policy: form <limit>;w=<window in seconds>", {
      op: "v3",
      patch: good((b, c, out) => {
        out.headers["RateLimit-Policy"] = "25/10s";
      }),
    }),
    F("v3-policy-window-ms", true, V3, "RateLimit-Policy: window in seconds", {
      op: "v3",
      patch: good((b, c, out) => {
        out.headers["RateLimit-Policy"] = "25;w=10000";
      }),
    }),
    F("v3-429-without-retry-after", true, ERR, "429: Retry-After and RateLimit-Reset give the wait", {
      op: "v3",
      patch: bad((out) => {
        out.headers["Retry-After"] = undefined;
      }, 429),
    }),
    F("v3-429-reset-differs", true, V3, "On 429: … (equals Retry-After)", {
      op: "v3",
      patch: bad((out) => {
        out.headers["RateLimit-Reset"] = "60";
      }, 429),
    }),
    F("v3-429-date", true, ERR, "Retry-After … give the wait in seconds", {
      op: "v3",
      patch: bad((out, c) => {
        out.headers["Retry-After"] = new Date(c.w.now() + 9000).toUTCString();
      }, 429),
    }),
    F("v3-wait-too-short", true, V3, "On 429: seconds until the policy frees up"),
    F("v3-refuses-early", true, V3, "RateLimit-Remaining: Requests left in the most constrained policy window"),
    F("v3-never-429", true, ERR, "429: rate limit exceeded"),
    F("v3-429-as-503", true, ERR, "429: rate limit exceeded", { op: "v3", patch: turn(429, 503) }),
  ],
  hooks: [
    F("hook-at-once", false, HOOK, "Delivery happens about 5 seconds after the event.", {
      hook: (j) => {
        if (!isLife(j)) j.delay = 1000;
      },
    }),
    F("hook-after-30s", false, HOOK, "Delivery happens about 5 seconds after the event.", {
      hook: (j) => {
        if (j.change === "deleted") j.delay = 30e3;
      },
    }),
    F("hook-loyalty-lost", false, HOOK, "LoyaltyCardEvent: Loyalty card created, updated, deleted", {
      hook: (j) => {
        j.skip ||= j.event === "LoyaltyCardEvent";
      },
    }),
    F("hook-deleted-lost", false, HOOK, "RecordEvent: Appointment created, updated, deleted", {
      hook: (j) => {
        j.skip ||= j.event === "RecordEvent" && j.change === "deleted";
      },
    }),
    F("hook-second-twice", false, LIM, "Webhook retries: none (the second event comes twice)", {
      hook: (j, w) => {
        if (w.announced === 2) j.rec.times = 2;
      },
    }),
    F("hook-burst-last-only", false, "Readings", "36: events that follow each other are each delivered", {
      hook: (j, w) => {
        for (const d of w.deliveries)
          if (d.job && d.outcome === "pending" && d.sent_at === null && d.queued_at === w.now()) d.job.dropped = true;
      },
    }),
    F("hook-text-plain", false, HOOK, "HTTP POST with Content-Type application/json", {
      hook: (j) => {
        j.rec.type = "text/plain";
      },
    }),
    F("hook-put", false, HOOK, "The platform sends HTTP POST", {
      hook: (j) => {
        if (j.change === "updated") j.rec.method = "PUT";
      },
    }),
    F("hook-company-missing", false, WENV, "company_id: Location ID", {
      hook: (j) => {
        delete j.envelope.company_id;
      },
    }),
    F("hook-company-wrong", false, WENV, "company_id: Location ID", {
      hook: (j, w) => {
        if (j.envelope.company_id) j.envelope.company_id = w.fixtures.second_location_id;
      },
    }),
    F("hook-resource-id-missing", false, WENV, "resource_id: ID of that resource", {
      hook: (j) => {
        if (j.event === "SalonEvent") delete j.envelope.resource_id;
      },
    }),
    F("hook-resource-id-of-company", false, WENV, "resource_id: ID of that resource", {
      hook: (j) => {
        if (j.event === "StaffEvent") j.envelope.resource_id = j.envelope.company_id;
      },
    }),
    F("hook-status-missing", false, WENV, "status: Kind of change", {
      hook: (j) => {
        delete j.envelope.status;
      },
    }),
    F("hook-status-same", false, WENV, "status: Kind of change (deleted is told as the word for updated)", {
      hook: (j) => {
        if (j.envelope.status) j.envelope.status = j.envelope.status.replace("DELETE", "UPDATE");
      },
    }),
    F("hook-data-null-deleted", false, "Readings", "33: data of a record webhook is present and not null", {
      hook: (j) => {
        if (j.change === "deleted" && j.event !== "ScheduleEvent") j.envelope.data = null;
      },
    }),
    F("hook-data-missing", false, WENV, "data: Full resource data", {
      hook: (j) => {
        if (j.event === "FinancesOperationEvent") delete j.envelope.data;
      },
    }),
    F("hook-schedule-data", false, HOOK, "ScheduleEvent: data is always an empty array", {
      hook: (j) => {
        if (j.event === "ScheduleEvent") j.envelope.data = [{ date: "2025-10-08", slots: [] }];
      },
    }),
    F("hook-schedule-object", false, HOOK, "ScheduleEvent: data is always an empty array", {
      hook: (j) => {
        if (j.event === "ScheduleEvent") j.envelope.data = {};
      },
    }),
    F("hook-goods-stolen-word", false, HOOK, "resource is one of goods_operations_sale, … goods_operations_stolen", {
      hook: (j) => {
        if (j.envelope.resource === "goods_operations_stolen") j.envelope.resource = "goods_operations_writeoff";
      },
    }),
    F("hook-unsubscribed-type", false, HOOK, "for Locations and resource types the partner subscribed to"),
    F("hook-of-other-location", false, HOOK, "for Locations … the partner subscribed to"),
    F("hook-after-end", false, HOOK, "resource types the partner subscribed to"),
    F("hook-retried-soon", false, HOOK, "Failed deliveries are not retried."),
    F("hook-retried-hours-later", false, HOOK, "Failed deliveries are not retried."),
    F("hook-timeout-retried", false, LIM, "Webhook retries: none"),
    F("hook-timeout-8", false, LIM, "Webhook delivery timeout: 15 seconds"),
    F("hook-timeout-40", false, LIM, "Webhook delivery timeout: 15 seconds"),
    F("redirect-counts-as-delivered", false, "Readings", "21: a redirect is not a 2xx"),
    F("error-counts-as-delivered", false, HOOK, "A non-2xx answer … counts as a failed delivery."),
    F("freeze-event-lost", false, TRANS, "The freeze event is sent to the partner's marketplace webhook URL", {
      hook: (j) => {
        j.skip ||= j.event === "freeze";
      },
    }),
    F("freeze-event-twice", false, "Readings", "4: it comes, once, within a minute", {
      hook: (j) => {
        if (j.event === "freeze") j.rec.times = 2;
      },
    }),
    F("freeze-event-after-hours", false, "Readings", "4: within a minute", {
      hook: (j) => {
        if (j.event === "freeze") j.delay = 2 * 3600e3;
      },
    }),
    F("freeze-event-to-hooks-url", false, LIFE, "to the webhook URL set in the developer account", {
      hook: (j, w) => {
        const u = w.hooks.get(j.loc)?.urls[0];
        if (j.event === "freeze" && u) j.rec.url = u;
      },
    }),
    F("fast-freeze-event-lost", false, LIFE, "freeze: The integration is frozen because the service expired", {
      hook: (j, w) => {
        j.skip ||= j.event === "freeze" && j.app === w.fixtures.fast_application_id;
      },
    }),
    F("uninstall-event-lost", false, LIFE, "uninstall: The application is disabled on the platform side", {
      hook: (j) => {
        j.skip ||= j.event === "uninstall";
      },
    }),
    F(
      "uninstall-event-only-active",
      false,
      TRANS,
      "any linked state: an uninstall event is sent when the platform disables the application",
      {
        hook: (j) => {
          j.skip ||= j.event === "uninstall" && j.before === "pending";
        },
      },
    ),
    F("lifecycle-to-old-url", false, LIFE, "to the webhook URL set in the developer account"),
  ],
  rate: [
    F("rate-3-per-second", true, LIM, "Request rate: 200 requests per minute or 5 requests per second"),
    F("rate-100-per-minute", true, LIM, "Request rate: 200 requests per minute"),
  ],
};

function turn2(from, to) {
  return (out) => {
    if (out.status === from) out.status = to;
  };
}
function recode(out, from, to) {
  out.body = JSON.parse(JSON.stringify(out.body).replaceAll(from, to));
}

/** Those that show only the second time, on a later page, for one value, operation, state or role, or as a missing or additional effect. */
const SUBTLE =
  `status-open-on-app dates-range-open partner-token-prefix partner-token-case user-token-prefix user-token-as-partner grant-partner-unchecked clients-any-user
  clients-stranger-401 error-data-array error-message-list grant-limited-links blocked-links second-install-skips-callback callback-all-locations callback-revives callback-401-yet-active status-not-on-base
  created-at-short created-at-moves payments-null payment-period-missing payment-date-null log-from-wrong log-source-missing log-time-moves log-lacks-callback log-lacks-freeze uninstall-everywhere freeze-all-apps
  freeze-without-effect clients-while-pending data-after-reinstall companies-500-unlinked salons-lacks-fresh salons-lists-uninstalled window-endless-after-reconnect reconnect-keeps-window late-callback-unlinks
  success-false-when-empty salons-meta-filled salons-meta-missing country-iso-alpha3 country-exchange-text country-phone-code-number country-full-title-dropped country-lang-null countries-second-time-keyed
  cities-500-third hooks-settings-500-second permissions-500-foreign call-status-word call-type-capital call-date-off-an-hour call-duration-minutes call-phone-without-plus call-link-entities calls-one-day-empty
  calls-first-type-only calls-notfound-unfindable calls-filters-or calls-page-3-repeats calls-of-neighbour slot-null-inactive salon-timezone-whole salon-lon-unsigned salon-title-entities salon-photos-dropped
  salons-pages-overlap salons-last-lost service-seance-missing service-of-any-location dates-staff-ignored dates-null-when-none range-service-ignored clients-meta-page-stuck clients-total-off-on-last
  clients-balance-unsigned clients-spent-whole clients-comment-entities clients-comment-cut clients-name-capitalised clients-email-lowered clients-last-change-missing clients-fullname-ascii clients-ids-first-only
  clients-paid-min-exclusive clients-paid-max-whole clients-paid-max-lost clients-filters-lost-on-page-2 clients-page-skips-one v3-has-more-late v3-empty-last-page v3-ties-descending v3-ties-lost v3-later-pages-by-id
  v3-title-missing v3-location-unchecked-with-cursor v3-token-case v3-token-any-tail v3-headers-first-page-only v3-remaining-stuck v3-wait-too-short v3-refuses-early hook-after-30s hook-loyalty-lost hook-deleted-lost
  hook-second-twice hook-burst-last-only hook-put hook-resource-id-of-company hook-status-same hook-data-null-deleted hook-schedule-object hook-goods-stolen-word hook-after-end hook-retried-hours-later hook-timeout-retried
  fast-freeze-event-lost freeze-event-to-hooks-url uninstall-event-only-active lifecycle-to-old-url`.split(/\s+/);

export const FAULTS = Object.entries(GROUPS).flatMap(([area, list]) =>
  list.map((f) => ({ area, subtle: SUBTLE.includes(f.name), ...f })),
);
for (const name of SUBTLE) if (!FAULTS.some((f) => f.name === name)) throw new Error(`no such fault: ${name}`);
