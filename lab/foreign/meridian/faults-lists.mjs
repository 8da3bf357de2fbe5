// Faults of the v1 lists and reads.
import { escape, fault, items, ok } from "./faults-kit.mjs";

const land = fault("GET /countries, Country"),
  salon = fault("GET /marketplace/application/{application_id}/salons, Connected Location"),
  call = fault("GET /voip/integration/calls, Call"),
  act = fault("GET activity search"),
  client = fault("Deprecated v1 endpoints, Client"),
  service = fault("Deprecated v1 endpoints, Service"),
  rate = fault("Limits"),
  seeded = fault("formats.md 4: seeded values come back unchanged");
const R5 = "Date ranges include both their days (reading 5)",
  PAGE = "page: Page number; limit, count: Elements per page";

export const LIST_FAULTS = [
  land(
    "countries-success-text",
    "Common v1 envelope: success boolean",
    "L",
    ok("countries", (b) => {
      b.success = "true";
    }),
  ),
  land(
    "countries-meta-object",
    "meta an empty array",
    "L",
    ok("countries", (b) => {
      b.meta = {};
    }),
  ),
  land(
    "countries-meta-filled",
    "meta an empty array; it holds a count",
    "L",
    ok("countries", (b) => {
      b.meta = [b.data.length];
    }),
  ),
  land(
    "countries-by-code",
    "data array of Country items",
    "L",
    ok("countries", (b) => {
      b.data = Object.fromEntries(b.data.map((c) => [c.iso_code, c]));
    }),
  ),
  land(
    "countries-last-incomplete",
    "full_title: string; missing in the last item",
    "LS",
    items("countries", (c, i, all) => {
      if (i === all.length - 1) delete c.full_title;
    }),
  ),
  land(
    "countries-one-code-number",
    "phone_code: string; a number in the third item",
    "LS",
    items("countries", (c, i) => {
      if (i === 2) c.phone_code = Number(c.phone_code);
    }),
  ),
  land(
    "countries-eu-number",
    "is_eu: boolean",
    "L",
    items("countries", (c) => {
      c.is_eu = Number(c.is_eu);
    }),
  ),
  land(
    "countries-exchange-text",
    "exchange: number; a text where it has a fraction",
    "LS",
    items("countries", (c) => {
      if (c.exchange % 1) c.exchange = String(c.exchange);
    }),
  ),
  land(
    "countries-alpha-3",
    "iso_code: ISO 3166-1 alpha-2 code",
    "L",
    items("countries", (c) => {
      c.iso_code = { NO: "NOR", SE: "SWE", DK: "DNK", FI: "FIN", IS: "ISL", IN: "IND", BR: "BRA" }[c.iso_code];
    }),
  ),
  land(
    "countries-currency-null",
    "currency: string; null for one country",
    "LS",
    items("countries", (c) => {
      if (c.iso_code === "IS") c.currency = null;
    }),
  ),

  salon(
    "salons-meta-object",
    "meta an empty array",
    "L",
    ok("salons", (b) => {
      b.meta = {};
    }),
  ),
  salon("salons-slot-always", "next_slot: present only when the query parameter forBooking=1 is passed", "L"),
  salon("salons-slot-for-any-value", "next_slot: only when forBooking=1; forBooking=0 brings it too", "LS"),
  salon("salons-slot-lost-later", "When 1, next_slot is included in items; not on page 2", "LS"),
  salon(
    "salons-slot-not-a-time",
    "next_slot: ISO 8601 date-time",
    "L",
    items("salons", (s) => {
      if (s.next_slot) s.next_slot = s.next_slot.slice(0, 10).split("-").toReversed().join(".");
    }),
  ),
  salon("salons-page-ignored", PAGE, "L"),
  salon("salons-size-ignored", PAGE, "L"),
  salon("salons-pages-overlap", `${PAGE}; a page begins with the last item of the one before`, "LS"),
  salon("salons-later-page-longer", `${PAGE}; pages after the first hold one more`, "LS"),
  salon(
    "salons-last-lost",
    "Partners can list the Locations that connected their application; one is never shown",
    "S",
  ),
  salon(
    "salons-of-all-applications",
    "Locations that connected their application; those of the partner's other applications too",
    "S",
  ),
  salon("salons-no-count-500", "reading 17: a missing parameter never gets a 5xx", "L"),
  salon(
    "salons-active-boolean",
    "active: integer",
    "L",
    items("salons", (s) => {
      s.active = s.active === 1;
    }),
  ),
  salon(
    "salons-phones-text",
    "phones: array of string",
    "L",
    items("salons", (s) => {
      s.phones = s.phones.join(", ");
    }),
  ),
  salon(
    "salons-phones-null",
    "phones: array of string; null when there are none",
    "LS",
    items("salons", (s) => {
      if (!s.phones.length) s.phones = null;
    }),
  ),
  salon(
    "salons-promo-missing",
    "booking_widget_promo: object or null; left out when null",
    "LS",
    items("salons", (s) => {
      if (s.booking_widget_promo === null) delete s.booking_widget_promo;
    }),
  ),
  salon(
    "salons-zone-text",
    "timezone: number; a text where it has a fraction",
    "LS",
    items("salons", (s) => {
      if (s.timezone % 1) s.timezone = String(s.timezone);
    }),
  ),
  salon(
    "salons-latitude-text",
    "coordinate_lat: number",
    "L",
    items("salons", (s) => {
      s.coordinate_lat = String(s.coordinate_lat);
    }),
  ),
  salon(
    "salons-photos-object",
    "photos: array; {} when there are none",
    "LS",
    items("salons", (s) => {
      if (!s.photos.length) s.photos = {};
    }),
  ),
  salon(
    "salons-city-missing-inactive",
    "city: string; missing for inactive Locations",
    "LS",
    items("salons", (s) => {
      if (!s.active) delete s.city;
    }),
  ),
  seeded(
    "salons-zone-whole",
    "timezone: Offset in hours; 5.5 becomes 5",
    "S",
    items("salons", (s) => {
      s.timezone = Math.trunc(s.timezone);
    }),
  ),
  seeded(
    "salons-description-stripped",
    "description: Full HTML description; tags are gone",
    "S",
    items("salons", (s) => {
      s.description = s.description.replace(/<[^>]*>/g, "");
    }),
  ),
  seeded(
    "salons-longitude-sign",
    "coordinate_lon: Longitude; the west lies in the east",
    "S",
    items("salons", (s) => {
      s.coordinate_lon = Math.abs(s.coordinate_lon);
    }),
  ),

  call(
    "calls-client-null",
    "client_id: 0 when there is none",
    "L",
    items("calls", (c) => {
      if (!c.client_id) c.client_id = null;
    }),
  ),
  call(
    "calls-link-null",
    "record_link: an empty string otherwise",
    "L",
    items("calls", (c) => {
      if (!c.record_link) c.record_link = null;
    }),
  ),
  call(
    "calls-link-missing-when-busy",
    "record_link: an empty string otherwise; left out for busy calls",
    "LS",
    items("calls", (c) => {
      if (c.status === "busy") delete c.record_link;
    }),
  ),
  call(
    "calls-duration-text",
    "duration: integer",
    "L",
    items("calls", (c) => {
      c.duration = String(c.duration);
    }),
  ),
  call(
    "calls-id-text",
    "id: integer",
    "L",
    items("calls", (c) => {
      c.id = String(c.id);
    }),
  ),
  call(
    "calls-status-other-word",
    "status: notavailable is spelled not_available",
    "LS",
    items("calls", (c) => {
      if (c.status === "notavailable") c.status = "not_available";
    }),
  ),
  call(
    "calls-type-capital",
    "type: incoming, outgoing, internal; Internal is said",
    "LS",
    items("calls", (c) => {
      if (c.type === "internal") c.type = "Internal";
    }),
  ),
  call(
    "calls-date-no-offset",
    "call_date: ISO 8601 date-time with offset",
    "L",
    items("calls", (c) => {
      c.call_date = c.call_date.slice(0, 19);
    }),
  ),
  call(
    "calls-phone-number",
    "caller_phone: string",
    "L",
    items("calls", (c) => {
      c.caller_phone = Number(String(c.caller_phone).replace(/\D/g, ""));
    }),
  ),
  call(
    "calls-empty-object",
    "data array of Call items; {} when nothing is found",
    "LS",
    ok("calls", (b) => {
      if (!b.data.length) b.data = {};
    }),
  ),
  call(
    "calls-meta-text",
    "meta object or array",
    "L",
    ok("calls", (b) => {
      b.meta = "";
    }),
  ),
  call("calls-last-day-lost", `date_to: End date. ${R5}`, "LS"),
  call("calls-first-day-lost", `date_from: Start date. ${R5}; lost when the range has several days`, "LS"),
  call("calls-phone-ignored", "phone: Phone number filter", "L"),
  call("calls-types-ignored", "types: filter", "L"),
  call("calls-first-type-only", "types: array of string; only the first is looked at", "LS"),
  call("calls-statuses-ignored", "statuses: filter", "L"),
  call("calls-notfound-too-wide", "statuses: notfound brings notavailable too", "LS"),
  call("calls-filters-either", "reading 18: Several filters at once all hold; types or statuses is enough", "LS"),
  call("calls-filters-forgotten-later", "filters hold on every page; forgotten from page 2 on", "LS"),
  call("calls-size-ignored", PAGE, "L"),
  call("calls-pages-skip", `${PAGE}; between two pages one is lost`, "LS"),
  call("calls-pages-overlap", `${PAGE}; between two pages one is shown twice`, "LS"),
  call("calls-of-other-location", "salon_id: Location ID; calls of other Locations are mixed in", "S"),
  call("calls-bad-date-500", "reading 1: a 5xx always is wrong; for a date that is none", "LS"),
  seeded(
    "calls-link-escaped",
    "record_link: Link to the recording; & becomes &amp;",
    "S",
    items("calls", (c) => {
      c.record_link = String(c.record_link).replace(/&/g, "&amp;");
    }),
  ),
  seeded(
    "calls-duration-minutes",
    "duration: Seconds; whole minutes only",
    "S",
    items("calls", (c) => {
      c.duration -= c.duration % 60;
    }),
  ),
  seeded("calls-date-shifted", "call_date: with offset; the offset is put on without moving the hour", "S", {
    ...items("calls", (c) => {
      c.call_date = c.call_date.replace(/[+-]\d\d:\d\d$/, "-05:00");
    }),
  }),

  act(
    "search-meta-list",
    "meta with count",
    "L",
    ok("search", (b) => {
      b.meta = [];
    }),
  ),
  act("search-count-off", "meta with count (reading 18: total or page's); one too many", "LS"),
  act("search-last-day-lost", `till. ${R5}`, "LS"),
  act("search-first-day-lost", `from. ${R5}`, "LS"),
  act("search-services-ignored", "Query parameters: service_ids", "L"),
  act("search-resources-ignored", "Query parameters: resource_ids", "LS"),
  act("search_dates-staff-ignored", "search_dates: staff_ids", "LS"),
  act("search_dates_range-services-ignored", "search_dates_range: service_ids", "LS"),
  act("search-later-page-empty", "page, count; every page after the first is empty", "LS"),
  act("search-size-ignored", PAGE, "L"),
  act("search-of-other-location", "/activity/{location_id}/search; other Locations' Events are mixed in", "S"),
  act("search-without-dates-500", "reading 17: never a 5xx", "L"),
  act("dates-from-ignored", "search_dates: from", "LS"),
  act(
    "dates-with-time",
    "data array of date strings (YYYY-MM-DD)",
    "L",
    ok("search_dates", (b) => {
      b.data = b.data.map((d) => `${d}T00:00:00+02:00`);
    }),
  ),
  act(
    "dates-meta-object",
    "search_dates: meta an empty array",
    "L",
    ok("search_dates", (b) => {
      b.meta = { count: b.data.length };
    }),
  ),
  act(
    "range-swapped",
    "min_date and max_date",
    "L",
    ok("search_dates_range", ({ data: d }) => {
      [d.min_date, d.max_date] = [d.max_date, d.min_date];
    }),
  ),
  act(
    "range-a-day-more",
    "max_date; the day after the last one",
    "LS",
    ok("search_dates_range", ({ data: d }) => {
      d.max_date = new Date(Date.parse(d.max_date) + 864e5).toISOString().slice(0, 10);
    }),
  ),
  act(
    "range-list",
    "data object with min_date and max_date",
    "L",
    ok("search_dates_range", (b) => {
      b.data = [b.data.min_date, b.data.max_date];
    }),
  ),
  act(
    "range-dots",
    "min_date (YYYY-MM-DD); with dots",
    "LS",
    ok("search_dates_range", ({ data: d }) => {
      d.min_date = d.min_date.replace(/-/g, ".");
    }),
  ),

  client("clients-fullname-start", "fullname (part of name); only its beginning", "LS"),
  client("clients-phone-start", "phone (part of number); only its beginning", "LS"),
  client("clients-email-whole", "email (part); only the whole", "LS"),
  client("clients-card-whole", "card (part of loyalty card number); only the whole", "LS"),
  client("clients-card-ignored", "card (part of loyalty card number)", "L"),
  client("clients-paid-min-excluded", "paid_min (reading 18: bounds included)", "LS"),
  client("clients-paid-max-excluded", "paid_max (reading 18: bounds included)", "LS"),
  client("clients-paid-max-ignored", "paid_max", "L"),
  client("clients-paid-is-balance", "paid amount is spent (reading 18); balance is looked at", "LS"),
  client("clients-id-ignored", "id (one client ID)", "L"),
  client("clients-ids-first-only", "id[] (several client IDs); only the first", "LS"),
  client("clients-changed-after-ignored", "changed_after", "L"),
  client("clients-before-reversed", "changed_before; later ones are found", "LS"),
  client("clients-filters-either", "reading 18: Several filters at once all hold; one is enough", "LS"),
  client("clients-total-of-page", "total_count (reading 34); it is the page's", "L"),
  client(
    "clients-total-missing-when-empty",
    "meta of this list: page, total_count; total_count is missing when nothing is found",
    "LS",
    ok("clients", (b) => {
      if (!b.data.length) delete b.meta.total_count;
    }),
  ),
  client(
    "clients-page-text",
    "page (integer); a text from page 2 on",
    "LS",
    ok("clients", (b) => {
      if (b.meta.page > 1) b.meta.page = String(b.meta.page);
    }),
  ),
  client("clients-pages-overlap", `${PAGE}; between two pages one is shown twice`, "LS"),
  client("clients-umlaut-500", "reading 1: a 5xx always is wrong; for letters beyond ASCII", "LS"),
  client(
    "clients-categories-null",
    "categories: an empty object when none",
    "L",
    items("clients", (c) => {
      if (!Array.isArray(c.categories)) c.categories = null;
    }),
  ),
  client(
    "clients-card-null",
    "card: empty string when none",
    "L",
    items("clients", (c) => {
      if (c.card === "") c.card = null;
    }),
  ),
  client(
    "clients-gold-4",
    "importance_id: 3 gold; 4 is said",
    "LS",
    items("clients", (c) => {
      if (c.importance_id === 3) c.importance_id = 4;
    }),
  ),
  client(
    "clients-sms-boolean",
    "sms_check (number)",
    "L",
    items("clients", (c) => {
      c.sms_check = c.sms_check === 1;
    }),
  ),
  client(
    "clients-custom-list",
    "custom_fields (object); a list when there are none",
    "LS",
    items("clients", (c) => {
      if (!Object.keys(c.custom_fields).length) c.custom_fields = [];
    }),
  ),
  client(
    "clients-balance-text-negative",
    "balance (number); a text when negative",
    "LS",
    items("clients", (c) => {
      if (c.balance < 0) c.balance = String(c.balance);
    }),
  ),
  client(
    "clients-color-missing",
    "categories: id, title, color; color is missing",
    "LS",
    items("clients", (c) => {
      if (Array.isArray(c.categories)) c.categories.forEach((k) => delete k.color);
    }),
  ),
  client(
    "clients-gender-null",
    "gender (string); null when unknown",
    "LS",
    items("clients", (c) => {
      if (c.gender_id === 0) c.gender = null;
    }),
  ),
  seeded(
    "clients-balance-sign",
    "balance (number); debts become credits",
    "S",
    items("clients", (c) => {
      c.balance = Math.abs(c.balance);
    }),
  ),
  seeded(
    "clients-spent-whole",
    "spent (number); fractions are lost",
    "S",
    items("clients", (c) => {
      c.spent = Math.floor(c.spent);
    }),
  ),
  seeded(
    "clients-name-escaped",
    "name (string); entities instead of < & '",
    "S",
    items("clients", (c) => {
      c.name = escape(c.name);
    }),
  ),
  seeded(
    "clients-email-lower",
    "email (string); letter case is lost",
    "S",
    items("clients", (c) => {
      c.email = String(c.email).toLowerCase();
    }),
  ),
  seeded(
    "clients-comment-cut",
    "comment (string); cut after 255 letters",
    "S",
    items("clients", (c) => {
      c.comment = String(c.comment).slice(0, 255);
    }),
  ),
  seeded(
    "clients-name-ascii",
    "name (string); other letters become ?",
    "S",
    items("clients", (c) => {
      c.name = String(c.name).replace(/[^\x20-\x7e]/g, "?");
    }),
  ),

  service(
    "service-price-text",
    "price_min (number)",
    "L",
    ok("service", ({ data: d }) => {
      if (d) d.price_min = d.price_min.toFixed(2);
    }),
  ),
  service(
    "service-meta-object",
    "meta an empty array",
    "L",
    ok("service", (b) => {
      b.meta = {};
    }),
  ),
  service(
    "service-online-number",
    "is_online (boolean)",
    "L",
    ok("service", ({ data: d }) => {
      if (d) d.is_online = Number(d.is_online);
    }),
  ),
  service(
    "service-active-boolean",
    "active (number)",
    "L",
    ok("service", ({ data: d }) => {
      if (d) d.active = d.active === 1;
    }),
  ),
  service(
    "service-staff-first",
    "staff (array of objects); an object",
    "L",
    ok("service", ({ data: d }) => {
      if (d) d.staff = d.staff[0] ?? {};
    }),
  ),
  service(
    "service-seance-text",
    "staff: seance_length number of seconds; a text for the second one",
    "LS",
    ok("service", ({ data: d }) => {
      if (d?.staff[1]) d.staff[1].seance_length = "01:00:00";
    }),
  ),
  service(
    "service-other-id",
    "data Service object; its id is salon_service_id",
    "LS",
    ok("service", ({ data: d }) => {
      if (d) d.id = d.salon_service_id;
    }),
  ),
  service(
    "service-weight-missing",
    "weight (number)",
    "L",
    ok("service", ({ data: d }) => {
      if (d) delete d.weight;
    }),
  ),
  service("service-unknown-200", "Errors: 404 Resource not found; 200 with data null", "L"),
  service("service-unknown-500", "reading 1: a 5xx always is wrong; for an unknown service", "L"),

  rate("v1-three-a-second", "5 requests per second (reading 20: not refused within the limit); refused after 3", "L"),
  rate(
    "v1-hundred-a-minute",
    "200 requests per minute (reading 20: not refused within the limit); refused after 100",
    "LS",
  ),
];
