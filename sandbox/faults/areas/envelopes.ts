import { data } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { dataCalls, statusReads } from "../changes/operations.ts";
import {
  body,
  bodyWithout,
  errorPatch,
  errorWithout,
  header,
  patch,
  replyIf,
  status,
  without,
} from "../changes/replies.ts";
import { refusing, refusingIf, route } from "../changes/routes.ts";

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

export const envelopeFaults: Faults = {
  "countries lack success": breaks("ENV-1", bodyWithout("listCountries", "success")),
  "success is 1": breaks("ENV-1", patch("*", { success: 1 })),
  "success is false on the third page of Locations": subtly(
    "ENV-1",
    body("listConnectedLocations", (envelope, { query }) =>
      query.get("page") === "3" ? { ...envelope, success: false } : envelope,
    ),
  ),
  "countries come as an object": breaks(
    "ENV-2",
    data("listCountries", (list: unknown[]) => ({ ...list })),
  ),
  "an empty page of Locations is null": subtly(
    "ENV-2",
    data("listConnectedLocations", (list: unknown[]) => (isEmpty(list) ? null : list)),
  ),
  "a history without calls lacks data": subtly(
    "ENV-2",
    body("listCalls", (envelope) => (isEmpty(envelope.data) ? without(envelope, "data") : envelope)),
  ),
  "calls lack meta": breaks("ENV-3", bodyWithout("listCalls", "meta")),
  "meta of the status is null": breaks("ENV-3", patch(statusReads, { meta: null })),
  "meta of countries is an object": breaks("ENV-4", patch("listCountries", { meta: {} })),
  "meta of the service read counts": breaks("ENV-4", patch("readService", { meta: [1] })),
  "meta of the date range is an object": subtly("ENV-4", patch("searchActivityDateRange", { meta: {} })),
  "meta of Locations counts them": breaks("ENV-4", patch("listConnectedLocations", { meta: { count: 1 } })),
  "countries fail": breaks("ENV-5", route("listCountries", { handle: refusing(500) })),
  "a list without its page fails": subtly(
    "ENV-5",
    refusingIf("listConnectedLocations", 500, ({ query }) => !query.has("page")),
  ),
  "an empty callback fails": subtly(
    "ENV-5",
    refusingIf("confirmInstallation", 500, (call) => call.body === undefined),
  ),
  "a range that ends before it begins fails": subtly(
    "ENV-5",
    refusingIf("searchActivities", 502, ({ query }) => (query.get("from") ?? "") > (query.get("till") ?? "9")),
  ),
  "a limit of nothing fails": subtly(
    "ENV-5",
    refusingIf("listResources", 500, ({ query }) => query.get("limit") === "0"),
  ),
  "a cursor of thousands of letters fails": subtly(
    "ENV-5",
    refusingIf("listResources", 500, ({ query }) => (query.get("cursor") ?? "").length > 2000),
  ),
  "a search for bytes that are no text fails": subtly(
    "ENV-5",
    refusingIf("searchActivities", 500, ({ query }) => [...query.values()].some((value) => value.includes("\uFFFD"))),
  ),
  "an id of a thousand digits fails": subtly(
    "ENV-5",
    refusingIf("readService", 500, ({ path }) => Object.values(path).some(({ length }) => length > 1000)),
  ),
  "countries are not JSON": breaks(
    "ENV-6",
    replyIf(
      "listCountries",
      (answer) => answer.status === 200,
      (answer) => ({ status: 200, bytes: Buffer.from(`${JSON.stringify(answer.body).slice(0, -1)},}`) }),
    ),
  ),
  "errors are pages for people": breaks(
    "ENV-6",
    replyIf(
      ["listCountries", "readService"],
      (answer) => answer.status >= 400,
      (answer) => ({ status: answer.status, bytes: Buffer.from("<h1>Error</h1>") }),
    ),
  ),
  "countries are merely accepted": breaks("ENV-7", status("listCountries", 200, 202)),
  "the service read says created": breaks("ENV-7", status("readService", 200, 201)),
  "countries are labelled as a page": breaks(
    "ENV-8",
    header("listCountries", 200, "content-type", () => "text/html; charset=utf-8"),
  ),
  "refusals are labelled as text": subtly(
    "ENV-8",
    header("*", 401, "content-type", () => "text/plain"),
  ),
  "success is true on a refusal": breaks("ERR-1", errorPatch("*", [401, 403], { success: true })),
  "success is true where nothing is found": subtly("ERR-1", errorPatch("readService", [404], { success: true })),
  "data of a refusal is a list": breaks("ERR-2", errorPatch("listCountries", [401], { data: [] })),
  "data of a denial is missing": subtly("ERR-2", errorWithout(dataCalls, [403], "data")),
  "a refusal lacks meta": breaks("ERR-3", errorWithout("listCountries", [401], "meta")),
  "meta of a denial is text": subtly("ERR-3", errorPatch(dataCalls, [403], { meta: "Access denied." })),
  "a refusal lacks its message": breaks("ERR-4", errorPatch("*", [401], { meta: {} })),
  "a denial's message is an object": subtly("ERR-4", errorPatch("*", [403], { meta: { message: { text: "x" } } })),
  "an unknown service is denied": breaks("ERR-5", status("readService", 404, 403)),
  "an unknown Location has a status": breaks(
    "ERR-5",
    replyIf(
      statusReads,
      (answer, { path, world }) => answer.status === 404 && !world.location(Number(path.location_id)),
      () => ({ status: 200, body: { success: true, data: null, meta: [] } }),
    ),
  ),
  "input that is not valid is refused with a page": breaks(
    "ERR-6",
    replyIf(
      "*",
      (answer) => answer.status === 400 || answer.status === 422,
      (answer) => ({ status: answer.status, bytes: Buffer.from("<h1>Error</h1>") }),
    ),
  ),
  "input that is not valid is refused without a message": subtly(
    "ERR-6",
    errorPatch("listCalls", [400, 422], { meta: {} }),
  ),
  "clients of an unknown Location are none": breaks(
    "ERR-8",
    replyIf(
      "listClients",
      (answer) => answer.status === 404,
      () => ({ status: 200, body: { success: true, data: [], meta: { page: 1, total_count: 0 } } }),
    ),
  ),
};
