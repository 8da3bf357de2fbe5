import type { RequirementId } from "../../specs/ledger/requirement-ids.ts";
import { hasAuthority } from "./authority.ts";
import { type Clause, statusClause } from "./clause.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Seen } from "./operation.ts";
import { callerOf } from "./tokens.ts";

/** The cells that hold where the documented request of an operation is served. */
const cellsOf: Readonly<Record<string, readonly RequirementId[]>> = {
  listCountries: ["ENV-7", "AUTH-7", "VER-3"],
  listConnectedLocations: ["ENV-7", "AUTH-7", "VER-3"],
  readService: ["ENV-7", "AUTH-7", "VER-3", "VER-4"],
  listClients: ["VER-4"],
  listCompanies: ["INST-27"],
  listResources: ["AUTH-11"],
};

/** The cells of an operation that takes the partner token alone, where the specification does not say which parameters it needs. */
const partnerCells: readonly RequirementId[] = ["AUTH-7"];

/** The parameters that the documented request of an operation has; none where it is not named. */
const queries: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  // The number of the first page is open: page 0 is asked for where page 1 is refused.
  listConnectedLocations: { page: /^0$/, count: /^[1-9]\d?$/ },
  listCompanies: { my: /^1$/ },
};

/** True if a refusal can only be for who asks, or be no answer to the documented request at all. */
function isDocumented(model: Knowledge, { view: { operation, path, input, status } }: Seen): boolean {
  if (!cellsOf[operation.id]) return status === 401 || status === 403;
  const { forBooking = "1", ...asked } = input;
  const query = Object.entries(queries[operation.id] ?? {});
  const { fixtures } = model.target;
  const own = new Set([fixtures.location_id, fixtures.application_id, fixtures.service_id].map(String));
  return (
    forBooking === "1" &&
    Object.keys(asked).length === query.length &&
    query.every(([name, form]) => form.test(String(asked[name]))) &&
    !(asked.page === "0" && model.facts.has(`served ${operation.id}`)) &&
    Object.values(path).every((id) => own.has(id))
  );
}

/** The documented request of the right caller is served; while a link is not active, a refusal may be for that. */
export function documentedClauses(model: Knowledge, seen: Seen): Clause[] {
  const { operation, path, status } = seen.view;
  const { application_id, location_id } = model.target.fixtures;
  const isOther = operation.surface === "v3" && callerOf(seen.request, model.target.credentials).partner !== "v3_token";
  if (status === 429 || isOther || model.isRacing || !hasAuthority(model, seen)) return [];
  const link = model.links.at(path.location_id ?? location_id, path.application_id ?? application_id);
  const rests = "location_id" in path || operation.schemes.includes("BearerPartnerUser");
  if (status !== 200 && ((rests && !link?.is("active")) || !isDocumented(model, seen))) return [];
  const partner = operation.schemes.join() === "BearerPartner" ? partnerCells : [];
  return (cellsOf[operation.id] ?? partner).map((cell) => statusClause(cell, status, [200]));
}
