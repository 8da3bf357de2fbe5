import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import type { ImpactResults } from "../../reports/versions/impact-results.ts";
import { assay } from "../testing/assay.ts";
import { type Broker, createBroker } from "../testing/broker.ts";

const root = dirname(packageFile("package.json"));
const folder = mkdtempSync(join(tmpdir(), "assay-impact-broker-"));
const fresh = join(folder, "specs");
cpSync(join(root, "specs"), fresh, { recursive: true });
const v1 = join(fresh, "openapi/v1.yaml");
writeFileSync(v1, readFileSync(v1, "utf8").replace("  /v1/services/{location_id}", "  /v9/services/{location_id}"));

const token = "broker-token";
const ours = readdirSync(join(root, "contracts/pacts")).map((name) =>
  readFileSync(join(root, "contracts/pacts", name), "utf8"),
);
const pacts = ours.map((text) => JSON.parse(text) as object);
let broker: Broker;
beforeAll(async () => {
  broker = await createBroker(pacts, token);
});
afterAll(async () => {
  await broker.close();
  rmSync(folder, { recursive: true });
});

const impact = (from: string, ...args: string[]) => assay(["impact", "--against", fresh, "--pacts", from, ...args]);
const read = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as ImpactResults;

describe("assay impact --pacts URL", () => {
  test("reports the same of a broker's latest pacts as of those in a folder", async () => {
    const [there, here] = await Promise.all([
      impact(broker.url, "--broker-token", token, "--json"),
      impact("contracts/pacts", "--json"),
    ]);
    expect([there.code, there.stderr, here.code]).toEqual([1, "", 1]);
    const nameless = ({ broken, ...rest }: ImpactResults) => ({
      ...rest,
      broken: broken.map((row) => ({ ...row, pact: "" })),
    });
    expect(nameless(read(there))).toEqual(nameless(read(here)));
    expect(read(there).broken[0]?.pact).toMatch(new RegExp(`^${broker.url}/pacts/\\d$`));
  });

  test("reads a list of several pages to its end", async () => {
    const paged = await createBroker(pacts, token, { pageSize: 3 });
    try {
      const { code, stdout } = await impact(paged.url, "--broker-token", token, "--json");
      expect([code, read({ stdout }).counts.pacts]).toEqual([1, pacts.length]);
      expect(paged.calls.map(({ path }) => path)).toContain(
        "/pacts/provider/partner-integration-api/latest?pageNumber=3",
      );
    } finally {
      await paged.close();
    }
  });

  test("reads hundreds in threads, one after the other, and reports one that is no pact", async () => {
    const text = ours.find((pact) => pact.includes('"service-reader"')) ?? "";
    const many = Array.from(
      { length: 210 },
      (_, number) => JSON.parse(text.replaceAll("service-reader", `partner-${number}`)) as object,
    );
    const large = await createBroker([...many, { moon: true }], token);
    const { code, results } = await impact(large.url, "--broker-token", token, "--json").then((ended) => ({
      code: ended.code,
      results: read(ended),
    }));
    await large.close();
    expect(code).toBe(1);
    expect(results.counts).toMatchObject({ pacts: 210, broken: 420, broken_partners: 210, unread: 1 });
    expect(results.unread[0]).toContain("/pacts/210: this is not a pact");
  });

  test("hands its token to the broker alone, and not to a host that the broker names", async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end(ours[0]);
    });
    const own = createServer((request, response) => {
      const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/pact`;
      const links =
        request.url === "/"
          ? { "pb:latest-provider-pacts": { href: "/latest/{provider}" } }
          : { "pb:pacts": [{ href: there }] };
      response.end(JSON.stringify({ _links: links }));
    });
    await Promise.all(
      [elsewhere, own].map((server) => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))),
    );
    const { code } = await impact(`http://127.0.0.1:${(own.address() as AddressInfo).port}`, "--broker-token", token);
    for (const server of [elsewhere, own]) server.close();
    expect([code, seen]).toEqual([0, [undefined]]);
  });

  test.each<[string, () => string, string[], RegExp]>([
    [
      "no token",
      () => broker.url,
      [],
      /^assay: --broker-token: .* refuses it \(401\); give credentials that may read\n$/,
    ],
    [
      "a provider without pacts",
      () => broker.url,
      ["--broker-token", token, "--provider", "moon"],
      /^assay: --provider: .* has no pact for moon; name a provider/,
    ],
    [
      "a broker that is not there",
      () => "http://127.0.0.1:1",
      [],
      /^assay: --pacts: cannot reach http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    ],
    [
      "an address that is none",
      () => "http://",
      [],
      /^assay: --pacts: http:\/\/ is not an address; write for example https:/,
    ],
    [
      "an address below which no broker is",
      () => `${broker.url}/pacts/0`,
      ["--broker-token", token],
      /^assay: --pacts: .*\/pacts\/0 offers no pb:latest-provider-pacts; give the address of a Pact broker\n$/,
    ],
  ])("reports %s in one line, with exit 2", async (_, from, args, line) => {
    const { code, stdout, stderr } = await impact(from(), ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("reports a broker that fails half way in one line, with exit 2", async () => {
    const failing = createServer((request, response) => {
      const links =
        request.url === "/"
          ? { "pb:latest-provider-pacts": { href: "/latest" } }
          : { "pb:pacts": Array.from({ length: 210 }, (_unused, index) => ({ href: `/pacts/${index}` })) };
      if (request.url?.startsWith("/pacts/")) response.writeHead(502).end("<html>\n<h1>Bad Gateway</h1>\n</html>");
      else response.end(JSON.stringify({ _links: links }));
    });
    await new Promise<void>((listening) => failing.listen(0, "127.0.0.1", listening));
    const { code, stderr } = await impact(`http://127.0.0.1:${(failing.address() as AddressInfo).port}`);
    failing.close();
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^assay: --pacts: GET http:.*\/pacts\/\d+ answers 502: <html> <h1>Bad Gateway<\/h1> <\/html>\n$/,
    );
  });
});
