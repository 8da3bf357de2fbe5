import { MatchersV3 } from "@pact-foundation/pact";

export const { boolean, eachLike, equal, includes, integer, like, number, regex, string } = MatchersV3;

/** Examples for the values that provider states give. */
const examples = { location_id: 100, application_id: 200, service_id: 300, client_id: 1, cursor: "b3BhcXVl" };
type StateValueName = keyof typeof examples;

const generated = (matcher: object, expression: string, value: unknown) => ({
  ...matcher,
  value,
  "pact:generator:type": "ProviderState",
  expression,
});

/** A path with values from provider states, such as `/locations/${location_id}/resources`. */
export const path = (expression: string): unknown => {
  const pattern = expression.replaceAll(/\$\{\w+\}/g, "\\d+");
  const example = expression.replaceAll(/\$\{(\w+)\}/g, (_, name: StateValueName) => String(examples[name]));
  return generated({ "pact:matcher:type": "regex", regex: `^${pattern}$` }, expression, example);
};

/** A number from a provider state. */
export const fromState = (name: Exclude<StateValueName, "cursor">): unknown =>
  generated({ "pact:matcher:type": "integer" }, `\${${name}}`, examples[name]);

/** A text from a provider state, in a query. */
export const textFromState = (name: string, example: string): unknown =>
  generated({ "pact:matcher:type": "regex", regex: "^.+$" }, `\${${name}}`, example);

/** Something that is not empty, of any type. */
export const present = (value: unknown): unknown => ({ "pact:matcher:type": "notEmpty", value });

/** Anything at all: every text includes the empty one. */
export const anything = {
  "pact:matcher:type": [{ "pact:matcher:type": "include", value: "" }],
  value: "what the specification does not show",
};

/** Any status of success, where the specification shows none. */
export const success = MatchersV3.matchStatus(200, MatchersV3.HTTPResponseStatusClass.Success);

/** One of some words. */
export const oneOf = (...words: string[]): unknown => regex(`^(${words.join("|")})$`, words[0] ?? "");

/** Any JSON media type. */
export const json = regex("^application/([\\w.+-]+\\+)?json", "application/json");

/** A whole number of at least 0, in a header. */
export const digits = (value: number): unknown => regex("^\\d+$", String(value));

/** The headers of a call, with placeholders for tokens in the form of each scheme. */
export const headersOf = {
  partner: { Accept: "application/vnd.api.v2+json", Authorization: regex("^Bearer [^,]+$", "Bearer PARTNER_TOKEN") },
  user: {
    Accept: "application/vnd.api.v2+json",
    Authorization: regex("^Bearer [^,]+, User .+$", "Bearer PARTNER_TOKEN, User USER_TOKEN"),
  },
  v3: { Authorization: regex("^Bearer [^,]+$", "Bearer ACCESS_TOKEN") },
};

/** A date-time of ISO 8601 with an offset. */
export const moment = (example: string): unknown =>
  regex("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?(Z|[+-]\\d{2}(:?\\d{2})?)$", example);

/** A day in the form YYYY-MM-DD. */
export const day = (example: string): unknown => regex("^\\d{4}-\\d{2}-\\d{2}$", example);

/** A whole number that is one of some codes. */
export const code = (value: number, codes: string): unknown => ({
  "pact:matcher:type": [
    { "pact:matcher:type": "integer" },
    { "pact:matcher:type": "regex", regex: `^[${codes}](\\.0*)?$` },
  ],
  value,
});
