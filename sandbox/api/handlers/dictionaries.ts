import { businessGroups, cities, countries } from "../../world/data/dictionaries.ts";
import type { ApiCall } from "../call/call.ts";
import { type Reply, succeeded } from "../call/replies.ts";

export const listCountries = (): Reply => succeeded(countries);

export const listCities = ({ query }: ApiCall): Reply => {
  const country = query.get("country_id");
  return succeeded(cities.filter((city) => country === null || String(city.country_id) === country));
};

export const listBusinessTypes = (): Reply => succeeded(businessGroups);
