import { fieldsOf } from "../../../base/json.ts";
import { describeValue } from "../../../base/sentences.ts";
import { formsOf } from "../../../harness/redaction/spellings.ts";
import { loadVersioning } from "../../../specs/versioning.ts";
import type { CertificationContext } from "../context.ts";
import {
  asksAboutPath,
  callbackPath,
  headerOf,
  isCallback,
  isCallsRead,
  type PartnerRequest,
  pathBelow,
  pathOf,
  unescaped,
} from "../requests/partner-request.ts";
import { carries, ownTokens } from "./authorization.ts";
import type { RequestRule } from "./rule.ts";

const always = () => true;
const schemesOf = ({ operation }: PartnerRequest) => operation?.schemes.join() ?? "";

/** Whether the specification names what a request asks for, or leaves it open. */
const isSpecified = (request: PartnerRequest, { urls }: CertificationContext): boolean =>
  request.operation !== undefined ||
  request.isEventRead ||
  isCallback(request) ||
  asksAboutPath(request, urls) ||
  (request.surface === "base" && (pathBelow(request.url, urls.api_root)?.startsWith("/v2/") ?? false));

/** What an application put into a URL itself. */
const textsIn = ({ operation, path, query, url }: PartnerRequest): string[] => {
  const inPath = operation ? Object.values(path) : pathOf(url).split("/");
  return [...inPath, ...[...query].flat()].map(unescaped);
};

/** As long as a token must be so that it does not stand inside other words by chance. */
const shortestInside = 16;

/** Whether texts carry a token: in any form, or as a word where it is short, since a token that was chosen may be part of one. */
function carryToken(texts: readonly string[], token: string): boolean {
  if (token.length < shortestInside) return texts.some((text) => text.split(/[\s,:;=]+/).includes(token));
  const forms = [...formsOf(token)];
  return texts.some((text) => forms.some((form) => text.includes(form)));
}

/** What is wrong with the body of a callback. */
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
    appliesTo: (request) => schemesOf(request) === "BearerPartner" && !isCallback(request),
    breach: carries("partner"),
  },
  {
    id: "AUTH-17",
    appliesTo: (request) => schemesOf(request) === "BearerPartnerUser" && request.operation?.id !== "grantAccess",
    breach: carries("user"),
  },
  {
    id: "AUTH-18",
    appliesTo: ({ surface }) => surface === "v3",
    breach: carries("reader"),
  },
  {
    id: "AUTH-19",
    appliesTo: always,
    breach(request, { credentials }) {
      const texts = textsIn(request);
      return ownTokens.some((key) => carryToken(texts, credentials[key]))
        ? { found: "a token in the URL", expected: "tokens in the Authorization header only" }
        : undefined;
    },
  },
  {
    id: "AUTH-20",
    appliesTo: isCallback,
    breach: carries("partner", ", and no user token"),
  },
  {
    id: "VER-1",
    appliesTo: ({ operation, surface, isEventRead }) => (operation !== undefined || isEventRead) && surface !== "v3",
    breach(request) {
      const { accept: expected } = loadVersioning();
      const found = headerOf(request, "accept");
      const types = (found ?? "").split(",").map((type) => type.split(";", 1)[0]?.trim().toLowerCase());
      return types.includes(expected)
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
    id: "CALL-15",
    appliesTo: isCallsRead,
    breach: ({ json, query }) =>
      json === undefined && query.size > 0
        ? { found: "the fields in the query string", expected: "a JSON body" }
        : undefined,
  },
];
