import type { Choices } from "../../../harness/requests.ts";
import { dataCalls, year } from "./data-calls.ts";
import { operationCalled, type Role, type World } from "./world.ts";

/** What the documented request of an operation carries, beside the fixtures that its path names. */
const carried: Record<string, Choices> = {
  listConnectedLocations: { query: { page: 1, count: 10 } },
  listCompanies: { query: { my: 1 } },
  searchActivities: { query: { ...year, page: 1, count: 10 } },
  searchActivityDates: { query: year },
};

/** The operations for partners alone whose authentication is described. */
export const forPartners = [
  "listCountries",
  "listConnectedLocations",
  "readInstallationStatus",
  "readInstallationStatusInFlow",
  "searchActivities",
  "searchActivityDates",
  "searchActivityDateRange",
  "readService",
];

/** The fixtures without which an operation cannot be asked for. */
export const fixturesOf = (operation: string): string[] => [
  ...operationCalled(operation).parameters.flatMap(({ in: part, name }) =>
    part === "path" ? [`fixtures.${name}`] : [],
  ),
  ...(operation === "listCalls" ? ["fixtures.location_id"] : []),
];

/** The documented request of an operation for a target, without its Authorization. */
export function rightRequest({ target, run }: Pick<World, "target" | "run">, operation: string): Choices {
  const { location_id = 0, application_id = 0 } = target.fixtures;
  const path = { ...(target.fixtures as Record<string, number>), company_id: location_id };
  const body = operation === "confirmInstallation" ? { body: { salon_id: location_id, application_id } } : {};
  const { query, ...rest } = carried[operation] ?? {};
  const firstPage = run.firstPages.get(operation);
  const page = firstPage === undefined ? {} : { page: firstPage };
  return {
    path,
    ...body,
    ...rest,
    ...(query ? { query: { ...query, ...page } } : {}),
    ...dataCalls[operation]?.(location_id),
  };
}

/** Who makes the documented request of an operation. */
export function rightRole(operation: string): Role {
  if (operation === "listResources") return "v3";
  if (operation === "grantAccess") return "owner_user_token";
  return operation === "listCompanies" || operation in dataCalls ? "system_user_token" : "partner";
}
