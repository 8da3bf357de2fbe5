import { hasAuthority } from "./authority.ts";
import { type Clause, statusClause } from "./clause.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Seen } from "./operation.ts";
import { callerOf } from "./tokens.ts";
import { unknownId } from "./unknown-id.ts";

/** A list for something that does not exist shows nothing; whether it is refused or empty is open. */
function emptyClause({ view: { items, texts } }: Seen): Clause {
  const { length } = items ?? texts ?? [];
  const found = `a list of ${length}`;
  return { cell: "ERR-5", holds: length === 0, found, expected: "a refusal or an empty list", pointer: "/data" };
}

/** The clauses of the answer to the right caller who names a Location, an application or a service that does not exist. */
export function notFoundClauses(model: Knowledge, seen: Seen): Clause[] {
  const { operation, path, input, status } = seen.view;
  // Answers of v3 have a sentence of their own.
  if (status === 429 || operation.surface === "v3" || !hasAuthority(model, seen)) return [];
  const [place = ""] = operation.dataCall;
  const { location_id = input[place.split(".").at(-1) ?? ""], application_id, service_id } = path;
  // A target need not name a Location that is unknown, and not every operation names one.
  const isPlaceUnknown =
    location_id !== undefined &&
    [unknownId, model.target.fixtures.unknown_location_id].map(String).includes(String(location_id));
  const isUnknown = (id: string | undefined) => id === String(unknownId);
  if (!isPlaceUnknown && !isUnknown(application_id) && !isUnknown(service_id)) return [];
  const served = `served ${operation.id}` as const;
  if (place) return [statusClause("ERR-8", status, [401, 403, 404], served)];
  if (service_id !== undefined) return [statusClause("ERR-5", status, isPlaceUnknown ? [403, 404] : [404], served)];
  if (operation.id.startsWith("readInstallationStatus")) return [statusClause("ERR-5", status, [403, 404])];
  return [emptyClause(seen)];
}

/** True if a response denies the right caller what exists: the Location of an active link, or its own application. */
export function deniesExistence(model: Knowledge, seen: Seen): boolean {
  const { operation, path, input, status } = seen.view;
  if (status !== 404 || model.isRacing || !hasAuthority(model, seen)) return false;
  const { credentials, fixtures } = model.target;
  // Which rights other users have is not known.
  if (!["missing", "system_user_token"].includes(callerOf(seen.request, credentials).user)) return false;
  const { fast_application_id, draft_application_id, application_id } = fixtures;
  const [place = ""] = operation.dataCall;
  const location = path.location_id ?? input[place.split(".").at(-1) ?? ""];
  if (location !== undefined) return model.links.at(location, application_id)?.is("active") ?? false;
  return [application_id, fast_application_id, draft_application_id].map(String).includes(path.application_id ?? "");
}
