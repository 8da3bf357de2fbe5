import { expect, test } from "vitest";
import type { V1Envelope } from "../../testing/client.ts";
import { start } from "../../testing/start.ts";

test("cities belong to the countries, and are found by country", async () => {
  const { partner } = await start();
  const data = async (path: string) => (await partner.get<V1Envelope>(path)).body.data;
  const countries = await data("/countries");
  const cities = await data("/cities");
  expect(new Set(cities.map(({ country_id }) => country_id))).toEqual(new Set(countries.map(({ id }) => id)));
  expect(await data("/cities?country_id=3")).toEqual(cities.filter(({ country_id }) => country_id === 3));
});

test("there are business types", async () => {
  const { partner } = await start();
  const { body } = await partner.get<V1Envelope>("/references/business_groups_with_types");
  expect(body.data).not.toEqual([]);
});
