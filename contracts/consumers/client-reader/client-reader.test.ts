import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { code, eachLike, headersOf, integer, number, path, string, textFromState } from "../testing/matchers.ts";
import { createClientReader } from "./client.ts";

const reader = consumerNamed("client-reader");
const at = (url: string) =>
  createClientReader({ apiRoot: url, partnerToken: "PARTNER_TOKEN", systemUserToken: "USER_TOKEN", location: 100 });
const list = (query: Record<string, unknown>) => ({
  method: "GET",
  path: path("/v1/clients/${location_id}"),
  query,
  headers: headersOf.user,
});
const client = {
  id: number(1),
  name: string("Anna"),
  email: string("anna@example.com"),
  sms_not: code(0, "01"),
  spent: number(12.5),
};
const given = ["the application is active at the Location", "the Location has clients"];

test("a page of clients is read, with how many there are", () =>
  reader.asks(
    {
      upon: "a page of clients",
      given,
      rests: "CLI-1 CLI-2 CLI-4 CLI-11 INST-18 ENV-1 VER-4",
      request: list({ page: "1", count: "2" }),
      response: {
        status: 200,
        body: { success: true, data: eachLike(client, 2), meta: { page: integer(1), total_count: integer(3) } },
      },
    },
    async (url) => {
      const { clients, total } = await at(url).page({ page: 1, count: 2 });
      expect(total).toBe(3);
      expect(clients[0]).toEqual({ id: 1, name: "Anna", email: "anna@example.com", mayBeSent: true, spent: 12.5 });
    },
  ));

test("one client is read by its id", () =>
  reader.asks(
    {
      upon: "the client of an id",
      given,
      rests: "CLI-1 CLI-8 ENV-1",
      request: list({ id: textFromState("client_id", "1") }),
      response: { status: 200, body: { success: true, data: eachLike(client), meta: { total_count: integer(1) } } },
    },
    async (url) => expect((await at(url).page({ id: 1 })).clients).toHaveLength(1),
  ));

test("clients are refused to a user without access", () =>
  reader.asks(
    {
      upon: "clients by a user without access",
      given: ["the user has no access to the Location"],
      rests: "AUTH-6 ERR-1",
      request: list({ page: "1", count: "2" }),
      response: { status: 403, body: { success: false } },
    },
    async (url) => expect(at(url).page({ page: 1, count: 2 })).rejects.toThrow("clients: the platform answers 403"),
  ));
