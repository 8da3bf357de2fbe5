import { fieldsOf } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import { placeOf } from "../../world/data/locations.ts";
import { data, field, lacking } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { without } from "../changes/replies.ts";
import { asking } from "../changes/routes.ts";
import { filter, ignoring } from "../changes/world.ts";

const day = (date: unknown): string => String(date).slice(0, 10);

/** Replaces a field of the request's body by a value, if it was sent. */
const bodyField = (name: string, value: unknown) =>
  asking("listCalls", ({ body }) => ({ body: fieldsOf(body)[name] ? { ...fieldsOf(body), [name]: value } : body }));

/** Overlooks a field of the request's body unless another stands beside it. */
const loneField = (name: string, beside: string) =>
  asking("listCalls", ({ body }) => ({ body: beside in fieldsOf(body) ? body : without(fieldsOf(body), name) }));

/** A call of another Location than the one that is asked for. */
function foreignCall({ body, world }: ApiCall): unknown {
  const isMain = fieldsOf(body).salon_id === placeOf.main;
  return world.collection("calls", isMain ? placeOf.second : placeOf.main)[0];
}

export const callFaults: Faults = {
  "caller_phone is a number": breaks(
    "CALL-1",
    field("listCalls", "caller_phone", () => 37126000000),
  ),
  "duration is text": breaks("CALL-1", field("listCalls", "duration", String)),
  "one call in twenty lacks its duration": subtly("CALL-1", lacking("listCalls", "duration", 20)),
  "a call's status is in capitals": breaks(
    "CALL-2",
    field("listCalls", "status", (status: string) => status.toUpperCase()),
  ),
  "notavailable has a hyphen": subtly(
    "CALL-2",
    field("listCalls", "status", (status: string) => status.replace("notavailable", "not-available")),
  ),
  "a call's type is a number": breaks(
    "CALL-3",
    field("listCalls", "type", () => 1),
  ),
  "internal calls are called inner": subtly(
    "CALL-3",
    field("listCalls", "type", (type: string) => type.replace("internal", "inner")),
  ),
  "call_date has the older form": breaks(
    "CALL-4",
    field("listCalls", "call_date", (date: string) => date.slice(0, 19).replace("T", " ")),
  ),
  "call_date has no offset": breaks(
    "CALL-4",
    field("listCalls", "call_date", (date: string) => date.slice(0, 19)),
  ),
  "no client is told with -1": breaks(
    "CALL-5",
    field("listCalls", "client_id", (id: number) => (id === 0 ? -1 : id)),
  ),
  "no recording is told with a dash": breaks(
    "CALL-17",
    field("listCalls", "record_link", (link: string) => (link === "" ? "-" : link)),
  ),
  "date_to is not included": breaks(
    "CALL-6",
    filter("calls", "date_to", ({ call_date }, value) => day(call_date) < value),
  ),
  "every month ends on its 30th": subtly(
    "CALL-6",
    filter("calls", "date_to", ({ call_date }, value) => day(call_date) <= value.replace(/-31$/, "-30")),
  ),
  "date_from is not included": breaks(
    "CALL-6",
    filter("calls", "date_from", ({ call_date }, value) => day(call_date) > value),
  ),
  "date_to is ignored": breaks("CALL-6", ignoring("calls", "date_to")),
  "phone is ignored": breaks("CALL-7", ignoring("calls", "phone")),
  "phone compares the last three digits": subtly(
    "CALL-7",
    filter("calls", "phone", ({ caller_phone }, value) => String(caller_phone).slice(-3) === value.slice(-3)),
  ),
  "types are ignored": breaks("CALL-8", ignoring("calls", "types")),
  "only the first of several types counts": subtly(
    "CALL-8",
    filter("calls", "types", ({ type }, value) => value.split(",")[0] === type),
  ),
  "internal calls are never found": subtly(
    "CALL-8",
    filter("calls", "types", ({ type }, value) => type !== "internal" && value.split(",").includes(String(type))),
  ),
  "statuses are ignored": breaks("CALL-9", ignoring("calls", "statuses")),
  "only the last of several statuses counts": subtly(
    "CALL-9",
    filter("calls", "statuses", ({ status }, value) => value.split(",").at(-1) === status),
  ),
  "busy calls are found as missed": subtly(
    "CALL-9",
    filter("calls", "statuses", ({ status }, value) =>
      value.split(",").includes(status === "busy" ? "missed" : String(status)),
    ),
  ),
  "types are ignored beside statuses": subtly(
    "CALL-10",
    asking("listCalls", ({ body }) => ({ body: fieldsOf(body).statuses ? without(fieldsOf(body), "types") : body })),
  ),
  "limit is ignored in the history": breaks("CALL-11", bodyField("limit", 200)),
  "every page of the history is the first": breaks("CALL-11", bodyField("page", 1)),
  "the third page of the history skips a call": subtly(
    "CALL-11",
    data("listCalls", (list: unknown[], { body }) => (fieldsOf(body).page === 3 ? list.slice(1) : list)),
  ),
  "the history mixes in another Location": breaks(
    "CALL-12",
    data("listCalls", (list: unknown[], call) => [...list, foreignCall(call)]),
  ),
  "calls of the last evening are left out": subtly(
    "CALL-6",
    filter("calls", "date_to", ({ call_date }, value) => String(call_date).slice(0, 16) <= `${value}T18:00`),
  ),
  "the last second of the last day is left out": subtly(
    "CALL-6",
    filter("calls", "date_to", ({ call_date }, value) => String(call_date).slice(0, 19) < `${value}T23:59:59`),
  ),
  "the first second of the first day is left out": subtly(
    "CALL-6",
    filter("calls", "date_from", ({ call_date }, value) => String(call_date).slice(0, 19) > `${value}T00:00:00`),
  ),
  "no call on a leap day is found": subtly(
    "CALL-6",
    filter(
      "calls",
      "date_from",
      ({ call_date }, value) => day(call_date) >= value && !day(call_date).endsWith("-02-29"),
    ),
  ),
  "phone numbers lose their plus": subtly(
    "CALL-1",
    field("listCalls", "caller_phone", (phone: string) => phone.replace("+", "")),
  ),
  "durations begin anew after an hour": subtly(
    "CALL-1",
    field("listCalls", "duration", (duration: number) => duration % 3600),
  ),
  "call_date drops its offset for Z": subtly(
    "CALL-4",
    field("listCalls", "call_date", (date: string) => date.replace(/[+-]\d\d:\d\d$/, "Z")),
  ),
  "links to recordings are escaped for HTML": subtly(
    "CALL-17",
    field("listCalls", "record_link", (link: string) => link.replaceAll("&", "&amp;")),
  ),
  "limit is ignored without page in the history": subtly("CALL-11", loneField("limit", "page")),
  "page is ignored without limit in the history": subtly("CALL-11", loneField("page", "limit")),
};
