import type { Pact } from "../pact/interaction.ts";
import { by, data, exchange, list, listOf, message, pageOf, regex, type } from "./pacts.test-data.ts";

const eachType = { match: "type", min: 1 };

/** Pacts that the specification allows, however odd. */
export const compatible: [what: string, pact: Pact][] = [
  ["a status alone", exchange("countries")],
  ...["integer", "number"].map((match): [string, Pact] => [
    `a header that is read as a number (${match})`,
    exchange("resources", {
      answerHeaders: { "RateLimit-Remaining": "3" },
      rules: { header: { "RateLimit-Remaining": { matchers: [{ match }] } } },
    }),
  ]),
  [
    "a list in any order",
    exchange("locations", { answers: list({ id: 100 }), rules: by({ "$.data": { match: "ignore-order" } }) }),
  ],
  [
    "an example that a filter would leave out, matched by its type",
    exchange("clients", { query: { id: ["7"] }, answers: list({ id: 8 }), rules: by({ "$.data[*].id": type }) }),
  ],
  [
    "titles in the wrong order, as examples",
    exchange("resources", {
      answers: { data: [{ title: "Beta" }, { title: "Alpha" }] },
      rules: by({ "$.data": eachType }),
    }),
  ],
  [
    "an answer without matchers",
    exchange("countries", { answers: { success: true, data: [{ id: 1, title: "Latvia" }], meta: [] } }),
  ],
  [
    "keys in another order",
    exchange("countries", { answers: { meta: [], data: [{ title: "Latvia", id: 1 }], success: true } }),
  ],
  [
    "headers beyond the documented ones",
    exchange("countries", { headers: { "X-Trace": "1", "User-Agent": "me", "Content-Type": "application/json" } }),
  ],
  [
    "names of headers in another case",
    exchange("countries", {
      headers: { Accept: null, accept: "application/vnd.api.v2+json", Authorization: null, AUTHORIZATION: "bearer x" },
    }),
  ],
  [
    "an Accept among others with parameters",
    exchange("countries", { headers: { Accept: "application/vnd.api.v2+json; q=1, */*" } }),
  ],
  ["an Accept on v3", exchange("resources", { headers: { Accept: "application/json" } })],
  ["a list of any length", exchange("countries", { answers: list({ id: 1 }), rules: by({ "$.data": type }) })],
  [
    "a list of five or more",
    exchange("countries", { answers: list({ id: 1 }), rules: by({ "$.data": { match: "type", min: 5 } }) }),
  ],
  ["an empty list", exchange("countries", { answers: data([]) })],
  [
    "a text by its type where values are listed",
    exchange("calls", { answers: list({ status: "whatever" }), rules: by({ "$.data[*].status": type }) }),
  ],
  [
    "a pattern of some listed values",
    exchange("calls", {
      answers: list({ status: "missed" }),
      rules: by({ "$.data[*].status": regex("^(missed|busy|lost)$") }),
    }),
  ],
  ["one listed value", exchange("status", { answers: data({ connection_status: { status: "active" } }) })],
  [
    "a pattern that is wider than the documented one",
    exchange("countries", {
      answers: list({ iso_code: "LV" }),
      rules: by({ "$.data[*].iso_code": regex("^[A-Za-z]{2,3}$") }),
    }),
  ],
  [
    "a pattern of some country codes, whatever the example",
    exchange("countries", {
      answers: list({ iso_code: "AB" }),
      rules: by({ "$.data[*].iso_code": regex(String.raw`^\h+$`) }),
    }),
  ],
  [
    "a date format of the documented form",
    exchange("calls", {
      answers: list({ call_date: "2026-03-02T12:00:00+02:00" }),
      rules: by({ "$.data[*].call_date": { match: "timestamp", format: "yyyy-MM-dd'T'HH:mm:ssXXX" } }),
    }),
  ],
  [
    "a form with fractions of a second",
    exchange("calls", {
      answers: list({ call_date: "2026-03-02T12:00:00.000Z" }),
      rules: by({ "$.data[*].call_date": { match: "timestamp", timestamp: "yyyy-MM-dd'T'HH:mm:ss.SSSX" } }),
    }),
  ],
  [
    "a form with another example",
    exchange("status", {
      answers: data({ connection_status: { created_at: "2000-02-01 12:30:00" } }),
      rules: by({ "$.data.connection_status.created_at": { match: "timestamp", timestamp: "yyyy-MM-dd HH:mm:ss" } }),
    }),
  ],
  ["a date that may be null", exchange("clients", { answers: list({ birth_date: null }) })],
  [
    "a date that may be null, as text",
    exchange("clients", { answers: list({ birth_date: "1990-01-01" }), rules: by({ "$.data[*].birth_date": type }) }),
  ],
  [
    "one of two matchers",
    exchange("countries", {
      answers: list({ is_eu: true }),
      rules: { body: { "$.data[*].is_eu": { combine: "OR", matchers: [{ match: "null" }, { match: "boolean" }] } } },
    }),
  ],
  [
    "a list of clients by several ids",
    exchange("clients", { query: { "id[]": ["1", "2"], page: ["1"], changed_after: ["2026-03-02T00:00:00"] } }),
  ],
  [
    "ids of activities in any encoding",
    exchange("activities", { query: { "service_ids[]": ["1", "2"], staff_ids: ["1,2"], "resource_ids[0]": ["3"] } }),
  ],
  [
    "a next slot that was asked for",
    exchange("locations", {
      query: { page: ["1"], count: ["2"], forBooking: ["1"] },
      answers: list({ next_slot: "2026-03-03T09:00:00+02:00" }),
    }),
  ],
  [
    "an unauthenticated call that is refused",
    exchange("countries", {
      headers: { Authorization: null },
      status: 401,
      answers: { success: false, data: null, meta: { message: "Authentication needed." } },
      rules: by({ "$.meta.message": type }),
    }),
  ],
  [
    "a wrong body without authentication that is refused",
    exchange("callback", { headers: { Authorization: null }, body: { salon_id: 1 }, status: 401 }),
  ],
  [
    "a wrong body of a user who is refused",
    exchange("calls", { body: { salon_id: 100, date_from: "today" }, status: 403, answers: { success: false } }),
  ],
  [
    "wrong parameters of a user who is refused",
    exchange("clients", { path: "/v1/clients/x", query: { "id[]": ["b"], planet: ["earth"] }, status: 403 }),
  ],
  ["a user who is refused", exchange("calls", { status: 403, answers: { success: false } })],
  ["an unknown Location", exchange("status", { path: "/marketplace/salon/999999999/application/200", status: 404 })],
  ["an id of letters that is not found", exchange("service", { path: "/v1/services/100/x", status: 404 })],
  [
    "a refused cursor by its code",
    exchange("resources", {
      query: { cursor: ["x"] },
      status: 422,
      answers: "invalid_cursor",
      rules: by({ $: { match: "include", value: "invalid_cursor" } }),
    }),
  ],
  [
    "a used up limit with its waiting time",
    exchange("resources", {
      status: 429,
      answerHeaders: { "Retry-After": "7", "ratelimit-reset": "7" },
      rules: { header: { "retry-after": { matchers: [regex("^\\d+$")] } } },
    }),
  ],
  [
    "the documented headers of a page",
    exchange("resources", {
      answerHeaders: {
        "X-Request-Id": "r-1",
        "RateLimit-Remaining": "119",
        "RateLimit-Policy": "120;w=60",
        "Content-Type": "application/json; charset=utf-8",
        Date: "x",
      },
      answers: { object: "list" },
    }),
  ],
  [
    "a page that is not the last",
    exchange("resources", {
      query: { limit: ["2"] },
      answers: { has_more: true, next_cursor: "b3", data: [{ title: "Room" }] },
      rules: by({ "$.next_cursor": type, "$.data": eachType }),
    }),
  ],
  [
    "a page of which it is open whether there is more",
    exchange("resources", { answers: { has_more: true, next_cursor: null }, rules: by({ "$.has_more": type }) }),
  ],
  ["as many resources as a page ever holds", exchange("resources", { query: { limit: ["100"] }, ...pageOf(1, 100) })],
  ["as many resources as a page holds without a limit", exchange("resources", pageOf(25, 25))],
  ["as many resources as the limit", exchange("resources", { query: { limit: ["2"] }, ...pageOf(2) })],
  ["an example of more resources, of which any number will do", exchange("resources", pageOf(30, 1))],
  [
    "an example of more resources, matched by type as a whole",
    exchange("resources", { ...pageOf(30), rules: by({ $: type }) }),
  ],
  [
    "as many Locations as asked for, however many",
    exchange("locations", { query: { page: ["1"], count: ["500"] }, ...listOf(1, 500) }),
  ],
  ["any number of clients where none is asked for", exchange("clients", listOf(1, 1000))],
  [
    "either no list, or one of three",
    exchange("clients", {
      query: { count: ["2"] },
      answers: data([{ id: 1 }]),
      rules: {
        body: { "$.data": { combine: "OR", matchers: [{ match: "type" }, { match: "type", min: 3 }] } },
      },
    }),
  ],
  ["a grant without a body", exchange("grant")],
  ["a blocked Location", exchange("grant", { status: 403 })],
  [
    "the common envelope of an error whose body is not shown",
    exchange("grant", { status: 403, answers: { success: false, meta: { message: "Access denied." } } }),
  ],
  [
    "a callback with settings that are not shown",
    exchange("callback", { body: { salon_id: 100, application_id: 200, webhook_urls: ["x"] } }),
  ],
  ["a callback that comes late, whatever it is answered", exchange("callback", { status: 409 })],
  [
    "any request to an operation that is not described",
    exchange("voip", { headers: { Authorization: null }, query: { any: ["1"] } }),
  ],
  [
    "any success of an operation that is not described",
    exchange("voip", { status: 200, rules: { status: { matchers: [{ match: "statusCode", status: "success" }] } } }),
  ],
  [
    "the common envelope of such an operation",
    exchange("cities", {
      answers: { success: true, data: [], meta: [] },
      rules: by({ "$.data": type, "$.meta": type }),
    }),
  ],
  [
    "a form sent to such an operation",
    exchange("voip", { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=b" }),
  ],
  ["a range of dates", exchange("range", { answers: data({ min_date: "2026-03-02", max_date: "2026-03-04" }) })],
  [
    "digits of a number",
    exchange("countries", { answers: list({ id: 1 }), rules: by({ "$.data[*].id": regex(String.raw`^\d+$`) }) }),
  ],
  ["no categories", exchange("clients", { answers: list({ categories: {} }) })],
  [
    "some categories",
    exchange("clients", {
      answers: list({ categories: [{ id: 1, title: "VIP", color: "red" }] }),
      rules: by({ "$.data[*].categories": eachType }),
    }),
  ],
  [
    "whole numbers where codes are listed",
    exchange("clients", { answers: list({ sms_not: 0 }), rules: by({ "$.data[*].sms_not": { match: "integer" } }) }),
  ],
  [
    "fields of any name",
    exchange("clients", {
      answers: list({ custom_fields: { shoe: "42" } }),
      rules: by({ "$.data[*].custom_fields": { match: "values" } }),
    }),
  ],
  [
    "a webhook without matchers",
    message("ClientEvent", { company_id: 100, resource: "client", resource_id: 7, status: "create", data: {} }),
  ],
  [
    "a webhook with fields of any value",
    message(
      "RecordEvent",
      { company_id: 100, resource_id: 7 },
      {
        rules: { "$.company_id": { matchers: [{ match: "notEmpty" }] } },
        metadata: { contentType: "application/json", change: "updated" },
      },
    ),
  ],
  [
    "a webhook's data, null or not",
    message(
      "ClientEvent",
      { data: null },
      { rules: { "$.data": { combine: "OR", matchers: [{ match: "null" }, { match: "notEmpty" }] } } },
    ),
  ],
  [
    "a webhook's data of any kind",
    message("ClientEvent", { data: "x" }, { rules: { "$.data": { matchers: [type] } } }),
  ],
  ["a schedule's empty data", message("ScheduleEvent", { data: [] })],
  [
    "a goods operation",
    message(
      "GoodsOperationEvent",
      { resource: "goods_operations_move" },
      { metadata: { resource: "goods_operations_move" } },
    ),
  ],
  ["a lifecycle event, whatever it holds", message("uninstall", undefined)],
];

/** Pacts that rely on what may work and is not promised, with the expected place (part and pointer) and requirement. */
export const doubtful: [what: string, pact: Pact, place: string, requirement: string][] = [
  [
    "a whole number where a number is promised",
    exchange("countries", {
      answers: list({ exchange: 1 }),
      rules: by({ "$.data[*].exchange": { match: "integer" } }),
    }),
    "response.body /data/0/exchange",
    "DICT-1",
  ],
  [
    "a text that also comes as a number",
    exchange("clients", { answers: list({ phone: "371" }), rules: by({ "$.data[*].phone": type }) }),
    "response.body /data/0/phone",
    "CLI-1",
  ],
  [
    "a number where the type is not shown",
    message("ClientEvent", { company_id: 100 }, { rules: { "$.company_id": { matchers: [type] } } }),
    "message /company_id",
    "HOOK-2",
  ],
  [
    "a parameter that is not documented",
    exchange("countries", { query: { planet: ["earth"] } }),
    "request.query /planet",
    "REQ-2",
  ],
  [
    "a field of the body that is not documented",
    exchange("calls", { body: { salon_id: 1, date_from: "2026-03-02", date_to: "2026-03-04", type: "incoming" } }),
    "request.body /type",
    "CALL-13",
  ],
  [
    "a query in the place of a GET's body",
    exchange("calls", {
      body: undefined,
      query: { salon_id: ["100"], date_from: ["2026-03-02"], date_to: ["2026-03-04"], "types[]": ["incoming"] },
    }),
    "request.body",
    "CALL-15",
  ],
  [
    "an address that is named without a description",
    exchange("countries", { path: "/record/100/7" }),
    "request.path",
    "REQ-1",
  ],
  ["an address below /v2", exchange("countries", { path: "/v2/records" }), "request.path", "REQ-1"],
];
