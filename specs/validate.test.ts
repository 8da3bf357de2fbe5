import { describe, expect, test } from "vitest";
import { loadOperations } from "./operations.ts";
import * as sample from "./schemas/samples.test-data.ts";
import type { Slot } from "./schemas.ts";
import { validate } from "./validate.ts";

const operation = (id: string) => {
  const found = loadOperations().find((candidate) => candidate.id === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
};
const body = (status: number, more: Partial<Slot> = {}): Slot => ({
  direction: "response",
  part: "body",
  status,
  ...more,
});
const request: Slot = { direction: "request", part: "body" };
const { envelope, failure } = sample;

type ValueCase = [what: string, id: string, slot: Slot, value: unknown];

const right: ValueCase[] = [
  ["a country", "listCountries", body(200), envelope([sample.country])],
  ["no country at all", "listCountries", body(200), envelope([])],
  [
    "unknown extra fields",
    "listCountries",
    body(200),
    { ...envelope([{ ...sample.country, extra: { deep: [1] } }]), more: 1 },
  ],
  ["a call", "listCalls", body(200), envelope([sample.call])],
  ["meta as an object", "listCalls", body(200), envelope([sample.call], {})],
  ["meta as an array with something in it", "listCalls", body(200), envelope([sample.call], [1])],
  ...["success", "missed", "cancel", "busy", "notallowed", "notavailable", "notfound"].map(
    (status): ValueCase => [
      `a call with the status ${status}`,
      "listCalls",
      body(200),
      envelope([{ ...sample.call, status }]),
    ],
  ),
  ...["incoming", "outgoing", "internal"].map(
    (type): ValueCase => [`a call of the type ${type}`, "listCalls", body(200), envelope([{ ...sample.call, type }])],
  ),
  ...[
    "2026-03-01T09:30:00Z",
    "2026-03-01T09:30:00+0200",
    "2026-03-01T09:30:00.250-05:30",
    "2024-02-29T23:59:60+00:00",
  ].map(
    (call_date): ValueCase => [
      `the call date ${call_date}`,
      "listCalls",
      body(200),
      envelope([{ ...sample.call, call_date }]),
    ],
  ),
  ["a connected Location", "listConnectedLocations", body(200), envelope([sample.connectedLocation])],
  [
    "a promo object",
    "listConnectedLocations",
    body(200),
    envelope([{ ...sample.connectedLocation, active: 0, booking_widget_promo: { any: 1 } }]),
  ],
  [
    "next_slot when it was asked for",
    "listConnectedLocations",
    body(200, { query: { forBooking: "1" } }),
    envelope([{ ...sample.connectedLocation, next_slot: "2026-03-01T09:30:00+02:00" }]),
  ],
  ["an installation status", "readInstallationStatus", body(200), envelope(sample.installationStatus, {})],
  ["the same at the callback host", "readInstallationStatusInFlow", body(200), envelope(sample.installationStatus)],
  [
    "a status where no link is",
    "readInstallationStatus",
    body(200),
    envelope({ connection_status: null, payments: [], logs: [] }),
  ],
  [
    "a status word of a link that has ended",
    "readInstallationStatus",
    body(200),
    envelope({ connection_status: { status: "removed", created_at: null }, payments: [], logs: [] }),
  ],
  ["no status data at all", "readInstallationStatus", body(200), envelope(null)],
  [
    "a log with sources never heard of",
    "readInstallationStatus",
    body(200),
    envelope({ ...sample.installationStatus, logs: [{ ...sample.installationStatus.logs[0], source: "cron" }] }),
  ],
  ["Events with unknown fields", "searchActivities", body(200), envelope([{ a: 1 }], { count: 1 })],
  ["dates", "searchActivityDates", body(200), envelope(["2026-03-01", "2024-02-29"])],
  [
    "a range of dates",
    "searchActivityDateRange",
    body(200),
    envelope({ min_date: "2026-03-01", max_date: "2026-03-02" }),
  ],
  [
    "a range of no dates, given as nulls",
    "searchActivityDateRange",
    body(200),
    envelope({ min_date: null, max_date: null }),
  ],
  ["a range of no dates, given as nothing", "searchActivityDateRange", body(200), envelope([])],
  ["a client", "listClients", body(200), envelope([sample.client], { page: 1, total_count: 1 })],
  [
    "a client whose phone and card are numbers, without categories",
    "listClients",
    body(200),
    envelope([{ ...sample.client, phone: 37120000000, card: 12, categories: {}, birth_date: "1990-01-01" }], {
      page: 1,
      total_count: 1,
    }),
  ],
  ["a service", "readService", body(200), envelope(sample.service)],
  ["a v3 page", "listResources", body(200), sample.page],
  ["a v3 page with more to come", "listResources", body(200), { ...sample.page, has_more: true, next_cursor: "c" }],
  [
    "the headers of a v3 page",
    "listResources",
    { direction: "response", part: "headers", status: 200 },
    sample.pageHeaders,
  ],
  [
    "the headers of a 429",
    "listResources",
    { direction: "response", part: "headers", status: 429 },
    { "retry-after": 3, "ratelimit-reset": 3 },
  ],
  ["any body of a v3 error", "listResources", body(422), "validation_failed"],
  ["the 401 of the specification", "listCountries", body(401), failure("Authentication needed.")],
  ["the 403 of the specification", "listCountries", body(403), failure("Access denied.")],
  ["an error whose meta is an array", "listCountries", body(401), { success: false, data: {}, meta: [] }],
  ["any body of grant_access", "grantAccess", body(201), "anything"],
  ["any body of companies", "listCompanies", body(200), []],
  ["any body of an operation whose payload is not shown", "listCities", body(200), 7],
  ["any error of an operation whose payload is not shown", "listCities", body(404), []],
  ["an installation callback", "confirmInstallation", request, { salon_id: 1, application_id: 2 }],
  [
    "a callback with further settings",
    "confirmInstallation",
    request,
    { salon_id: 1, application_id: 2, settings: {} },
  ],
  [
    "a call query with every field",
    "listCalls",
    request,
    {
      salon_id: 1,
      date_from: "2026-01-01",
      date_to: "2026-01-31",
      phone: "1",
      types: ["internal"],
      statuses: ["busy", "missed"],
      page: 1,
      limit: 5,
    },
  ],
  [
    "an Accept among others",
    "listCountries",
    { direction: "request", part: "headers" },
    { accept: "text/html, application/VND.api.v2+json; q=0.9" },
  ],
  ["a webhook", "clientEvent", request, sample.notice],
  ["a webhook of any status and data", "recordEvent", request, { ...sample.notice, status: 7, data: null }],
  ["a ScheduleEvent", "scheduleEvent", request, { ...sample.notice, data: [] }],
  ["a goods operation", "goodsOperationEvent", request, { ...sample.notice, resource: "goods_operations_move" }],
  ["any lifecycle payload", "freezeEvent", request, "anything"],
];

test.each(right)("%s is accepted (%s)", (_, id, slot, value) => {
  expect(validate(operation(id), slot, value)).toEqual([]);
});

/** Wrong values, each with the only place that is wrong and the requirement that it breaks. */
const wrong: [...ValueCase, pointer: string, requirement: string][] = [
  ["success false on success", "listCountries", body(200), { ...envelope([]), success: false }, "/success", "ENV-1"],
  ["no success", "listCountries", body(200), { data: [], meta: [] }, "/success", "ENV-1"],
  ["data as a string", "listCalls", body(200), envelope("x"), "/data", "ENV-2"],
  ["data as an object where a list is documented", "listCountries", body(200), envelope({}), "/data", "ENV-2"],
  ["no data", "listCountries", body(200), { success: true, meta: [] }, "/data", "ENV-2"],
  ["no meta", "listCalls", body(200), { success: true, data: [] }, "/meta", "ENV-3"],
  ["meta null", "listCalls", body(200), envelope([], null), "/meta", "ENV-3"],
  ["meta as an empty object where [] is documented", "listCountries", body(200), envelope([], {}), "/meta", "ENV-4"],
  [
    "a country without a title",
    "listCountries",
    body(200),
    envelope([sample.country, without(sample.country, "title")]),
    "/data/1/title",
    "DICT-1",
  ],
  [
    "a country whose id is a string",
    "listCountries",
    body(200),
    envelope([{ ...sample.country, id: "7" }]),
    "/data/0/id",
    "DICT-1",
  ],
  [
    "a country whose exchange is null",
    "listCountries",
    body(200),
    envelope([{ ...sample.country, exchange: null }]),
    "/data/0/exchange",
    "DICT-1",
  ],
  [
    "is_eu as a number",
    "listCountries",
    body(200),
    envelope([{ ...sample.country, is_eu: 1 }]),
    "/data/0/is_eu",
    "DICT-1",
  ],
  [
    "an alpha-3 code",
    "listCountries",
    body(200),
    envelope([{ ...sample.country, iso_code: "LVA" }]),
    "/data/0/iso_code",
    "DICT-2",
  ],
  [
    "an unknown call status",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, status: "failed" }]),
    "/data/0/status",
    "CALL-2",
  ],
  [
    "an unknown call type",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, type: "Incoming" }]),
    "/data/0/type",
    "CALL-3",
  ],
  [
    "a call date without offset",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, call_date: "2026-03-01T09:30:00" }]),
    "/data/0/call_date",
    "CALL-4",
  ],
  [
    "a call date in the older form",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, call_date: "2026-03-01 09:30:00" }]),
    "/data/0/call_date",
    "CALL-4",
  ],
  [
    "a call date that is in no calendar",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, call_date: "2026-02-30T09:30:00Z" }]),
    "/data/0/call_date",
    "CALL-4",
  ],
  [
    "client_id null",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, client_id: null }]),
    "/data/0/client_id",
    "CALL-1",
  ],
  [
    "a fractional duration",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, duration: 1.5 }]),
    "/data/0/duration",
    "CALL-1",
  ],
  [
    "record_link null",
    "listCalls",
    body(200),
    envelope([{ ...sample.call, record_link: null }]),
    "/data/0/record_link",
    "CALL-1",
  ],
  [
    "active as a boolean",
    "listConnectedLocations",
    body(200),
    envelope([{ ...sample.connectedLocation, active: true }]),
    "/data/0/active",
    "LOC-2",
  ],
  [
    "active 2",
    "listConnectedLocations",
    body(200),
    envelope([{ ...sample.connectedLocation, active: 2 }]),
    "/data/0/active",
    "LOC-2",
  ],
  [
    "a phone list with a number",
    "listConnectedLocations",
    body(200),
    envelope([{ ...sample.connectedLocation, phones: [1] }]),
    "/data/0/phones/0",
    "LOC-1",
  ],
  [
    "next_slot that nobody asked for",
    "listConnectedLocations",
    body(200),
    envelope([{ ...sample.connectedLocation, next_slot: "2026-03-01T09:30:00Z" }]),
    "/data/0/next_slot",
    "LOC-3",
  ],
  [
    "no next_slot when it was asked for",
    "listConnectedLocations",
    body(200, { query: { forBooking: "1" } }),
    envelope([sample.connectedLocation]),
    "/data/0/next_slot",
    "LOC-3",
  ],
  [
    "next_slot as a bare date",
    "listConnectedLocations",
    body(200, { query: { forBooking: "1" } }),
    envelope([{ ...sample.connectedLocation, next_slot: "2026-03-01" }]),
    "/data/0/next_slot",
    "LOC-4",
  ],
  [
    "a promo list",
    "listConnectedLocations",
    body(200),
    envelope([{ ...sample.connectedLocation, booking_widget_promo: [] }]),
    "/data/0/booking_widget_promo",
    "LOC-5",
  ],
  [
    "created_at in ISO form",
    "readInstallationStatus",
    body(200),
    envelope({
      ...sample.installationStatus,
      connection_status: { status: "active", created_at: "2026-03-01T09:30:00Z" },
    }),
    "/data/connection_status/created_at",
    "STAT-2",
  ],
  [
    "a status word that no link can have",
    "readInstallationStatus",
    body(200, { holds: ["linked"] }),
    envelope({
      ...sample.installationStatus,
      connection_status: { status: "frozen", created_at: "2026-03-01 09:30:00" },
    }),
    "/data/connection_status/status",
    "STAT-1",
  ],
  [
    "no status data while a link exists",
    "readInstallationStatus",
    body(200, { holds: ["linked"] }),
    envelope(null),
    "/data",
    "STAT-10",
  ],
  [
    "no payments",
    "readInstallationStatus",
    body(200),
    envelope(without(sample.installationStatus, "payments")),
    "/data/payments",
    "STAT-4",
  ],
  [
    "is_refunded as a number",
    "readInstallationStatusInFlow",
    body(200),
    envelope({
      ...sample.installationStatus,
      payments: [{ ...sample.installationStatus.payments[0], is_refunded: 0 }],
    }),
    "/data/payments/0/is_refunded",
    "STAT-4",
  ],
  [
    "a log entry without its source",
    "readInstallationStatus",
    body(200),
    envelope({ ...sample.installationStatus, logs: [without(sample.installationStatus.logs[0] ?? {}, "source")] }),
    "/data/logs/0/source",
    "STAT-5",
  ],
  ["an Event that is no object", "searchActivities", body(200), envelope([1], { count: 1 }), "/data/0", "ACT-1"],
  ["a search without count", "searchActivities", body(200), envelope([], {}), "/meta/count", "ACT-2"],
  ["a date with a time", "searchActivityDates", body(200), envelope(["2026-03-01T00:00:00Z"]), "/data/0", "ACT-6"],
  [
    "a range with a time",
    "searchActivityDateRange",
    body(200),
    envelope({ min_date: "2026-03-01 10:00:00", max_date: "2026-03-02" }),
    "/data/min_date",
    "ACT-8",
  ],
  [
    "a range of nulls where an Event matches",
    "searchActivityDateRange",
    body(200, { holds: ["an Event matches"] }),
    envelope({ min_date: null, max_date: "2026-03-01" }),
    "/data/min_date",
    "ACT-8",
  ],
  ["a client without total_count", "listClients", body(200), envelope([], { page: 1 }), "/meta/total_count", "CLI-4"],
  [
    "categories with something in the object",
    "listClients",
    body(200),
    envelope([{ ...sample.client, categories: { a: 1 } }], { page: 1, total_count: 1 }),
    "/data/0/categories",
    "CLI-3",
  ],
  [
    "a category without a color",
    "listClients",
    body(200),
    envelope([{ ...sample.client, categories: [{ id: 1, title: "" }] }], { page: 1, total_count: 1 }),
    "/data/0/categories/0/color",
    "CLI-3",
  ],
  [
    "a card that is a string",
    "listClients",
    body(200),
    envelope([{ ...sample.client, card: "12" }], { page: 1, total_count: 1 }),
    "/data/0/card",
    "CLI-1",
  ],
  [
    "a phone that is null",
    "listClients",
    body(200),
    envelope([{ ...sample.client, phone: null }], { page: 1, total_count: 1 }),
    "/data/0/phone",
    "CLI-1",
  ],
  [
    "gender_id 3",
    "listClients",
    body(200),
    envelope([{ ...sample.client, gender_id: 3 }], { page: 1, total_count: 1 }),
    "/data/0/gender_id",
    "CLI-2",
  ],
  [
    "importance_id 4",
    "listClients",
    body(200),
    envelope([{ ...sample.client, importance_id: 4 }], { page: 1, total_count: 1 }),
    "/data/0/importance_id",
    "CLI-2",
  ],
  [
    "a service that is active 2",
    "readService",
    body(200),
    envelope({ ...sample.service, active: 2 }),
    "/data/active",
    "SRV-2",
  ],
  [
    "a service without staff",
    "readService",
    body(200),
    envelope(without(sample.service, "staff")),
    "/data/staff",
    "SRV-3",
  ],
  [
    "a service whose duration is text",
    "readService",
    body(200),
    envelope({ ...sample.service, duration: "1h" }),
    "/data/duration",
    "SRV-1",
  ],
  ["another object than list", "listResources", body(200), { ...sample.page, object: "page" }, "/object", "RES-1"],
  [
    "more to come without a cursor",
    "listResources",
    body(200),
    { ...sample.page, has_more: true },
    "/next_cursor",
    "RES-2",
  ],
  [
    "a cursor on the last page",
    "listResources",
    body(200),
    { ...sample.page, next_cursor: "c" },
    "/next_cursor",
    "RES-2",
  ],
  ["no has_more", "listResources", body(200), without(sample.page, "has_more"), "/has_more", "RES-1"],
  [
    "a resource without a title",
    "listResources",
    body(200),
    { ...sample.page, data: [{ id: 1 }] },
    "/data/0/title",
    "RES-10",
  ],
  [
    "no X-Request-Id",
    "listResources",
    { direction: "response", part: "headers", status: 200 },
    without(sample.pageHeaders, "x-request-id"),
    "/x-request-id",
    "RES-13",
  ],
  [
    "a policy in another form",
    "listResources",
    { direction: "response", part: "headers", status: 200 },
    { ...sample.pageHeaders, "ratelimit-policy": "60/60" },
    "/ratelimit-policy",
    "RATE-5",
  ],
  [
    "a negative remainder",
    "listResources",
    { direction: "response", part: "headers", status: 200 },
    { ...sample.pageHeaders, "ratelimit-remaining": -1 },
    "/ratelimit-remaining",
    "RATE-4",
  ],
  [
    "a 429 without Retry-After",
    "listResources",
    { direction: "response", part: "headers", status: 429 },
    { "ratelimit-reset": 3 },
    "/retry-after",
    "RATE-3",
  ],
  ["success true on an error", "listCountries", body(401), { ...failure("x"), success: true }, "/success", "ERR-1"],
  ["an error with data in a list", "listCountries", body(403), { ...failure("x"), data: [] }, "/data", "ERR-2"],
  ["an error without meta", "listCountries", body(404), { success: false, data: null }, "/meta", "ERR-3"],
  [
    "an error without a message",
    "listCountries",
    body(401),
    { success: false, data: null, meta: {} },
    "/meta/message",
    "ERR-4",
  ],
  [
    "an error whose message is a list",
    "listCountries",
    body(401),
    { success: false, data: null, meta: { message: [] } },
    "/meta/message",
    "ERR-4",
  ],
  [
    "a callback whose id is a string",
    "confirmInstallation",
    request,
    { salon_id: "1", application_id: 2 },
    "/salon_id",
    "INST-32",
  ],
  ["a callback without an application", "confirmInstallation", request, { salon_id: 1 }, "/application_id", "INST-32"],
  ["a call query without a day", "listCalls", request, { salon_id: 1, date_from: "2026-01-01" }, "/date_to", "CALL-13"],
  [
    "a call query with another form of day",
    "listCalls",
    request,
    { salon_id: 1, date_from: "01.01.2026", date_to: "2026-01-01" },
    "/date_from",
    "CALL-13",
  ],
  [
    "a call query for an unknown type",
    "listCalls",
    request,
    { salon_id: 1, date_from: "2026-01-01", date_to: "2026-01-01", types: ["any"] },
    "/types/0",
    "CALL-14",
  ],
  [
    "another Accept",
    "listCountries",
    { direction: "request", part: "headers" },
    { accept: "application/json" },
    "/accept",
    "VER-1",
  ],
  ["no Accept", "confirmInstallation", { direction: "request", part: "headers" }, {}, "/accept", "VER-1"],
  ["a limit of 101", "listResources", { direction: "request", part: "query" }, { limit: 101 }, "/limit", "RES-15"],
  ["a limit of 0", "listResources", { direction: "request", part: "query" }, { limit: 0 }, "/limit", "RES-15"],
  ["no page", "listConnectedLocations", { direction: "request", part: "query" }, { count: 5 }, "/page", "LOC-11"],
  [
    "changed_after with an offset",
    "listClients",
    { direction: "request", part: "query" },
    { changed_after: "2026-01-01T00:00:00Z" },
    "/changed_after",
    "REQ-2",
  ],
  ["a webhook without data", "clientEvent", request, without(sample.notice, "data"), "/data", "HOOK-2"],
  [
    "a webhook about no Location",
    "clientEvent",
    request,
    { ...sample.notice, company_id: null },
    "/company_id",
    "HOOK-2",
  ],
  ["a ScheduleEvent with data", "scheduleEvent", request, { ...sample.notice, data: [{}] }, "/data", "HOOK-10"],
  [
    "a goods operation of an unknown kind",
    "goodsOperationEvent",
    request,
    { ...sample.notice, resource: "goods_operations_gift" },
    "/resource",
    "HOOK-11",
  ],
];

test.each(wrong)("%s is refused (%s)", (_, id, slot, value, pointer, requirement) => {
  const errors = validate(operation(id), slot, value);
  expect(errors.map((error) => [error.pointer, error.requirement])).toEqual([[pointer, requirement]]);
});

describe("an error", () => {
  test("says what was found and what was expected", () => {
    const [error] = validate(
      operation("listClients"),
      body(200),
      envelope([{ ...sample.client, card: "12" }], { page: 1, total_count: 1 }),
    );
    expect(error).toMatchObject({ found: 'the string "12"', expected: "a number or an empty string" });
  });

  test("says that nothing was found where a field is missing", () => {
    const [error] = validate(operation("listCountries"), body(200), envelope([without(sample.country, "id")]));
    expect(error).toMatchObject({ pointer: "/data/0/id", found: "nothing", expected: "a number" });
  });

  test("repeats only the beginning of a long string", () => {
    const [error] = validate(operation("listCountries"), body(200), envelope("x".repeat(500)));
    expect(error?.found.length).toBeLessThan(100);
  });
});

function without<T extends object>(whole: T, key: keyof T | string): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
}

describe("what is wrong", () => {
  const listed = (items: unknown[]) => validate(operation("listCountries"), body(200), envelope(items));

  test("reports each place, and each field that is missing", () => {
    const pointers = listed([{ ...sample.country, id: "x", title: 1 }, {}]).map(({ pointer }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(["/data/0/id", "/data/0/title", "/data/1/id", "/data/1/title"]));
  });

  test("is reported up to five hundred times alike", () => {
    const many = (count: number) => listed(Array.from({ length: count }, () => ({ ...sample.country, id: "x" })));
    expect(many(500)).toHaveLength(500);
    expect(many(501)).toHaveLength(500);
    const missing = listed(Array.from({ length: 501 }, () => ({})));
    expect(missing.filter(({ pointer }) => pointer.endsWith("/id"))).toHaveLength(500);
    expect(missing.filter(({ pointer }) => pointer.endsWith("/title"))).toHaveLength(500);
  });
});
