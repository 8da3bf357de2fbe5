import { businessGroups, cities, countries } from "../../world/data/dictionaries.ts";
import type { Call } from "../call.ts";
import { type Reply, succeeded } from "../server/replies.ts";

export const listCountries = (): Reply => succeeded(countries);

export const listCities = ({ query }: Call): Reply => {
  const country = query.get("country_id");
  return succeeded(cities.filter((city) => country === null || String(city.country_id) === country));
};

export const listBusinessTypes = (): Reply => succeeded(businessGroups);
