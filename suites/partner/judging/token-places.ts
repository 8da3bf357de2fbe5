import { formsOf } from "../../../harness/redaction/spellings.ts";
import { type PartnerRequest, pathOf, unescaped } from "../requests/partner-request.ts";
import { ownTokens } from "./authorization.ts";
import type { RequestRule } from "./rule.ts";

/** As long as a token must be so that it does not stand inside other words by chance. */
const minInside = 16;

/** The texts that an application itself put into a URL. */
const inUrl = ({ operation, path, query, url }: PartnerRequest): string[] => {
  const inPath = operation ? Object.values(path) : pathOf(url).split("/");
  return [...inPath, ...[...query].flat()].map(unescaped);
};

/** Every text in a JSON value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
};

/** The texts that an application put into a body: those of its JSON, or the body as it is, with and without escapes. */
const inBody = ({ json, body }: PartnerRequest): string[] =>
  json === undefined ? [body, unescaped(body.replaceAll("+", " "))] : textsIn(json);

const inOtherHeaders = ({ headers }: PartnerRequest): string[] =>
  headers.filter(([name]) => name.toLowerCase() !== "authorization").map(([, value]) => value);

/** True if texts carry a token: in any form, or as a word where it is short, since a token that was chosen may be part of one. */
function carryToken(texts: readonly string[], token: string): boolean {
  if (token.length < minInside) return texts.some((text) => text.split(/[\s,:;=&]+/).includes(token));
  const forms = [...formsOf(token)];
  return texts.some((text) => forms.some((form) => text.includes(form)));
}

/** No token of the application may stand in a part of a request. */
const keepsTokensOutOf =
  (place: string, textsOf: (request: PartnerRequest) => string[]): RequestRule["breach"] =>
  (request, { credentials }) => {
    const texts = textsOf(request);
    return ownTokens.some((key) => carryToken(texts, credentials[key]))
      ? { found: `a token in ${place}`, expected: "tokens in the Authorization header only" }
      : undefined;
  };

export const keepsTokensOutOfUrl = keepsTokensOutOf("the URL", inUrl);

const keepsTokensOutOfHeaders = keepsTokensOutOf("another header", inOtherHeaders);
const keepsTokensOutOfBody = keepsTokensOutOf("the body", inBody);

export const keepsTokensOutOfRest: RequestRule["breach"] = (request, context) =>
  keepsTokensOutOfHeaders(request, context) ?? keepsTokensOutOfBody(request, context);
