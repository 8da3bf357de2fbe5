import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { boolean, eachLike, headersOf, number, regex, string, success } from "../testing/matchers.ts";
import { createDictionaries } from "./client.ts";

const reader = consumerNamed("dictionary-reader");
const at = (url: string) => createDictionaries({ baseUrl: url, partnerToken: "PARTNER_TOKEN" });
const countries = {
  method: "GET",
  path: "/countries",
  headers: headersOf.partner,
};

test("countries hold what a phone field needs", () =>
  reader.asks(
    {
      upon: "the countries",
      rests: "DICT-1 DICT-2 ENV-1 ENV-4 AUTH-7",
      request: countries,
      response: {
        status: 200,
        body: {
          success: true,
          data: eachLike({
            id: number(1),
            title: string("Latvia"),
            iso_code: regex("^[A-Z]{2}$", "LV"),
            phone_code: string("371"),
            phone_template: string("+371 ## ### ###"),
            phone_example: string("+371 20 123 456"),
            is_eu: boolean(true),
          }),
          meta: [],
        },
      },
    },
    async (url) => {
      const [first] = await at(url).countries();
      expect(first).toMatchObject({ iso: "LV", phone: { code: "371" }, isInEu: true });
    },
  ));

test("countries need a token", () =>
  reader.asks(
    {
      upon: "the countries with a token that was never issued",
      rests: "AUTH-2 ERR-1",
      request: countries,
      response: { status: 401, body: { success: false } },
    },
    async (url) => expect(at(url).countries()).rejects.toThrow("countries: the platform answers 401"),
  ));

test.each([
  ["cities", "DICT-4"],
  ["references/business_groups_with_types", "DICT-5"],
] as const)("%s can be read", (dictionary, rests) =>
  reader.asks(
    {
      upon: `the dictionary ${dictionary}`,
      rests,
      request: { method: "GET", path: `/${dictionary}`, headers: headersOf.partner },
      response: { status: success },
    },
    async (url) => expect(await at(url).raw(dictionary)).toBe(""),
  ),
);
