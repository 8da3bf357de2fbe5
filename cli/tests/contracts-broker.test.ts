import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import type { Results } from "../../record/results.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { assay } from "../testing/assay.ts";
import { type Broker, createBroker } from "../testing/broker.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-broker-"));
const read = (name: string) =>
  JSON.parse(readFileSync(packageFile(`contracts/pacts/${name}.json`), "utf8")) as {
    interactions: { description: string; response: { status: number } }[];
  };
const [dictionary, service] = [read("dictionary-reader"), read("service-reader")];
const wrong = {
  ...service,
  interactions: service.interactions.map((interaction) => ({
    ...interaction,
    response: { ...interaction.response, status: 418 },
  })),
};

const token = "broker-token";
let broker: Broker;
let sandbox: Sandbox;
beforeAll(async () => {
  broker = await createBroker([dictionary, wrong], token);
  sandbox = await createSandbox({ clock: "running" });
});
afterAll(async () => {
  await broker.close();
  await sandbox.close();
});

const verify = async (...args: string[]) => {
  broker.calls.length = 0;
  const out = mkdtempSync(join(folder, "out-"));
  const ended = await assay(["contracts", "verify", "--out", out, "--broker", broker.url, ...args]);
  const results = () => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
  return { ...ended, results };
};
const published = () => broker.calls.filter(({ path }) => path.endsWith("/verification-results"));

describe("assay contracts verify --broker", () => {
  test("reads pacts by selectors, replays them, and publishes the result of each with version and branch", async () => {
    const chosen = ["--selector", "mainBranch", "branch=next,consumer=reader"];
    const named = ["--provider-version", "1.2.3", "--branch", "main"];
    const { code, stdout, stderr, results } = await verify("--broker-token", token, ...chosen, ...named);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("6 interactions of 2 consumers: 4 hold, 2 fail");
    expect(results().contracts?.map(({ outcome }) => outcome)).toEqual([
      "pass",
      "pass",
      "pass",
      "pass",
      "fail",
      "fail",
    ]);
    expect(results().contracts?.[0]?.requirements).toContain("DICT-1");
    expect(broker.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      consumerVersionSelectors: [{ mainBranch: true }, { branch: "next", consumer: "reader" }],
      providerVersionBranch: "main",
    });
    expect(published().map(({ path, body }) => [path, body])).toMatchObject([
      ["/pacts/0/verification-results", { providerApplicationVersion: "1.2.3", success: true }],
      ["/pacts/1/verification-results", { providerApplicationVersion: "1.2.3", success: false }],
    ]);
    expect(broker.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      "PUT /pacticipants/partner-integration-api/branches/main/versions/1.2.3",
    );
  });

  test("publishes nothing without a version of the provider", async () => {
    const { code } = await verify("--broker-token", token);
    expect([code, published()]).toEqual([1, []]);
  });

  test("does not publish the results of a pact that is untestable in part", async () => {
    const target = join(folder, "plain.yaml");
    const { credentials, fixtures } = sandbox.platform.world.people;
    writeFileSync(target, JSON.stringify({ name: "plain", urls: sandbox.urls, credentials, fixtures }));
    const { code, stderr } = await verify("--broker-token", token, "--provider-version", "1.2.3", "--target", target);
    expect(code).toBe(0);
    expect(published().map(({ path }) => path)).toEqual(["/pacts/0/verification-results"]);
    expect(stderr).toBe(
      "assay: the results of service-reader are not published, because some of its interactions are untestable here\n",
    );
  });

  test.each<[string, string[], RegExp]>([
    ["a wrong token", ["--broker-token", "wrong"], /--broker-token: .* refuses it \(401\)/],
    [
      "a provider without pacts",
      ["--broker-token", token, "--provider", "moon"],
      /--provider: .* has no pact for moon/,
    ],
    ["an unknown selector", ["--selector", "moon"], /--selector: unknown key moon; the keys are mainBranch, /],
    [
      "a flag with a value",
      ["--selector", "mainBranch=no"],
      /--selector: mainBranch is a flag; write mainBranch alone/,
    ],
    ["a selector without its value", ["--selector", "branch"], /--selector: branch needs a value, such as branch=x/],
    ["pact files as well", ["--pact", "x.json"], /--pact: give pact files or a broker, not both/],
    ["a broker that is not there", ["--broker", "http://127.0.0.1:1"], /--broker: cannot reach http:\/\/127.0.0.1:1/],
    [
      "a password in the address",
      ["--broker", "http://me:s3cret@127.0.0.1:1"],
      /^assay: --broker: the address of 127\.0\.0\.1:1 holds a name or a password, which others can see; give --broker-username and [^@]*$/,
    ],
    ["a broker that is not an address", ["--broker", "broker"], /--broker: broker is not an address/],
  ])("reports %s in one line, with exit 2", async (_, args, line) => {
    const { code, stdout, stderr } = await verify(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("a broker's pending pacts", () => {
  test("are asked for with --enable-pending and --include-wip-since, and fail nothing", async () => {
    const other = await createBroker([dictionary, wrong], token, { pending: [1] });
    try {
      const out = mkdtempSync(join(folder, "out-"));
      const options = ["--enable-pending", "--include-wip-since", "2026-01-31", "--branch", "next"];
      const chosen = ["--selector", "environment=production", "branch=next,fallbackBranch=main"];
      const { code, stdout, stderr } = await assay(
        ["contracts", "verify", "--out", out, "--broker", other.url, ...chosen, ...options],
        { env: { PACT_BROKER_TOKEN: token } },
      );
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("6 interactions of 2 consumers: 4 hold, 0 fail, 2 pending");
      expect(other.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
        consumerVersionSelectors: [{ environment: "production" }, { branch: "next", fallbackBranch: "main" }],
        includePendingStatus: true,
        includeWipPactsSince: "2026-01-31",
        providerVersionBranch: "next",
      });
    } finally {
      await other.close();
    }
  });

  test("since a day need that day, and a branch", async () => {
    expect((await verify("--include-wip-since", "soon")).stderr).toMatch(/--include-wip-since: give a day/);
    expect((await verify("--include-wip-since", "2026-01-31")).stderr).toMatch(/give --branch as well/);
  });
});

describe("assay contracts publish", () => {
  const pacts = ["dictionary-reader", "service-reader"].map((name) => packageFile(`contracts/pacts/${name}.json`));
  const publish = (...args: string[]) => {
    broker.calls.length = 0;
    return assay(["contracts", "publish", "--pact", ...pacts, "--broker", broker.url, ...args]);
  };

  test("publishes each consumer's pact with version, branch and tags", async () => {
    const named = ["--consumer-version", "4.5.6", "--branch", "main", "--tag", "prod"];
    const { code, stdout } = await publish("--broker-token", token, ...named);
    expect([code, stdout]).toEqual([
      0,
      "published as 4.5.6: dictionary-reader of partner-integration-api, service-reader of partner-integration-api\n",
    ]);
    const [, first, second] = broker.calls;
    expect([first, second]).toMatchObject([
      { path: "/contracts/publish", body: { pacticipantName: "dictionary-reader", branch: "main", tags: ["prod"] } },
      { path: "/contracts/publish", body: { pacticipantName: "service-reader", pacticipantVersionNumber: "4.5.6" } },
    ]);
    const body = first?.body as { contracts: { content: string }[] } | undefined;
    expect(JSON.parse(Buffer.from(body?.contracts[0]?.content ?? "", "base64").toString())).toEqual(dictionary);
  });

  test.each<[string, string[], RegExp]>([
    ["no version", ["--broker-token", token], /--consumer-version: give the version/],
    ["a wrong token", ["--broker-token", "x", "--consumer-version", "1"], /--broker-token: .* refuses it \(401\)/],
    [
      "a broker that is not there",
      ["--broker", "http://127.0.0.1:1", "--consumer-version", "1"],
      /--broker: cannot reach/,
    ],
  ])("reports %s in one line, with exit 2", async (_, args, line) => {
    const { code, stderr } = await publish(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(line);
  });

  test("takes a name and a password, from options or the environment, and says which of them is refused", async () => {
    const basic = await createBroker([], token, {
      authorization: `Basic ${Buffer.from("me:s3cret").toString("base64")}`,
    });
    try {
      const args = ["contracts", "publish", "--pact", ...pacts, "--broker", basic.url, "--consumer-version", "1"];
      const login = ["--broker-username", "me", "--broker-password", "s3cret"];
      expect((await assay([...args, ...login])).code).toBe(0);
      const env = { PACT_BROKER_USERNAME: "me", PACT_BROKER_PASSWORD: "s3cret" };
      expect((await assay(args, { env })).code).toBe(0);
      const refused = await assay([...args, "--broker-username", "me", "--broker-password", "wr0ng"]);
      expect(refused.stderr).toBe(
        `assay: --broker-password: ${basic.url} refuses it (401); give credentials that may publish\n`,
      );
    } finally {
      await basic.close();
    }
  });
});
