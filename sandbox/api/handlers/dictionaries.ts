import { businessGroups, cities, countries } from "../../world/data/dictionaries.ts";
import type { ApiCall } from "../call/call.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";

export const listCountries = (): ApiReply => succeeded(countries);

export const listCities = ({ query }: ApiCall): ApiReply => {
  const country = query.get("country_id");
  return succeeded(cities.filter((city) => country === null || String(city.country_id) === country));
};

export const listBusinessTypes = (): ApiReply => succeeded(businessGroups);
