import { expect, test } from "vitest";
import { consumerNamed } from "../testing/consumer.ts";
import { code, eachLike, headersOf, moment, number, path, string } from "../testing/matchers.ts";
import { createDashboard } from "./client.ts";

const dashboard = consumerNamed("locations-dashboard");
const at = (url: string) => createDashboard({ baseUrl: url, partnerToken: "PARTNER_TOKEN", application: 200, size: 2 });

const location = {
  id: number(110),
  title: string("Salon 0001"),
  city: string("Rīga"),
  country: string("Latvia"),
  active: code(1, "01"),
  active_staff_count: number(3),
};
const list = (query: Record<string, string>) => ({
  method: "GET",
  path: path("/marketplace/application/${application_id}/salons"),
  query: { count: "2", ...query },
  headers: headersOf.partner,
});
const given = [["the application is connected to Locations", { count: 3 }]] as [string, { count: number }][];

test("a full page is not the last", () =>
  dashboard.asks(
    {
      upon: "the first page of connected Locations",
      given,
      rests: "LOC-1 LOC-2 LOC-6 ENV-1 ENV-4 AUTH-7",
      request: list({ page: "1" }),
      response: { status: 200, body: { success: true, data: eachLike(location, 2), meta: [] } },
    },
    async (url) => {
      const { rows, isFull } = await at(url).page(1);
      expect(isFull).toBe(true);
      expect(rows[0]).toEqual({ id: 110, title: "Salon 0001", place: "Rīga, Latvia", isActive: true, staff: 3 });
    },
  ));

test("a page that is not full is the last", () =>
  dashboard.asks(
    {
      upon: "the last page of connected Locations",
      given,
      rests: "LOC-1 LOC-7 ENV-1",
      request: list({ page: "2" }),
      response: { status: 200, body: { success: true, data: eachLike(location) } },
    },
    async (url) => expect(await at(url).page(2)).toMatchObject({ isFull: false }),
  ));

test("the next slot is read where it is asked for", () =>
  dashboard.asks(
    {
      upon: "a page of connected Locations with their next slot",
      given,
      rests: "LOC-3 LOC-4 ENV-1",
      request: list({ page: "1", forBooking: "1" }),
      response: {
        status: 200,
        body: { success: true, data: eachLike({ ...location, next_slot: moment("2026-03-03T09:00:00+02:00") }) },
      },
    },
    async (url) => {
      const { rows } = await at(url).page(1, true);
      expect(rows[0]?.nextSlot).toEqual(new Date("2026-03-03T07:00:00Z"));
    },
  ));

test("a wrong token shows nothing", () =>
  dashboard.asks(
    {
      upon: "a page of connected Locations with a token that was never issued",
      rests: "AUTH-2 ERR-1",
      request: list({ page: "1" }),
      response: { status: 401, body: { success: false } },
    },
    async (url) => expect(at(url).page(1)).rejects.toThrow("connected Locations: the platform answers 401"),
  ));
