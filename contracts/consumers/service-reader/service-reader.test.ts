import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { code, headersOf, number, path, string } from "../testing/matchers.ts";
import { createServiceReader } from "./client.ts";

const reader = consumerNamed("service-reader");
const at = (url: string) => createServiceReader({ apiRoot: url, partnerToken: "PARTNER_TOKEN" });
const read = { method: "GET", path: path("/v1/services/${location_id}/${service_id}"), headers: headersOf.partner };

test("the price of a service is read", () =>
  reader.asks(
    {
      upon: "a service",
      given: ["nothing is installed at the Location"],
      rests: "SRV-1 SRV-2 ENV-1 ENV-4 VER-4",
      request: read,
      response: {
        status: 200,
        body: {
          success: true,
          data: {
            title: string("Manicure"),
            price_min: number(20),
            price_max: number(35),
            duration: number(3600),
            active: code(1, "01"),
          },
          meta: [],
        },
      },
    },
    async (url) =>
      expect(await at(url).price(100, 300)).toEqual({
        title: "Manicure",
        from: 20,
        to: 35,
        minutes: 60,
        isBookable: true,
      }),
  ));

test("a service that does not exist has no price", () =>
  reader.asks(
    {
      upon: "a service that does not exist",
      given: ["the service is unknown"],
      rests: "ERR-1 ERR-5",
      request: read,
      response: { status: 404, body: { success: false } },
    },
    async (url) => expect(await at(url).price(100, 300)).toBeUndefined(),
  ));
