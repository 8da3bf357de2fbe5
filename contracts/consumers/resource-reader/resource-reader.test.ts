import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { digits, eachLike, headersOf, includes, path, string, textFromState } from "../testing/matchers.ts";
import { createReader } from "./client.ts";

const reader = consumerNamed("resource-reader");
const at = (url: string, limit?: number) =>
  createReader({ v3BaseUrl: url, accessToken: "ACCESS_TOKEN", location: 100, ...(limit ? { limit } : {}) });
const list = (query?: Record<string, unknown>) => ({
  method: "GET",
  path: path("/locations/${location_id}/resources"),
  headers: headersOf.v3,
  ...(query ? { query } : {}),
});
const cursor = textFromState("cursor", "b3BhcXVl");
const data = eachLike({ title: string("Room 0001") });
test("a page that is not the last gives a cursor", () =>
  reader.asks(
    {
      upon: "the first page of resources",
      given: [["the Location has resources", { count: 3 }]],
      rests: "RES-1 RES-2 RES-3 RES-10 AUTH-11",
      request: list({ limit: "2" }),
      response: {
        status: 200,
        body: {
          object: "list",
          data: eachLike({ title: string("Room 0001") }, 2),
          has_more: true,
          next_cursor: string("b3BhcXVl"),
        },
      },
    },
    async (url) => {
      const page = await at(url, 2).readPage(null);
      expect(page).toEqual({ page: [{ title: "Room 0001" }, { title: "Room 0001" }], next: "b3BhcXVl" });
    },
  ));

test("a cursor leads to the next page", () =>
  reader.asks(
    {
      upon: "the next page of resources",
      given: ["a cursor to the next page"],
      rests: "RES-1 RES-2 RES-8 CUR-1",
      request: list({ limit: "1", cursor }),
      response: { status: 200, body: { object: "list", data, has_more: true, next_cursor: string("bmV4dA") } },
    },
    async (url) => expect(await at(url, 1).readPage("b3BhcXVl")).toMatchObject({ next: "bmV4dA" }),
  ));

test("the last page has no cursor", () =>
  reader.asks(
    {
      upon: "the only page of resources",
      given: [["the Location has resources", { count: 3 }]],
      rests: "RES-1 RES-2 RES-4",
      request: list(),
      response: { status: 200, body: { object: "list", data, has_more: false, next_cursor: null } },
    },
    async (url) => expect(await at(url).readPage(null)).toMatchObject({ next: null }),
  ));

const refusals = {
  expired_cursor: { given: ["an expired cursor"], rests: "CUR-2 CUR-3", query: { cursor } },
  foreign_cursor: { given: ["a cursor of another credential"], rests: "CUR-2 CUR-5", query: { cursor } },
  invalid_cursor: {
    given: ["the Location has resources"],
    rests: "CUR-2 CUR-4",
    query: { cursor: "no-cursor-of-anybody" },
  },
};

test.each(Object.entries(refusals))("a refused cursor is known by its code %s", (code, { given, rests, query }) =>
  reader.asks(
    {
      upon: `a page of resources with a cursor that is refused as ${code}`,
      given,
      rests,
      request: list(query),
      response: { status: 422, body: includes(code) },
    },
    async (url) =>
      expect(await at(url).readPage(code === "invalid_cursor" ? "no-cursor-of-anybody" : "b3BhcXVl")).toEqual({
        refused: code,
      }),
  ),
);

test("an answer beyond the limit says how long to wait", () =>
  reader.asks(
    {
      upon: "a page of resources beyond the rate limit",
      given: ["the v3 limit is used up"],
      rests: "RATE-3 RATE-8",
      request: list(),
      response: { status: 429, headers: { "Retry-After": digits(60) } },
    },
    async (url) => expect(await at(url).readPage(null)).toEqual({ wait: 60 }),
  ));

test("a Location out of reach is missing", () =>
  reader.asks(
    {
      upon: "a page of resources of a Location out of reach",
      given: ["the Location is out of reach"],
      rests: "RES-9",
      request: list(),
      response: { status: 404 },
    },
    async (url) => expect(await at(url).readPage(null)).toEqual({ missing: true }),
  ));
