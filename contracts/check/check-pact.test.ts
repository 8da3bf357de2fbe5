import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { loadLedger } from "../../specs/ledger.ts";
import type { Pact } from "../pact/interaction.ts";
import { readPact, readPactFile } from "../pact/pact-file.ts";
import { checkPact } from "./check-pact.ts";
import { compatible, doubtful } from "./compatible.test-data.ts";
import { by, exchange, list, pageOf, regex } from "./pacts.test-data.ts";
import { planted } from "./planted.test-data.ts";

const only = (pact: Pact) => {
  const [first] = checkPact(pact);
  if (!first) throw new Error("there is no interaction");
  return first;
};
describe("an incompatibility is found", () => {
  test.each(planted)("%s", (_, pact, place, requirement) => {
    const { outcome, mismatches } = only(pact);
    const found = mismatches.map(({ part, place: at, requirement: id }) => [`${part} ${at}`.trim(), id]);
    expect([outcome, found]).toEqual(["fail", [[place, requirement]]]);
  });

  test("of at least thirty kinds, each with a requirement of the ledger", () => {
    const ids = loadLedger().map(({ id }) => id);
    expect(planted.length).toBeGreaterThanOrEqual(30);
    expect(planted.filter(([, , , requirement]) => !ids.includes(requirement))).toEqual([]);
  });
});

test.each(doubtful)("what is not promised for certain is a warning: %s", (_, pact, place, requirement) => {
  const { outcome, mismatches } = only(pact);
  const found = mismatches.map(({ part, place: at, requirement: id }) => [`${part} ${at}`.trim(), id]);
  expect([outcome, found]).toEqual(["warn", [[place, requirement]]]);
});

test.each(compatible)("what is allowed is compatible: %s", (_, pact) => {
  expect(only(pact)).toMatchObject({ outcome: "pass", mismatches: [], against: "specification" });
});

test("our own pacts are compatible", () => {
  const folder = join(dirname(packageFile("package.json")), "contracts/pacts");
  const results = readdirSync(folder).flatMap((name) => checkPact(readPactFile(join(folder, name))));
  expect(results.length).toBeGreaterThan(40);
  expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
});

test("a reason says what the consumer relies on, and what is promised", () => {
  const { reason } = only(exchange("countries", { answers: list({ iso_code: "LVA" }) }));
  expect(reason).toBe(
    'response.body /data/0/iso_code: it relies on the string "LVA"; the specification promises an ISO 3166-1 alpha-2 code',
  );
});

describe.each([
  "RateLimit-Policy",
  "ratelimit-policy[0]",
  "$.RateLimit-Policy",
  "$.RateLimit-Policy[0]",
  "$['RateLimit-Policy']",
  "$['ratelimit-policy'][0]",
])("a rule of a header at %s", (place) => {
  const policy = (example: string, pattern: string) =>
    exchange("resources", {
      answerHeaders: { "RateLimit-Policy": example },
      rules: { header: { [place]: { matchers: [regex(pattern)] } } },
    });

  test("counts in place of the example", () => {
    expect(only(policy("example", String.raw`\d+;w=\d+`)).outcome).toBe("pass");
    expect(only(policy("120;w=60", "per minute$")).mismatches).toMatchObject([{ requirement: "RATE-5" }]);
  });
});

test("a rule of a later value of a header counts for that value alone", () => {
  const types = (...patterns: string[]) =>
    exchange("countries", {
      answers: { success: true },
      answerHeaders: { "Content-Type": ["application/json", "example"] },
      rules: {
        header: Object.fromEntries(
          patterns.map((pattern, index) => [`$['Content-Type'][${index + 1}]`, { matchers: [regex(pattern)] }]),
        ),
      },
    });
  expect(only(types("json")).outcome).toBe("pass");
  expect(only(types("xml")).mismatches).toMatchObject([{ place: "/Content-Type", requirement: "ENV-8" }]);
});

test("a reason says how many items a page has, and why", () => {
  const reasonOf = (query: Record<string, string[]>, least: number) =>
    only(exchange("resources", { query, ...pageOf(1, least) })).reason;
  const reason = (least: number, most: string) =>
    `response.body /data: it relies on an array of ${least} or more; the specification promises at most ${most}`;
  expect(reasonOf({ limit: ["2"] }, 3)).toBe(reason(3, "2 items with limit=2"));
  expect(reasonOf({}, 26)).toBe(reason(26, "25 items without limit"));
});

test("a size that a provider state gives is not known before", () => {
  const sized = (least: number) => {
    const pact = exchange("resources", { query: { limit: ["2"] }, ...pageOf(1, least) });
    const interactions = pact.interactions.map((interaction) => {
      if (interaction.kind !== "http") return interaction;
      const expressions = { query: { limit: "${limit}" }, header: {}, body: {} };
      return { ...interaction, request: { ...interaction.request, expressions } };
    });
    return only({ ...pact, interactions });
  };
  expect(sized(100).outcome).toBe("pass");
  expect(sized(101).mismatches).toMatchObject([{ actual: "at most 100 items", requirement: "RES-18" }]);
});

test("a token in a pact is not repeated", () => {
  const result = only(exchange("calls", { headers: { Authorization: "Bearer s3cret" } }));
  expect(JSON.stringify(result)).not.toContain("s3cret");
});

test("a list whose items all have the same mismatch has it once", () => {
  const answers = { data: Array.from({ length: 50 }, () => ({ moons: 1 })) };
  expect(only(exchange("countries", { answers })).mismatches).toHaveLength(1);
});

describe("an exchange has the same mismatches", () => {
  const parties = { consumer: { name: "me" }, provider: { name: "api" } };
  const body = { success: true, data: [{ id: 1, iso_code: "LVA" }] };
  const request = {
    method: "get",
    path: "/countries",
    headers: { Accept: "application/vnd.api.v2+json", Authorization: "Bearer x" },
  };
  const versions: Record<string, object> = {
    "2.0.0": {
      interactions: [
        {
          description: "x",
          request,
          response: {
            status: 200,
            body,
            matchingRules: {
              "$.body.data": { min: 1 },
              "$.body.data[*].*": { match: "type" },
              "$.body.data[*].iso_code": { regex: "^[A-Z]{3}$" },
            },
          },
        },
      ],
    },
    "2.0": {
      interactions: [
        {
          description: "x",
          request,
          response: {
            status: 200,
            body,
            matchingRules: {
              "$['body']['data']": { min: 1 },
              "$['body']['data'][*].*": { match: "type" },
              "$['body']['data'][*]['iso_code']": { match: "regex", regex: "^[A-Z]{3}$" },
            },
          },
        },
      ],
    },
    "3.0.0": {
      interactions: [
        {
          description: "x",
          request,
          response: {
            status: 200,
            body,
            matchingRules: by({ "$.data": { match: "type", min: 1 }, "$.data[*].iso_code": regex("^[A-Z]{3}$") }),
          },
        },
      ],
    },
    "4.0": {
      interactions: [
        {
          type: "Synchronous/HTTP",
          description: "x",
          request,
          response: {
            status: 200,
            body: { content: body, contentType: "application/json", encoded: false },
            matchingRules: by({
              "$['data']": { match: "type", min: 1 },
              "$['data'][*]['iso_code']": regex("^[A-Z]{3}$"),
            }),
          },
        },
      ],
    },
  };

  test.each(Object.entries(versions))("in version %s", (version, written) => {
    const metadata = { pactSpecification: { version } };
    const { mismatches } = only(readPact(JSON.stringify({ ...parties, ...written, metadata }), "x.json"));
    expect(mismatches.map(({ place, requirement }) => [place, requirement])).toEqual([["/data/0/iso_code", "DICT-2"]]);
  });
});

test.each([
  ["a regex that cannot be read", by({ "$.success": regex("(") }), 'the regex "(" cannot be read'],
  ["a malformed path", by({ "$.data[": { match: "type" } }), '"$.data[" is not a path'],
  ["an unknown matcher", by({ "$.data": { match: "banana" } }), 'there is no matcher "banana"'],
])("%s fails its interaction with a reason", (_, rules, reason) => {
  const result = only(exchange("countries", { answers: { success: true }, rules }));
  expect([result.outcome, result.reason]).toEqual(["fail", expect.stringContaining(reason)]);
});

test("a regex that would take forever is stopped", () => {
  const rules = by({ "$.data[*].title": regex("^(([a-zA-Z])+)*!$") });
  const result = only(exchange("countries", { answers: list({ title: "a".repeat(40) }), rules }));
  expect([result.outcome, result.reason]).toEqual(["fail", expect.stringContaining("takes too long to match")]);
});

test("a pending interaction that is not compatible is a warning", () => {
  const pact = exchange("countries", { status: 418 });
  const interactions = pact.interactions.map((interaction) => ({ ...interaction, isPending: true as const }));
  expect(only({ ...pact, interactions })).toMatchObject({ outcome: "warn", mismatches: [{ requirement: "ERR-6" }] });
});

test("regular expressions of other dialects are understood", () => {
  const rules = by({ "$.data[*].iso_code": regex("(?i)\\A(?P<code>[a-z]{2})\\z") });
  expect(only(exchange("countries", { answers: list({ iso_code: "LV" }), rules })).outcome).toBe("pass");
});

test("a regular expression that only another dialect can read is a warning, wherever it stands", () => {
  const recursive = regex("^(?<code>[A-Z]|(?&code))$");
  const answers = list({ iso_code: "LV" });
  const { outcome, mismatches } = only(
    exchange("countries", {
      answers,
      answerHeaders: { "Content-Type": "application/json" },
      rules: {
        ...by({ "$.data[*].iso_code": recursive }),
        header: { "Content-Type": { matchers: [recursive] } },
      },
    }),
  );
  expect(outcome).toBe("warn");
  expect(mismatches).toMatchObject([
    { part: "response.body", place: "/data/*/iso_code", warning: true },
    { part: "response.header", place: "/Content-Type", warning: true },
  ]);
  expect(mismatches[0]?.message).toContain("cannot be judged");
});

test("a body that is nested 50,000 levels deep fails its interaction with a reason, and no other", () => {
  const depth = 50_000;
  const request = {
    method: "GET",
    path: "/countries",
    headers: { Accept: "application/vnd.api.v2+json", Authorization: "Bearer x" },
  };
  const plain = JSON.stringify({ description: "x", request, response: { status: 200 } });
  const deep = plain.replace('"status":200', `"status":200,"body":${"[".repeat(depth)}${"]".repeat(depth)}`);
  const text = `{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[${deep},${plain}]}`;
  expect(checkPact(readPact(text, "x.json"))).toMatchObject([
    { outcome: "fail", reason: "it cannot be read: it is nested more than 500 levels deep" },
    { outcome: "pass" },
  ]);
});

describe("a query parameter that the operation does not have", () => {
  const stray = exchange("countries", { query: { planet: ["earth"] } });
  const misplaced = exchange("resources", { query: { page: ["2"] } });

  test("is a warning where nothing shows that it is a mistake, unless failures are asked for", () => {
    expect(checkPact(stray).map(({ outcome }) => outcome)).toEqual(["warn"]);
    expect(checkPact(stray, "fail").map(({ outcome }) => outcome)).toEqual(["fail"]);
  });

  test("fails where it is a mistake, unless warnings are asked for", () => {
    expect(checkPact(misplaced).map(({ outcome }) => outcome)).toEqual(["fail"]);
    expect(checkPact(misplaced, "warn").map(({ outcome }) => outcome)).toEqual(["warn"]);
  });

  test("is not judged where the request is to be refused", () => {
    const refused = exchange("resources", { query: { page: ["2"] }, status: 404 });
    expect(checkPact(refused, "fail").map(({ outcome }) => outcome)).toEqual(["pass"]);
  });
});
