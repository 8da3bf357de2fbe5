import type { Pact } from "../pact/interaction.ts";
import { readPact } from "../pact/pact-file.ts";

/** Differences of an exchange from the simplest one of its operation. */
export interface ExchangeOverrides {
  method?: string;
  path?: string;
  query?: Record<string, string[]>;
  /** Headers of the request; null removes one. */
  headers?: Record<string, string | null>;
  body?: unknown;
  status?: number;
  answers?: unknown;
  answerHeaders?: Record<string, string | string[]>;
  rules?: Record<string, unknown>;
}

const accept = "application/vnd.api.v2+json";
const partner = { Accept: accept, Authorization: "Bearer PARTNER" };
const user = { Accept: accept, Authorization: "Bearer PARTNER, User USER" };

/** The simplest request of some operations. */
const requests = {
  countries: { path: "/countries", headers: partner },
  cities: { path: "/cities", headers: partner },
  locations: { path: "/marketplace/application/200/salons", headers: partner, query: { page: ["1"], count: ["20"] } },
  status: { path: "/marketplace/salon/100/application/200", headers: partner },
  grant: { method: "POST", path: "/company/100/marketplace/applications/200/grant_access", headers: user, status: 201 },
  callback: {
    method: "POST",
    path: "/marketplace/partner/callback",
    headers: { ...partner, "Content-Type": "application/json" },
    body: { salon_id: 100, application_id: 200 },
    status: 201,
  },
  companies: { path: "/companies", headers: user, query: { my: ["1"] } },
  calls: {
    path: "/voip/integration/calls",
    headers: { ...user, "Content-Type": "application/json" },
    body: { salon_id: 100, date_from: "2026-03-02", date_to: "2026-03-04" },
  },
  voip: {
    method: "POST",
    path: "/voip/integration",
    headers: { ...partner, "Content-Type": "application/json" },
    body: { command: "event", anything: ["goes"] },
  },
  clients: { path: "/v1/clients/100", headers: user },
  service: { path: "/v1/services/100/300", headers: partner },
  activities: { path: "/activity/100/search", headers: partner, query: { from: ["2026-03-02"], till: ["2026-03-04"] } },
  dates: { path: "/activity/100/search_dates", headers: partner },
  range: { path: "/activity/100/search_dates_range", headers: partner },
  resources: { path: "/locations/100/resources", headers: { Authorization: "Bearer ACCESS" } },
} satisfies Record<string, ExchangeOverrides>;

export type RequestName = keyof typeof requests;

const parties = { consumer: { name: "me" }, provider: { name: "api" } };

/** A pact of one exchange, in version 3. */
export function exchange(name: RequestName, overrides: ExchangeOverrides = {}): Pact {
  const {
    method = "GET",
    path,
    query,
    headers,
    body,
    status = 200,
    ...expected
  } = {
    ...(requests[name] as ExchangeOverrides),
    ...overrides,
    headers: { ...requests[name].headers, ...overrides.headers },
  };
  const { body: bodyRules, header, status: statusRule } = expected.rules ?? {};
  return readPact(
    JSON.stringify({
      ...parties,
      metadata: { pactSpecification: { version: "3.0.0" } },
      interactions: [
        {
          description: name,
          request: {
            method,
            path,
            query,
            headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)),
            body,
          },
          response: {
            status,
            headers: expected.answerHeaders,
            body: expected.answers,
            matchingRules: { body: bodyRules, header, status: statusRule },
          },
        },
      ],
    }),
    "x.json",
  );
}

/** A pact of one message, in version 3. */
export const message = (
  event: string,
  contents: unknown,
  { rules = {}, metadata = {} }: { rules?: unknown; metadata?: object } = {},
): Pact =>
  readPact(
    JSON.stringify({
      ...parties,
      metadata: { pactSpecification: { version: "3.0.0" } },
      messages: [{ description: `a ${event}`, contents, metaData: metadata, matchingRules: { body: rules } }],
    }),
    "x.json",
  );

/** The rules of a body, each with one matcher. */
export const by = (matchers: Record<string, object>): Record<string, unknown> => ({
  body: Object.fromEntries(Object.entries(matchers).map(([place, matcher]) => [place, { matchers: [matcher] }])),
});

/** A matcher with a pattern. */
export const regex = (pattern: string) => ({ match: "regex", regex: pattern });
export const type = { match: "type" };

/** A v1 answer with data. */
export const data = (value: unknown) => ({ success: true, data: value });
/** A v1 answer with a list of one. */
export const list = (item: unknown) => data([item]);

/** Some equal items; with a least number, they are matched by type, at least so many. */
const items = (item: object, count: number, least?: number) => ({
  items: Array.from({ length: count }, () => item),
  rules: least === undefined ? {} : by({ "$.data": { match: "type", min: least } }),
});

/** An answer of v1 with some records. */
export function listOf(count: number, least?: number): Pick<ExchangeOverrides, "answers" | "rules"> {
  const { items: records, rules } = items({ id: 1 }, count, least);
  return { answers: data(records), rules };
}

/** A page of some resources. */
export function pageOf(count: number, least?: number): Pick<ExchangeOverrides, "answers" | "rules"> {
  const { items: resources, rules } = items({ title: "Room" }, count, least);
  return { answers: { data: resources }, rules };
}
