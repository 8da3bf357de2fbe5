import { accepts } from "../../../base/accepts.ts";
import { fieldsOf } from "../../../base/json.ts";
import { describeValue } from "../../../base/text/sentences.ts";
import { loadVersioning } from "../../../specs/versioning.ts";
import type { CertificationContext } from "../context.ts";
import { callFields } from "../requests/call-fields.ts";
import {
  asksAboutPath,
  callbackPath,
  headerOf,
  isCallback,
  isCallsRead,
  type PartnerRequest,
  pathBelow,
  pathOf,
} from "../requests/partner-request.ts";
import { carriesNoAccessToken, formOf, isAuthorized } from "./authorization.ts";
import type { RequestRule } from "./rule.ts";
import { keepsTokensOutOfRest, keepsTokensOutOfUrl } from "./token-places.ts";

const always = () => true;

/** True if the specification names what a request asks for, or leaves it open. */
const isSpecified = (request: PartnerRequest, { urls }: CertificationContext): boolean =>
  request.operation !== undefined ||
  request.isEventRead ||
  isCallback(request) ||
  asksAboutPath(request, urls) ||
  (request.surface === "base" && (pathBelow(request.url, urls.api_root)?.startsWith("/v2/") ?? false));

/** Finds the flaw in the body of a callback. */
const callbackBreach: RequestRule["breach"] = (request, { locations, application_id }) => {
  const expected = "JSON with salon_id and application_id";
  if (request.status === 413) return { found: "a body that is too large to be read", expected };
  if (request.json === undefined) return { found: request.body ? "a body that is not JSON" : "no body", expected };
  const { salon_id, application_id: given } = fieldsOf(request.json);
  if (typeof salon_id !== "number")
    return { found: describeValue(salon_id), expected: "the Location's id as a number", pointer: "/salon_id" };
  if (typeof given !== "number")
    return { found: describeValue(given), expected: "the application's id as a number", pointer: "/application_id" };
  if (!locations.includes(salon_id))
    return { found: describeValue(salon_id), expected: "a Location that was granted", pointer: "/salon_id" };
  if (given !== application_id)
    return { found: describeValue(given), expected: `${application_id}`, pointer: "/application_id" };
  return undefined;
};

/** The rules of one request. */
export const rules: readonly RequestRule[] = [
  {
    id: "INST-31",
    appliesTo: isCallback,
    breach({ surface, url }, { urls }) {
      if (surface !== "app") return { found: "a callback to {base_url}", expected: "one to {app_url}" };
      if (pathBelow(url, urls.app_url) === callbackPath) return undefined;
      return { found: `a callback to ${pathOf(url)}`, expected: `one to {app_url}${callbackPath}, without a prefix` };
    },
  },
  { id: "INST-32", appliesTo: isCallback, breach: callbackBreach },
  {
    id: "AUTH-16",
    appliesTo: (request) => formOf(request) === "partner" && !isCallback(request),
    breach: isAuthorized(),
  },
  { id: "AUTH-17", appliesTo: (request) => formOf(request) === "user", breach: isAuthorized() },
  { id: "AUTH-18", appliesTo: (request) => formOf(request) === "reader", breach: isAuthorized() },
  { id: "AUTH-19", appliesTo: always, breach: keepsTokensOutOfUrl },
  { id: "AUTH-20", appliesTo: isCallback, breach: isAuthorized(", and no user token") },
  { id: "AUTH-21", appliesTo: always, breach: keepsTokensOutOfRest },
  { id: "AUTH-22", appliesTo: (request) => formOf(request) === "owner", breach: isAuthorized() },
  { id: "AUTH-23", appliesTo: (request) => formOf(request) === undefined, breach: carriesNoAccessToken },
  {
    id: "VER-1",
    appliesTo: ({ operation, surface, isEventRead }) => (operation !== undefined || isEventRead) && surface !== "v3",
    breach(request) {
      const { accept: expected } = loadVersioning();
      const found = headerOf(request, "accept");
      return accepts(found ?? "", expected)
        ? undefined
        : { found: found ?? "no Accept header", expected, pointer: "/accept" };
    },
  },
  {
    id: "VER-2",
    appliesTo: ({ json }) => json !== undefined,
    breach(request) {
      const { content_type: expected } = loadVersioning();
      const found = headerOf(request, "content-type");
      return found?.split(";", 1)[0]?.trim().toLowerCase() === expected
        ? undefined
        : { found: found ?? "no Content-Type header", expected, pointer: "/content-type" };
    },
  },
  {
    id: "VER-6",
    appliesTo: always,
    breach: ({ operation }) =>
      operation?.deprecated
        ? { found: `${operation.method} ${operation.path}, which is deprecated`, expected: "no deprecated endpoint" }
        : undefined,
  },
  {
    id: "REQ-1",
    appliesTo: always,
    breach: (request, context) =>
      isSpecified(request, context)
        ? undefined
        : { found: `${request.method} ${pathOf(request.url)}`, expected: "an operation of the specification" },
  },
  {
    id: "CALL-13",
    appliesTo: isCallsRead,
    breach(request) {
      const { date_from, date_to } = callFields(request);
      return typeof date_from === "string" && typeof date_to === "string" && date_from > date_to
        ? {
            found: `the start date ${date_from}`,
            expected: `none after the end date ${date_to}`,
            pointer: "/date_from",
          }
        : undefined;
    },
  },
  {
    id: "CALL-15",
    appliesTo: isCallsRead,
    breach: ({ json, query }) =>
      json === undefined && query.size > 0
        ? { found: "the fields in the query string", expected: "a JSON body" }
        : undefined,
  },
];
