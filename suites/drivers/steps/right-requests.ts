import type { Choices } from "../../../harness/http/requests.ts";
import type { Fixtures } from "../../../harness/target.ts";
import { loadOperations } from "../../../specs/operations.ts";
import { operationById } from "../../schedule/run/operation-by-id.ts";
import type { Need } from "../../schedule/run/proof.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { dataCalls } from "./data-calls.ts";

/** Days on which Events may be. */
const year = { from: "2026-01-01", till: "2026-12-31" };

/** The query of an operation's documented request. */
const queries: Record<string, Record<string, string | number>> = {
  listConnectedLocations: { page: 1, count: 10 },
  listCompanies: { my: 1 },
  searchActivities: { ...year, page: 1, count: 10 },
  searchActivityDates: year,
};

/** The reads that take the partner token alone, as far as their authentication is described. */
export const partnerReads: readonly string[] = loadOperations()
  .filter(({ method, schemes }) => method === "GET" && schemes.join() === "BearerPartner")
  .map(({ id }) => id);

/** The fixtures that an operation's documented request names. */
export const fixturesOf = (operation: string): Need[] => [
  ...operationById(operation).parameters.flatMap(({ in: part, name }) =>
    part === "path" ? [`fixtures.${name as keyof Fixtures}` as const] : [],
  ),
  ...(operation === "listCalls" ? ["fixtures.location_id" as const] : []),
];

/** The documented request of an operation for a target, without its Authorization. */
export function rightRequest(
  { target, context, facts }: Pick<World, "target" | "context" | "facts">,
  operation: string,
): Choices {
  const { location_id = 0, application_id = 0 } = target.fixtures;
  const query = queries[operation];
  const page = facts.firstPage(operation);
  return {
    path: { ...(target.fixtures as Record<string, number>), company_id: location_id },
    ...(operation === "confirmInstallation" ? { body: { salon_id: location_id, application_id } } : {}),
    ...(query ? { query: { ...query, ...(page === undefined ? {} : { page }) } } : {}),
    ...dataCalls[operation]?.(location_id, context.now()),
  };
}

/** Who makes the documented request of an operation. */
export function rightRole(id: string): Role {
  const { surface, schemes } = operationById(id);
  if (surface === "v3") return "v3_token";
  if (id === "grantAccess") return "owner_user_token";
  return schemes.join() === "BearerPartnerUser" ? "system_user_token" : "partner_token";
}
