// Conforming variations: things that a careless judge would blame. Each with the argument from the text or from a reading (R).
const each = (r, change) => {
  if (r.status === 200 && Array.isArray(r.body?.data)) r.body.data.forEach((d) => typeof d === "object" && change(d));
};
const choice = (name, why, ops, spoil) => ({ name, why, ops: ops ?? [], spoil });

export const CHOICES = [
  // envelopes and transport
  choice("bare-envelopes", "Only the listed fields: nothing promises extra ones.", ["v1"], (r) => {
    if (r.body) {
      delete r.body.trace_id;
      delete r.body.served_by;
      if (r.body.meta?.message) r.body.meta = { message: r.body.meta.message };
    }
  }),
  choice(
    "many-extra-fields",
    "R1: unknown extra fields are never wrong, also in items.",
    ["countries", "calls", "clients", "salons", "search", "resources"],
    (r) =>
      each(r, (d) => {
        d._links = { self: null };
        d.status_code = 17;
        d.Title = "";
      }),
  ),
  choice("error-data-object", "Errors: data is an object or null, so an empty object fits.", ["v1"], (r) => {
    if (r.status >= 400) r.body.data = {};
  }),
  choice(
    "error-long-text",
    "R1: message texts are never wrong; any human-readable text in any language.",
    ["v1"],
    (r) => {
      if (r.status >= 400) r.body.meta.message = `Nej. ${"Tyvärr går det inte. ".repeat(20)}`;
    },
  ),
  choice("meta-list-where-open", "R2: where no empty array is demanded, meta may be an array as well as an object."),
  choice("content-type-charset", "R1: charsets in content types and letter case are never wrong."),
  choice(
    "vendor-content-type",
    "Versioning 3 asks for application/vnd.api.v2+json, so an answer may carry that type; no response type is told.",
  ),
  choice("pretty-json", "R1: white space is never wrong."),
  choice("ascii-json", "R1 and JSON itself: escaped letters are the same letters."),
  choice("numbers-as-1.0", "R1: number spellings such as 1.0 are never wrong."),
  choice("lower-case-headers", "R1: header case is never wrong."),
  choice("gzip-when-asked", "HTTP: a client that sends Accept-Encoding: gzip may get gzip."),
  choice(
    "one-port",
    "The four addresses are placeholders; nothing says that they differ in host or port, only that the callback is not below {base_url}.",
  ),
  choice("host-name", "An address may be a host name that resolves to loopback."),
  choice(
    "accept-demanded",
    "Endpoints: all v1 endpoints take Accept: application/vnd.api.v2+json; refusing a request without it (406) is open (R1).",
  ),
  choice(
    "content-type-demanded",
    "Endpoints: those with a JSON body take Content-Type: application/json; refusing others (415) is open (R1).",
  ),
  choice("credentials-stay", "R7: credentials may change at each reset, or not."),
  choice(
    "second-location-fresh",
    "Formats 4: only fixtures.location_id is told to be without an application; the second Location may be so too.",
  ),
  // who may what
  choice("scheme-any-case", "R31: the scheme's word in other letter case may be accepted."),
  choice(
    "callback-partner-only",
    "Installation: the callback is 'BearerPartner only', so a header with a User part may be refused.",
  ),
  choice("unknown-location-404", "R31: an unknown Location may be not found (404) instead of refused (403)."),
  choice("not-linked-401", "R11: before the link is active data calls are refused with 401 or 403."),
  choice("freezed-serves-data", "R11: whether data calls are served for a freezed link is open."),
  choice(
    "limited-without-voip",
    "Authentication 5: a user without access to the module gets 403; which modules the limited user has is not told.",
  ),
  choice(
    "hooks-settings-need-user",
    "Operations without payload description name no scheme; asking for a user token is open.",
  ),
  choice("v1-limit-lenient", "R20: what exceeding the v1 limit is answered is not promised; serving is fine."),
  choice(
    "v1-limit-exact",
    "Limits: 5 a second and 200 a minute with no slack at all; whoever keeps to sliding windows is never refused.",
  ),
  // installation
  choice(
    "reads-lag",
    "R29: a write may be seen up to two seconds of the provider's time later (here 1.9 s, status and list).",
  ),
  choice("draft-installs-fast", "R10: whether a draft counts as non-public is open."),
  choice(
    "created-at-renewed",
    "created_at is the link creation time; whether a reconnect creates the link anew is not told.",
  ),
  choice("created-empty-body", "R20: where no body is shown for a 201, it may be empty."),
  choice("regrant-201", "R8: grant_access on an active or freezed link is open; 201 without a change."),
  choice(
    "regrant-freezed-pending",
    "R8 and 'Transitions out of freezed: not shown': a grant may make it pending again.",
  ),
  choice(
    "callback-again-409",
    "Only the callback on a pending link is described; a second one may be refused (R35 speaks of partners).",
  ),
  choice("late-callback-201", "R9: what a late callback is answered is open; the link stays pending."),
  choice("late-callback-404", "R9, the same with 404."),
  choice("late-callback-409", "R9, the same with 409."),
  choice("late-callback-403", "R9, the same with 403."),
  choice(
    "never-connected-403",
    "What the status reads for a Location without a link is not shown; 403 is among its errors.",
  ),
  choice("uninstalled-403", "R10: what the status reads after uninstalling is open: 403."),
  choice("uninstalled-reads-uninstalled", "R10: 200 with the word uninstalled, which is not active."),
  choice("uninstalled-reads-freezed", "R10: 200 with freezed, which is not active."),
  choice("log-oldest-first", "R12: the order of the log is open."),
  choice(
    "log-older-form",
    "logs[].changed_at is a string 'Change time'; the older form YYYY-MM-DD HH:MM:SS is one of the conventions.",
  ),
  choice(
    "location-settings-need-user",
    "'Request and response payloads … not shown', nor who calls: permissions and webhook settings ask for a user.",
  ),
  choice("log-other-sources", "'Full set of source values: not shown': billing is a possible source."),
  choice("salons-show-all-linked", "R12: which linked states the list shows besides active is open."),
  choice("salons-by-title", "No order of the connected Locations is told."),
  // lists
  choice("v1-cap-10", "R30: the largest page of a v1 list may be as small as 10."),
  choice("v1-cap-15", "R30: or 15."),
  choice("v1-cap-200", "Limits: maximum values of page and count are not shown; 200 fits."),
  choice("large-pages-refused", "Limits: maximum values of page and count are not shown; more than 20 gets a 422."),
  choice("pages-from-zero", "The number of the first page is not told; here it is 0."),
  choice("required-query-refused", "R17: a missing required query parameter may get a 4xx."),
  choice(
    "calls-body-only",
    "Call history: the fields are documented as a JSON body; a query string need not be read (R22).",
  ),
  choice("calls-phone-part", "R18: the phone filter is judged with whole numbers only; finding by part is open."),
  choice("calls-oldest-first", "No order of calls is told."),
  choice(
    "offset-of-location",
    "call_date is ISO 8601 with offset; which offset is not told: the Location's (also +05:30).",
  ),
  choice("offset-zero", "The same with +00:00."),
  choice("offset-in-hours", "The same with +02, which ISO 8601 allows as well."),
  choice("search-count-of-page", "R18: meta.count may be the total or the page's."),
  choice("dates-latest-first", "No order of search_dates is told."),
  choice("filters-mind-case", "R18: letter case of part filters is open."),
  choice("filters-ignore-accents", "R18: which letters count as the same is open; many a collation takes é for e."),
  choice("changed-bounds-excluded", "R5: whether changed_after and changed_before include their own second is open."),
  choice(
    "calls-31-days-past",
    "How long a range of days may be, and whether it may reach into days to come, is not told.",
  ),
  choice("clients-by-name", "No order of clients is told."),
  choice("total-count-of-all", "R34: total_count is the number that fit the filters, or of all."),
  // v3
  choice("v3-number-ids", "R16: ids of v3 records are numbers or strings."),
  choice("v3-not-live-404", "R15 and Versioning 2: the surface is not live yet, 404 for every call."),
  choice("v3-not-live-501", "The same with 501."),
  choice("v3-not-live-503", "The same with 503."),
  choice("collation-binary", "R6: the collation is open: by code units (capitals first, umlauts last)."),
  choice("collation-numeric", "R6: the collation is open: digits as numbers, case ignored."),
  choice("limit-clamped", "R13: a limit outside 1..100 may be clamped."),
  choice("limit-refused-400", "R13: or refused with any 4xx."),
  choice("empty-cursor-first-page", "R13: an empty cursor is open: the first page."),
  choice("foreign-before-expired", "R14: which of two faults of a cursor is told first is open."),
  choice("cursor-before-location", "R14: whether 404 or 422 comes first is open."),
  choice("other-location-cursor-invalid", "R32: for another Location of the same tenant invalid_cursor is fine."),
  choice(
    "v3-two-policies",
    "Headers tell 'the most constrained policy': there may be several, so policy and window may change from call to call.",
  ),
  choice("v3-fixed-window", "How a policy frees up is not told; a window that frees at once fits as well as a bucket."),
  // events
  choice("hook-after-3s", "R4: about 5 seconds is 3 to 10; here 3.5."),
  choice("hook-after-9s", "R4: here 9."),
  choice("hook-plain-words", "'Allowed values of the envelope field status: not shown': create, update, delete."),
  choice("lifecycle-at-once", "R4: when a lifecycle event is sent is not told: at once."),
  choice("lifecycle-after-50s", "R4: within a minute."),
  choice("lifecycle-capital-payload", "'Payload of these two events: not shown': other names, other letter case."),
];
