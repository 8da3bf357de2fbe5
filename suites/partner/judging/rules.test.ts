import { expect, test } from "vitest";
import type { ReportedRequest } from "../../../harness/control/control.ts";
import type { Credentials, Urls } from "../../../harness/target.ts";
import { loadOperations, type Operation } from "../../../specs/operations.ts";
import type { CertificationContext } from "../context.ts";
import { type PartnerRequest, readRequest } from "../requests/partner-request.ts";
import { rules } from "./rules.ts";
import { judgeBySchemas } from "./schema-rules.ts";

const urls: Urls = {
  base_url: "http://127.0.0.1:1/api/v1",
  api_root: "http://127.0.0.1:1/api",
  app_url: "http://127.0.0.1:2",
  v3_base_url: "http://127.0.0.1:3/v3",
};
const credentials = {
  partner_token: "P",
  system_user_token: "S",
  v3_token: "V",
  owner_user_token: "O",
} as Credentials;
const context = { urls, credentials, locations: [100], application_id: 200 } as unknown as CertificationContext;
const accept: [string, string] = ["Accept", "application/vnd.api.v2+json"];
const json: [string, string] = ["content-type", "application/json; charset=utf-8"];

const sent = (
  surface: ReportedRequest["surface"],
  line: string,
  headers: [string, string][] = [],
  body = "",
): PartnerRequest => {
  const [method = "", url = ""] = line.split(" ");
  return readRequest({ n: 1, at: "2026-01-01T00:00:00.000Z", surface, method, url, headers, body, status: 200 }, urls);
};

/** The requirements that a request breaks. */
const broken = (request: PartnerRequest): string[] => [
  ...rules.filter((rule) => rule.appliesTo(request, context) && rule.breach(request, context)).map(({ id }) => id),
  ...judgeBySchemas(request).findings.map(([id]) => id),
];

const user: [string, string] = ["authorization", "Bearer P, User S"];
const partner: [string, string] = ["authorization", "Bearer P"];
const history = (fields: object) =>
  sent("base", "GET /api/v1/voip/integration/calls", [accept, json, user], JSON.stringify(fields));
const range = { salon_id: 100, date_from: "2026-01-01", date_to: "2026-01-31" };

const requests: [what: string, request: PartnerRequest, breaks: string[]][] = [
  ["a status read", sent("app", "GET /marketplace/salon/100/application/200", [accept, partner]), []],
  [
    "a status read at the API's host",
    sent("base", "GET /api/v1/marketplace/salon/100/application/200", [accept, partner]),
    [],
  ],
  [
    "a media type that it rules out",
    sent("base", "GET /api/v1/countries", [["accept", "*/*, application/vnd.api.v2+json;q=0"], partner]),
    ["VER-1"],
  ],
  ["a history that ends before it starts", history({ ...range, date_to: "2025-12-31" }), ["CALL-13"]],
  [
    "several media types, one of them right",
    sent("base", "GET /api/v1/countries", [["accept", "text/html, application/vnd.api.v2+json;q=0.9"], partner]),
    [],
  ],
  [
    "a v3 read without Accept",
    sent("v3", "GET /v3/locations/100/resources?limit=100", [["Authorization", "Bearer V"]]),
    [],
  ],
  ["a read that an event matches", sent("base", "GET /api/v1/record/100/7", [accept, user]), []],
  ["something below /v2", sent("base", "GET /api/v2/anything", [accept, user]), []],
  ["a history with documented fields", history({ ...range, page: 1, limit: 50, types: ["incoming"] }), []],
  [
    "a history by query",
    sent(
      "base",
      "GET /api/v1/voip/integration/calls?salon_id=100&date_from=2026-01-01&date_to=2026-01-31&types[]=incoming&types[]=internal&statuses=missed,busy",
      [accept, user],
    ),
    ["CALL-15"],
  ],
  ["a history of unknown types", history({ ...range, types: ["inbound"] }), ["CALL-14"]],
  ["a history with dates of another form", history({ ...range, date_from: "01.01.2026" }), ["CALL-13"]],
  [
    "a limit above the most",
    sent("v3", "GET /v3/locations/100/resources?limit=101", [["Authorization", "Bearer V"]]),
    ["RES-15"],
  ],
  ["an unknown path", sent("base", "GET /api/v1/bookings", [accept, partner]), ["REQ-1"]],
  ["HEAD of a known path", sent("base", "HEAD /api/v1/countries", []), []],
  ["OPTIONS of a known path", sent("app", "OPTIONS /marketplace/partner/callback", []), []],
  ["HEAD of an unknown path", sent("base", "HEAD /api/v1/bookings", []), ["REQ-1"]],
  [
    "several clients by their ids",
    sent("base", "GET /api/v1/clients/100?id%5B%5D=1&id%5B%5D=2", [accept, user]),
    ["VER-6"],
  ],
  [
    "several clients by what is no id",
    sent("base", "GET /api/v1/clients/100?id%5B%5D=1&id%5B%5D=Ada", [accept, user]),
    ["VER-6", "REQ-2"],
  ],
  ["a known path with another method", sent("base", "DELETE /api/v1/countries", [accept, partner]), ["REQ-1"]],
  ["a deprecated read", sent("base", "GET /api/v1/clients/100", [accept, user]), ["VER-6"]],
  [
    "Locations without pages",
    sent("base", "GET /api/v1/marketplace/application/200/salons", [accept, partner]),
    ["LOC-11", "LOC-11"],
  ],
  ["a user token where the partner's suffices", sent("base", "GET /api/v1/countries", [accept, user]), ["AUTH-16"]],
  ["a data call without the user", sent("base", "GET /api/v1/companies?my=1", [accept, partner]), ["AUTH-17"]],
  [
    "a token that is a word of the path as well",
    sent("base", "GET /api/v1/P/P", [accept, partner]),
    ["AUTH-19", "REQ-1"],
  ],
  ["a token within another word", sent("base", "GET /api/v1/countries?lang=PT", [accept, partner]), []],
  ["a token in a URL", sent("base", "GET /api/v1/countries?key=P", [accept, partner]), ["AUTH-19"]],
  ["a token in another header", sent("base", "GET /api/v1/countries", [accept, partner, ["x-key", "P"]]), ["AUTH-21"]],
  [
    "a token in a cookie",
    sent("base", "GET /api/v1/countries", [accept, partner, ["cookie", "a=1; b=S"]]),
    ["AUTH-21"],
  ],
  ["a token in a body", history({ ...range, deep: [{ token: "S" }] }), ["AUTH-21"]],
  ["a number in a body", history({ ...range, trace: "PT" }), []],
  [
    "schemes in lower case",
    sent("base", "GET /api/v1/companies?my=1", [accept, ["authorization", "bearer P, user S"]]),
    [],
  ],
  [
    "a path with escapes that it does not need",
    sent("app", "GET /m%61rketplace/salon/%310%30/application/2%30%30", [accept, partner]),
    [],
  ],
  [
    "cities with the token of v3",
    sent("base", "GET /api/v1/cities", [accept, ["authorization", "Bearer V"]]),
    ["AUTH-23"],
  ],
  ["cities without a token", sent("base", "GET /api/v1/cities", [accept]), []],
];

const callbacks: typeof requests = [
  [
    "the documented one",
    sent(
      "app",
      "POST /marketplace/partner/callback",
      [accept, json, partner],
      '{"salon_id":100,"application_id":200,"more":1}',
    ),
    [],
  ],
  [
    "one at the API's host",
    sent(
      "base",
      "POST /api/v1/marketplace/partner/callback",
      [accept, json, partner],
      '{"salon_id":100,"application_id":200}',
    ),
    ["INST-31"],
  ],
  [
    "one below a prefix",
    sent(
      "app",
      "POST /api/v1/marketplace/partner/callback",
      [accept, json, partner],
      '{"salon_id":100,"application_id":200}',
    ),
    ["INST-31"],
  ],
  [
    "one with a user",
    sent("app", "POST /marketplace/partner/callback", [accept, json, user], '{"salon_id":100,"application_id":200}'),
    ["AUTH-20"],
  ],
  [
    "one without its type",
    sent("app", "POST /marketplace/partner/callback", [accept, partner], '{"salon_id":100,"application_id":200}'),
    ["VER-2"],
  ],
  [
    "one of another Location",
    sent("app", "POST /marketplace/partner/callback", [accept, json, partner], '{"salon_id":1,"application_id":200}'),
    ["INST-32"],
  ],
];

const titled = ([what, request, breaks]: (typeof requests)[number]) =>
  [what, breaks.join(", ") || "nothing", request, breaks] as const;

const secret = "tok_3f9a7c51e08b4d26";

test.each<[form: string, url: string]>([
  ["as it is", `/countries?key=${secret}`],
  ["inside a word", `/countries?key=x${secret}y`],
  ["in base64", `/countries?key=${Buffer.from(secret).toString("base64url")}`],
])("a long token is found in a URL %s", (_, url) => {
  const owner = { ...context, credentials: { ...credentials, partner_token: secret } };
  const request = sent("base", `GET /api/v1${url}`, [accept]);
  expect(rules.find(({ id }) => id === "AUTH-19")?.breach(request, owner)).toBeDefined();
});

/** The right Authorization of each operation whose scheme is documented, by the requirement that asks for it. */
const documented = loadOperations()
  .filter(
    ({ surface, notShown, isPartnersOnly }) =>
      surface !== "webhooks" && (isPartnersOnly || !notShown.includes("security")),
  )
  .map((operation): [id: string, requirement: string, right: string] => {
    const { id, schemes, surface } = operation;
    if (surface === "v3") return [id, "AUTH-18", "Bearer V"];
    if (id === "grantAccess") return [id, "AUTH-22", "Bearer P, User O"];
    if (id === "confirmInstallation") return [id, "AUTH-20", "Bearer P"];
    return schemes.join() === "BearerPartnerUser" ? [id, "AUTH-17", "Bearer P, User S"] : [id, "AUTH-16", "Bearer P"];
  });

test("every operation with a documented scheme is among those that are tried", () => {
  expect(documented.map(([id]) => id)).toEqual(expect.arrayContaining(["grantAccess", "listTariffs", "listResources"]));
  expect(documented).toHaveLength(17);
});

test.each(documented)("%s breaks %s with any Authorization but %s", (id, requirement, right) => {
  const { method, path, address } = loadOperations().find((operation) => operation.id === id) as Operation;
  const { pathname } = new URL(urls[address as keyof Urls]);
  const url = (pathname === "/" ? "" : pathname) + path.replaceAll(/\{\w+\}/g, "100");
  const surfaces: Partial<Record<string, ReportedRequest["surface"]>> = { app_url: "app", v3_base_url: "v3" };
  const surface = surfaces[address] ?? "base";
  const breaks = (authorization: string | undefined) => {
    const request = sent(
      surface,
      `${method} ${url}`,
      authorization === undefined ? [] : [["Authorization", authorization]],
    );
    return broken(request).filter((broke) => broke.startsWith("AUTH"));
  };
  const all = [
    "Bearer P",
    "Bearer P, User S",
    "Bearer P, User O",
    "Bearer V",
    "Bearer S",
    "Token P",
    "P",
    "User S, Bearer P",
  ];
  for (const authorization of [undefined, ...all])
    expect([authorization, ...breaks(authorization)]).toEqual([
      authorization,
      ...(authorization === right ? [] : [requirement]),
    ]);
});

test.each(requests.map(titled))("%s breaks %s", (_what, _title, request, breaks) => {
  expect(broken(request)).toEqual(breaks);
});

test.each(callbacks.map(titled))("of callbacks, %s breaks %s", (_what, _title, request, breaks) => {
  expect(broken(request)).toEqual(breaks);
});
