import { isRecord } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { succeeded } from "../../api/call/replies.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { statusReads } from "../changes/operations.ts";
import { errorBody, errorPatch, errorWithout, replyIf } from "../changes/replies.ts";
import { asking } from "../changes/routes.ts";

const isUnknownApplication = ({ path, world }: ApiCall): boolean =>
  !world.people.applications.has(Number(path.application_id));

const isUnknownLocation = ({ path, body, world }: ApiCall): boolean =>
  !world.location(Number(path.location_id ?? path.company_id ?? (isRecord(body) ? body.salon_id : 0)));

/** Asks for a Location that exists in the place of one that does not. */
const atAnotherLocation = ({ path, world }: ApiCall) => ({
  path: isUnknownLocation({ path, world } as ApiCall)
    ? { ...path, location_id: String(world.people.fixtures.location_id) }
    : path,
});

/** Errors where they can happen: on operations whose success is not shown, and for what does not exist. */
export const errorFaults: Faults = {
  "a refusal's message is empty": breaks("ERR-4", errorPatch("*", [401, 403], { meta: { message: "" } })),
  "a message is blank where nothing is found": subtly("ERR-4", errorPatch("*", [404], { meta: { message: " " } })),
  "grants are denied with a page for people": breaks(
    "ENV-6",
    replyIf(
      "grantAccess",
      (answer) => answer.status === 403,
      (answer) => ({ status: answer.status, bytes: Buffer.from("<h1>Forbidden</h1>") }),
    ),
  ),
  "companies are refused in another envelope": breaks(
    "ERR-1",
    errorBody("listCompanies", [401], () => ({ error: "Authentication needed." })),
  ),
  "a grant that is denied has a list as data": subtly("ERR-2", errorPatch("grantAccess", [403], { data: [] })),
  "a grant that is refused lacks meta": subtly("ERR-3", errorWithout("grantAccess", [401], "meta")),
  "a grant that is denied says nothing": subtly("ERR-4", errorPatch("grantAccess", [403], { meta: {} })),
  "an unknown application's Locations are missing without an envelope": subtly(
    "ERR-1",
    errorBody("listConnectedLocations", [404], () => ({ message: "Not found." })),
  ),
  "an unknown application has a status": breaks(
    "ERR-5",
    replyIf(
      statusReads,
      (answer, call) => answer.status === 404 && isUnknownApplication(call),
      () =>
        succeeded({
          connection_status: { status: "active", created_at: "2026-01-01 00:00:00" },
          payments: [],
          logs: [],
        }),
    ),
  ),
  "an unknown application is granted": breaks(
    "ERR-5",
    replyIf(
      "grantAccess",
      (answer, call) => answer.status === 404 && isUnknownApplication(call),
      () => succeeded(null, [], 201),
    ),
  ),
  "a grant at an unknown Location succeeds": breaks(
    "ERR-5",
    replyIf(
      "grantAccess",
      (answer, call) => answer.status === 404 && isUnknownLocation(call),
      () => succeeded(null, [], 201),
    ),
  ),
  "an unknown application has the Locations of another": breaks(
    "ERR-5",
    asking("listConnectedLocations", ({ path, world }) =>
      world.people.applications.has(Number(path.application_id))
        ? {}
        : { path: { ...path, application_id: String(world.people.fixtures.application_id) } },
    ),
  ),
  "an unknown Location has the Events of another": breaks("ERR-5", asking("searchActivities", atAnotherLocation)),
  "an unknown Location has the dates of another": subtly("ERR-5", asking("searchActivityDates", atAnotherLocation)),
  "calls of an unknown Location are none": breaks(
    "ERR-8",
    replyIf(
      "listCalls",
      (answer, call) => answer.status >= 400 && isUnknownLocation(call),
      () => succeeded([]),
    ),
  ),
};
