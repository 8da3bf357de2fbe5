import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ImpactResults } from "../../reports/versions/impact-results.ts";
import { assay } from "../testing/assay.ts";
import { createImpactFixture } from "../testing/impacts.ts";

const { root, folder, changed, held } = createImpactFixture();
const impact = (...args: string[]) => assay(["impact", ...args]);

/** The identities of broken expectations: whose, at which operation, where, and by which rules. */
const rows = ({ broken }: ImpactResults) => [
  ...new Set(
    broken.map(({ partner, operation, outcome, breaks, causes }) =>
      [
        partner,
        operation,
        outcome,
        breaks.map(({ part, pointer }) => `${part} ${pointer}`.trim()).join(" "),
        causes.map(({ rule }) => rule).join(" "),
      ].join(" | "),
    ),
  ),
];

const calls = "GET /voip/integration/calls (v1)";
const resources = "GET /locations/{location_id}/resources (v3)";
const service = "GET /v1/services/{location_id}/{service_id} (v1)";

/** A change of one of our own files, and whom it breaks. */
const changes: [name: string, file: string, edits: [string, string][], expected: string[]][] = [
  [
    "a required property that goes from an answer",
    "openapi/v1.yaml",
    [
      [", group_type, is_eu]", ", group_type]"],
      ["        is_eu: {", "        is_european: {"],
    ],
    [
      "dictionary-reader | GET /countries (v1) | breaks | response.body /data/0/is_eu | response-required-property-removed",
    ],
  ],
  [
    "a value that joins a list of values, where a partner accepts the list as it was",
    "openapi/v1.yaml",
    [["enum: [success, missed,", "enum: [queued, success, missed,"]],
    [`telephony | ${calls} | breaks | response.body /data/0/status | response-enum-value-added`],
  ],
  [
    "an answer's field that may be null now",
    "openapi/v1.yaml",
    [["        phone_code: { type: string,", '        phone_code: { type: [string, "null"],']],
    ["dictionary-reader | GET /countries (v1) | breaks | response.body /data/0/phone_code | response-null-allowed"],
  ],
  [
    "a parameter that becomes required",
    "openapi/v3.yaml",
    [["name: limit, in: query,", "name: limit, in: query, required: true,"]],
    [`resource-reader | ${resources} | breaks | request.query /limit | parameter-became-required`],
  ],
  [
    "a status that goes",
    "openapi/v3.yaml",
    [['        "404": { description: The credential cannot access the Location. }\n', ""]],
    [`resource-reader | ${resources} | breaks | response.status | response-error-status-removed`],
  ],
  [
    "an operation that goes elsewhere",
    "openapi/v1.yaml",
    [["  /v1/services/{location_id}", "  /v9/services/{location_id}"]],
    [`service-reader | ${service} | breaks | request.path | operation-moved`],
  ],
  [
    "an event that goes",
    "openapi/webhooks.yaml",
    [["  GoodEvent:", "  ArticleEvent:"]],
    ["webhook-receiver | webhook GoodEvent (webhooks) | breaks | message | webhook-removed"],
  ],
  [
    "an address that another host still has",
    "openapi/v1.yaml",
    [
      [
        "  /marketplace/salon/{location_id}/application/{application_id}:",
        "  /marketplace/salon/{location_id}/{application_id}:",
      ],
    ],
    [
      "installer | GET /marketplace/salon/{location_id}/application/{application_id} (v1) | may break | request.path | operation-moved",
    ],
  ],
];

describe("assay impact", () => {
  test.each(changes)("finds whom it breaks: %s", async (_, file, edits, expected) => {
    const results = await held(changed(file, ...edits));
    expect(rows(results)).toEqual(expected);
    expect(results.verdict === "breaking").toBe(expected.some((row) => row.includes("| breaks |")));
    expect(results.unused).toEqual([]);
  });

  test("finds every event that loses a field, and none that never had it", async () => {
    const fresh = changed(
      "openapi/webhooks.yaml",
      ["resource, resource_id, status", "resource, status"],
      ["        resource_id: { type: [number, string], description: ID of that resource. }\n", ""],
    );
    const results = await held(fresh);
    const events = results.broken.map(({ operation }) => operation);
    expect(events).toHaveLength(11);
    expect(events.filter((event) => /freeze|uninstall/.test(event))).toEqual([]);
    expect(results.counts).toMatchObject({ broken: 11, broken_partners: 1, partners: 8, interactions: 52 });
  });

  test("reports a breaking change that no one relies on, and how many call the operation", async () => {
    const activity = await held(changed("openapi/v1.yaml", ["  /activity/{location_id}/search:", "  /search:"]));
    expect(activity.verdict).not.toBe("breaking");
    expect(activity.broken).toEqual([]);
    expect(activity.unused.map(({ partners }) => partners)).toEqual([0]);
    const fresh = changed("openapi/shared.yaml", [
      "              enum: [pending, freezed, active]",
      "              enum: [pending, freezed, active, paused]",
    ]);
    const status = await held(fresh);
    expect(status.unused.map(({ rule, partners }) => [rule, partners])).toEqual([["response-enum-value-added", 1]]);
    const { stdout } = await impact("--against", fresh, "--pacts", "contracts/pacts");
    expect(stdout).toContain("no partner uses this, though 1 partner calls the operation: The 200 answer");
  });

  test("names each difference once, then the partners and expectations that it breaks, each place with what the partner does", async () => {
    const fresh = changed(
      "openapi/webhooks.yaml",
      ["resource, resource_id, status", "resource, status"],
      ["        resource_id: { type: [number, string], description: ID of that resource. }\n", ""],
    );
    const { stdout } = await impact("--against", fresh, "--pacts", "contracts/pacts");
    expect(stdout.match(/no longer has "resource_id"/g)).toHaveLength(1);
    expect(stdout).toMatch(/^ {2}\S+\/openapi\/webhooks\.yaml:\d+ \[webhook-required-property-removed\]$/m);
    expect(stdout.match(/^ {4}- /gm)).toHaveLength(11);
    expect(stdout).toMatch(
      /^ {2}breaks webhook-receiver\n {4}message \/resource_id: webhook-receiver relies on .+\n {4}- webhook ClientEvent/m,
    );
    expect(stdout).toMatch(/^the specification \d+\.\d+\.\d+ of this package -> \S+: breaks 1 partner of 8$/m);
  });

  test("does not claim that no one relies on what contracts cannot show", async () => {
    const limit = changed("limits.yaml", ["value: 200, unit: requests", "value: 100, unit: requests"]);
    const { stdout } = await impact("--against", limit, "--pacts", "contracts/pacts");
    expect(stdout).toContain("contracts cannot show who uses this: The limit rate_per_minute");
    expect(stdout).toContain(", 0 breaking differences on which no contract relies");
    const scope = changed(
      "openapi/v3.yaml",
      [
        'security: [{ OAuth2: ["locations:read"] }, { RestrictedKey: [] }]',
        'security: [{ OAuth2: ["locations:all"] }]',
      ],
      ['{ "locations:read":', '{ "locations:all":'],
    );
    const { unused } = await held(scope);
    expect(unused.map(({ rule }) => rule)).toContain("security-alternative-removed");
    expect(unused.filter(({ partners }) => partners !== undefined)).toEqual([]);
  });

  test("checks contracts against --old instead of the version that the package carries", async () => {
    const old = changed("openapi/v1.yaml", ["  /v1/services/{location_id}", "  /v9/services/{location_id}"]);
    const { code, stdout } = await impact("--against", "specs", "--pacts", "contracts/pacts", "--json", "--old", old);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { counts: { already_broken: 2, broken: 0 } }]);
  });

  test("reads OpenAPI 3.0, parameters of a path, and schemas that hold themselves", async () => {
    const tree = (name: object) => ({
      type: "object",
      required: ["name"],
      properties: { name, kids: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
    });
    const version = (file: string, name: object, required: boolean): string => {
      const schema = {
        type: "object",
        required: ["count", "tree"],
        properties: {
          count: { type: "integer", minimum: 0, exclusiveMinimum: true },
          tree: { $ref: "#/components/schemas/Tree" },
        },
      };
      const answer = { description: "A tree.", content: { "application/json": { schema } } };
      const parameters = [{ name: "kind", in: "query", required, schema: { type: "string" } }];
      const document = {
        openapi: "3.0.3",
        info: { title: "Trees", version: "1" },
        paths: { "/countries": { parameters, get: { responses: { 200: answer } } } },
        components: { schemas: { Tree: tree(name) } },
      };
      writeFileSync(join(folder, file), JSON.stringify(document));
      return join(folder, file);
    };
    const [old, fresh] = [
      version("trees-1.json", { type: "string" }, false),
      version("trees-2.json", { type: "string", nullable: true }, true),
    ];
    const pact = join(folder, "trees.pact");
    const body = { count: 1, tree: { name: "oak" } };
    const response = { status: 200, body, matchingRules: { "$.body": { match: "type" } } };
    const interactions = [{ description: "a tree", request: { method: "GET", path: "/countries" }, response }];
    const parties = { consumer: { name: "forester" }, provider: { name: "partner-integration-api" } };
    const metadata = { pactSpecification: { version: "2.0.0" } };
    writeFileSync(pact, JSON.stringify({ ...parties, interactions, metadata }));
    const results = await held(fresh, pact, old);
    expect(rows(results)).toEqual([
      "forester | GET /countries (v1) | breaks | request.query /kind response.body /tree/name | parameter-became-required response-null-allowed",
    ]);
  });

  test("knows what is never sent, what never comes, and which forms an answer has", async () => {
    const version = (file: string, body: object, answer: object): string => {
      const content = (schema: object) => ({ content: { "application/json": { schema } } });
      const responses = { 200: { description: "It.", ...content(answer) } };
      const document = {
        openapi: "3.1.0",
        info: { title: "Things", version: "1" },
        paths: {
          "/countries": { post: { requestBody: { required: true, ...content(body) }, responses }, get: { responses } },
        },
      };
      writeFileSync(join(folder, file), JSON.stringify(document));
      return join(folder, file);
    };
    const [id, name] = [{ type: "integer", readOnly: true }, { type: "string" }];
    const body = { type: "object", properties: { id, name }, required: ["name"] };
    const form = (kind: string) => ({ type: "object", required: ["kind"], properties: { kind: { enum: [kind] } } });
    const shown = { type: "object", required: ["name"], properties: { name } };
    const old = version("things-1.json", body, { ...shown, oneOf: [form("a")] });
    const pact = join(folder, "things.pact");
    const response = {
      status: 200,
      body: { name: "oak", kind: "a" },
      matchingRules: { "$.body.name": { match: "type" }, "$.body.kind": { match: "regex", regex: "a" } },
    };
    const post = {
      method: "POST",
      path: "/countries",
      headers: { "Content-Type": "application/json" },
      body: { name: "oak" },
    };
    const interactions = [{ description: "a thing", request: post, response }];
    const parties = { consumer: { name: "maker" }, provider: { name: "partner-integration-api" } };
    writeFileSync(
      pact,
      JSON.stringify({ ...parties, interactions, metadata: { pactSpecification: { version: "2.0.0" } } }),
    );
    const outcome = async (fresh: string) => rows(await held(fresh, pact, old)).map((row) => row.split(" | ")[3]);
    const sent = version("things-2.json", { ...body, required: ["id", "name"] }, { ...shown, oneOf: [form("a")] });
    expect(await outcome(sent)).toEqual([]);
    const hidden = { ...shown, properties: { name: { ...name, writeOnly: true } }, oneOf: [form("a")] };
    expect(await outcome(version("things-3.json", body, hidden))).toEqual(["response.body /name"]);
    const wider = version("things-4.json", body, { ...shown, oneOf: [form("a"), form("b")] });
    expect(await outcome(wider)).toEqual(["response.body /kind"]);
  });

  test("does not end well where a contract, or a part of one, could not be read", async () => {
    const pacts = join(folder, "torn");
    mkdirSync(pacts);
    const text = readFileSync(join(root, "contracts/pacts/service-reader.json"), "utf8");
    writeFileSync(join(pacts, "whole.json"), text);
    writeFileSync(join(pacts, "torn.json"), text.slice(0, 100));
    const odd = JSON.parse(text) as { interactions: { description: string; request: { method?: string } }[] };
    delete odd.interactions[0]?.request.method;
    writeFileSync(join(pacts, "odd.json"), JSON.stringify(odd));
    const { code, stdout, stderr } = await impact("--against", "specs", "--pacts", pacts);
    expect([code, stderr]).toEqual([2, "assay: what could not be read may break too; fix it, or remove it\n"]);
    expect(stdout).toMatch(/not read {2}.*torn\.json: it is cut off after 100 characters/);
    expect(stdout).toMatch(/not read {2}.*odd\.json: .+: it cannot be read: request\.method: it is missing/);
    expect(stdout).not.toContain("did not hold before");
  });

  const stranger = join(folder, "stranger.yaml");
  writeFileSync(stranger, "openapi: 3.1.0\ninfo: { title: Stars, version: '1' }\npaths: {}\n");
  const loop = join(folder, "loop.json");
  symlinkSync(loop, loop);
  const pacts = ["--pacts", "contracts/pacts"];
  const mistakes: [args: string[], line: string | RegExp][] = [
    [pacts, "assay: required option '--against <new>' not specified\n"],
    [
      ["--against", "nowhere", ...pacts],
      "assay: nowhere: there is no such file; give an OpenAPI file or a specs folder\n",
    ],
    [["--against", "docs", ...pacts], /^assay: docs: openapi is missing, so this is not a specs folder/],
    [["--against", stranger, ...pacts], /stranger\.yaml: it has no operation of .+; give one, or a specs folder\n$/],
    [["--against", "specs", "--pacts", "nowhere"], /^assay: nowhere: there is no such file; .+\n$/],
    [["--against", "specs", "--pacts", loop], /loop\.json: this link leads back to itself; .+\n$/],
    [["--against", "specs", "--pacts", "cli/commands"], /^assay: --pacts: cli\/commands holds no pact file; .+\n$/],
    [["--against", "specs", "--pacts", "package.json"], /^assay: package\.json: this is not a pact: .+\n$/],
  ];
  test.each(mistakes)("%j says what to fix and exits with 2", async (args, line) => {
    const { code, stdout, stderr } = await impact(...args);
    expect([code, stdout]).toEqual([2, ""]);
    if (typeof line === "string") expect(stderr).toBe(line);
    else expect(stderr).toMatch(line);
  });
});
