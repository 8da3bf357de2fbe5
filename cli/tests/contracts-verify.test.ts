import { mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { packageFile } from "../../base/package-file.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import type { Results } from "../../record/results.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { assay, begin } from "../testing/assay.ts";
import { freePort } from "../testing/certifying.ts";
import { profileFile, serve } from "../testing/stub-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-contracts-"));
const pactsFolder = join(dirname(packageFile("package.json")), "contracts/pacts");
const ours = readdirSync(pactsFolder).map((name) => join(pactsFolder, name));

const verify = async (pacts: string[], ...more: string[]) => {
  const out = mkdtempSync(join(folder, "out-"));
  const ended = await assay(["contracts", "verify", "--pact", ...pacts, "--out", out, ...more]);
  const read = (): Results => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
  return { ...ended, out, read };
};
const outcomes = ({ contracts = [] }: Results) =>
  Object.fromEntries(contracts.map(({ interaction, outcome }) => [interaction, outcome]));
const contract = ({ contracts = [] }: Results, name: string): Partial<ContractResult> =>
  contracts.find(({ interaction }) => interaction === name) ?? {};

let files = 0;
/** Writes a pact of some interactions. */
const pact = (interactions: unknown[], more: object = { metadata: { pactSpecification: { version: "4.0" } } }) => {
  const file = join(folder, `pact-${files++}.json`);
  const parties = { consumer: { name: "me" }, provider: { name: "api" } };
  writeFileSync(file, JSON.stringify({ ...parties, interactions, ...more }));
  return file;
};
const countries = (more: object = {}, response: object = { status: 200 }) => ({
  type: "Synchronous/HTTP",
  description: "the countries",
  request: { method: "GET", path: "/countries", headers: { Authorization: "Bearer x" } },
  response,
  ...more,
});
const json = (content: unknown) => ({ content, contentType: "application/json", encoded: false });

describe("assay contracts verify", () => {
  test("finds that every pact of ours holds of the embedded sandbox, and prints nothing else", async () => {
    const { code, stdout, stderr, read } = await verify(ours);
    expect([code, stderr]).toEqual([0, ""]);
    const results = read();
    const count = results.contracts?.length;
    const [verdict, counts, report, ...rest] = stdout.split("\n");
    expect(verdict).toBe("embedded sandbox: all contracts hold");
    expect(counts).toBe(`${count} interactions of 8 consumers: ${count} hold, 0 fail, 0 pending, 0 untestable`);
    expect([report, rest]).toEqual([expect.stringMatching(/^report: .*index\.html$/), [""]]);
    expect(checkFormat("results", results)).toEqual([]);
    expect(results).toMatchObject({ kind: "provider", verdict: "pass" });
    expect(new Set(results.contracts?.map(({ outcome }) => outcome))).toEqual(new Set(["pass"]));
  });

  test("prints one document with --json", async () => {
    const { stdout, read } = await verify([pact([countries()])], "--json");
    expect(JSON.parse(stdout)).toEqual(read());
  });

  test("reports each mismatch, with place, requirement and a curl line without tokens", async () => {
    const comments = { requirements: "DICT-1" };
    const body = json({ success: true, data: [{ iso_code: "LVA" }], meta: { page: 1 } });
    const rules = { body: { "$.data": { matchers: [{ match: "type", min: 1 }] } } };
    const broken = countries({ comments }, { status: 200, body, matchingRules: rules });
    const { code, stdout, read } = await verify([pact([broken])]);
    expect(code).toBe(1);
    expect(stdout).toContain("fail me: the countries  DICT-1");
    expect(stdout).toContain('-H "authorization: Bearer $PARTNER_TOKEN"');
    expect(contract(read(), "the countries")).toMatchObject({
      outcome: "fail",
      requirements: ["DICT-1"],
      mismatches: [{ part: "body", place: "$.meta" }],
    });
    expect(read().verdict).toBe("fail");
  });

  test("judges unknown states, unknown operations and wrong matchers one by one", async () => {
    const wrong = { status: 200, matchingRules: { body: { $: { matchers: [{ match: "banana" }] } } } };
    const { code, stdout, read } = await verify([
      pact([
        countries({ description: "a state", providerStates: [{ name: "the moon is full" }] }),
        countries({
          description: "a count",
          providerStates: [{ name: "the Location has clients", params: { count: "x" } }],
        }),
        countries({ description: "an operation", request: { method: "GET", path: "/moons" } }),
        countries({ description: "a matcher" }, wrong),
        countries(
          { description: "a place" },
          { status: 200, matchingRules: { body: { "$.a[": { matchers: [{ match: "type" }] } } } },
        ),
        countries(
          { description: "a regex" },
          {
            status: 200,
            headers: { Date: "x" },
            matchingRules: { header: { Date: { matchers: [{ match: "regex", regex: "(" }] } } },
          },
        ),
        countries({ description: "a pending one", pending: true }, { status: 418 }),
        countries(),
      ]),
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'there is no state "the moon is full"; there are "nothing is installed at the Location", ',
    );
    expect(stdout).toContain('takes count, a whole number from 0 to 1000, not "x"');
    expect(stdout).toContain("no surface has an operation GET /moons");
    expect(stdout).toContain('it cannot be read: matchingRules.body.$: there is no matcher "banana"');
    expect(outcomes(read())).toEqual({
      "a state": "fail",
      "a count": "fail",
      "an operation": "fail",
      "a matcher": "fail",
      "a place": "fail",
      "a regex": "fail",
      "a pending one": "warn",
      "the countries": "pass",
    });
  });

  test.each<[string, object, unknown[]]>([
    ["2", { metadata: { pactSpecification: { version: "2.0.0" } } }, [countries()]],
    ["3", { metadata: { pactSpecification: { version: "3.0.0" } } }, [countries()]],
    ["none", {}, [countries({ providerState: "nothing is installed at the Location" })]],
  ])("replays a pact of version %s", async (_, metadata, interactions) => {
    const { code, read } = await verify([pact(interactions, metadata)]);
    expect([code, outcomes(read())]).toEqual([0, { "the countries": "pass" }]);
  });

  test("compares messages of version 3 with webhooks that the target sends", async () => {
    const message = (description: string, contents: object, metadata = {}) => ({ description, contents, metadata });
    const sent = [
      message("a ClientEvent, updated", { company_id: 100, status: "update" }),
      message(
        "a good is moved",
        { resource: "goods_operations_move" },
        { event: "GoodsOperationEvent", resource: "goods_operations_move" },
      ),
      message("another ClientEvent", { status: "vanished" }),
      message("nothing in particular", {}),
    ];
    const { read } = await verify([
      pact([], { messages: sent, metadata: { pactSpecification: { version: "3.0.0" } } }),
    ]);
    expect(outcomes(read())).toEqual({
      "a ClientEvent, updated": "pass",
      "a good is moved": "pass",
      "another ClientEvent": "fail",
      "nothing in particular": "fail",
    });
    expect(contract(read(), "nothing in particular").reason).toContain("it names no event");
  });

  test("replays a pact of hundreds of interactions, and reports the one that fails", async () => {
    const many = Array.from({ length: 205 }, (_, index) =>
      countries({ description: `countries ${index}` }, { status: index === 202 ? 404 : 200 }),
    );
    const { read } = await verify([pact(many)]);
    const failed = read().contracts?.filter(({ outcome }) => outcome !== "pass");
    expect([read().contracts?.length, failed?.map(({ interaction }) => interaction)]).toEqual([205, ["countries 202"]]);
  });

  test("keeps the requirements that a run judged, and adds the contracts", async () => {
    const out = mkdtempSync(join(folder, "out-"));
    await assay(["run", "--only", "DICT-2", "--out", out]);
    const judged = () => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
    const before = judged();
    await assay(["contracts", "verify", "--pact", pact([countries({}, { status: 404 })]), "--out", out]);
    expect(judged()).toMatchObject({ requirements: before.requirements, verdict: "fail", requests: before.requests });
    expect(outcomes(judged())).toEqual({ "the countries": "fail" });
    await assay(["contracts", "verify", "--pact", pact([countries()]), "--out", out]);
    expect(judged().verdict).toBe(before.verdict);
  });
});

test("an interruption ends it with exit 130, and what was not replayed is untestable", async () => {
  let ask = () => {};
  const isAsked = new Promise<void>((over) => (ask = over));
  // It never answers, so the interruption meets an interaction that is being replayed.
  const urls = { base_url: await serve(() => ask()) };
  const target = profileFile({ name: "silent", urls, credentials: { partner_token: "x" } });
  const out = mkdtempSync(join(folder, "out-"));
  const { io, ended } = begin(["contracts", "verify", "--pact", pact([countries()]), "--out", out, "--target", target]);
  await isAsked;
  io.interrupt();
  expect(await ended).toMatchObject({ code: 130, stderr: "assay: interrupted\n" });
  const results = JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
  expect(results.complete).toBe(false);
  expect(outcomes(results)).toEqual({ "the countries": "untestable" });
});

describe("a target without control", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ clock: "running" });
  });
  afterAll(() => sandbox.close());

  const profile = (more: object = {}): string => {
    const file = join(folder, `target-${files++}.yaml`);
    const { credentials, fixtures } = sandbox.platform.world.people;
    writeFileSync(file, JSON.stringify({ name: "plain", urls: sandbox.urls, credentials, fixtures, ...more }));
    return file;
  };

  test("leaves states, messages and mutations untestable, and runs the rest", async () => {
    const file = pact([
      countries(),
      countries({ description: "a state", providerStates: [{ name: "nothing is installed at the Location" }] }),
      { type: "Asynchronous/Messages", description: "a ClientEvent", contents: json({ status: "create" }) },
      countries({ description: "a change", request: { method: "POST", path: "/marketplace/partner/callback" } }),
    ]);
    const { code, stdout, read } = await verify([file], "--target", profile());
    expect(code).toBe(0);
    expect(stdout).toContain("the target has no control protocol, so no state can be set up");
    expect(stdout).toContain("the profile does not allow mutations");
    expect(outcomes(read())).toEqual({
      "the countries": "pass",
      "a state": "untestable",
      "a ClientEvent": "untestable",
      "a change": "untestable",
    });
  });

  test("of which nothing can be verified is inconclusive", async () => {
    const only = countries({ providerStates: [{ name: "nothing is installed at the Location" }] });
    const { code, read } = await verify([pact([only])], "--target", profile());
    expect([code, read().verdict]).toEqual([3, "inconclusive"]);
  });

  test("that cannot be reached is one line, with exit 2", async () => {
    const target = profile({ urls: { base_url: "http://127.0.0.1:1/api/v1" } });
    const { code, stdout, stderr } = await verify([pact([countries()])], "--target", target);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^assay: .*urls\.base_url: cannot reach http:\/\/127\.0\.0\.1:1 .*\n$/);
  });
});

test("pacts hold of a target that has control and whose clock runs", async () => {
  const sandbox = await createSandbox({ clock: "running" });
  try {
    const target = join(folder, "running.yaml");
    writeFileSync(target, JSON.stringify({ name: "running", control: sandbox.control }));
    const { code, stdout } = await verify(ours, "--target", target);
    expect(stdout).toContain("running: all contracts hold");
    expect(code).toBe(0);
  } finally {
    await sandbox.close();
  }
});

test("webhooks come to the address that the profile names", async () => {
  const sandbox = await createSandbox({ clock: "frozen" });
  const heard: string[] = [];
  // The profile's public address: it passes on what it hears to where the program listens.
  const front = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const { method = "", headers } = request;
    request.pipe(
      httpRequest({ host: "127.0.0.1", port: listening, path: request.url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((ready) => front.listen(0, "127.0.0.1", ready));
  const listening = await freePort();
  const webhooks = {
    listen: `127.0.0.1:${listening}`,
    public_url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/behind`,
  };
  const target = join(folder, "webhooks.yaml");
  writeFileSync(target, JSON.stringify({ name: "behind", control: sandbox.control, webhooks }));
  try {
    const { code, stdout } = await verify([join(pactsFolder, "webhook-receiver.json")], "--target", target);
    expect([code, stdout]).toEqual([0, expect.stringContaining("behind: all contracts hold")]);
    expect([...new Set(heard)]).toEqual([expect.stringMatching(/^POST \/behind\/[\w-]{24}\/hooks$/)]);
    expect(heard).toHaveLength(13);
  } finally {
    front.close();
    await sandbox.close();
  }
});

describe("bad input is one line on standard error, with exit 2", () => {
  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const large = written("large.json", "");
  truncateSync(large, 50_000_000);

  test.each<[string, string[], RegExp]>([
    ["no pact named", [], /--pact: name at least one pact file/],
    ["no such file", ["--pact", join(folder, "none.json")], /none\.json: there is no such file/],
    ["no pact", ["--pact", written("no-pact.json", "{}")], /no-pact\.json: this is not a pact/],
    [
      "a truncated pact",
      ["--pact", written("cut.json", '{"consumer":{"name":"me"},"inter')],
      /cut\.json: it is cut off/,
    ],
    ["50 MB", ["--pact", large], /large\.json: it has 50 MB/],
  ])("%s", async (_, args, line) => {
    const { code, stdout, stderr } = await assay(["contracts", "verify", "--out", join(folder, "none"), ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
