import { mkdtempSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { closedAddress } from "../../harness/testing/server.ts";
import { country, envelope, failure } from "../../specs/schemas/samples.test-data.ts";
import { assay } from "../testing/assay.ts";
import { resultsIn, withOutcome } from "../testing/results.ts";
import { answering, profileFile, serve, stubProfile, stubToken } from "../testing/stub-provider.ts";

const run = async (profile: object, ...args: string[]) => {
  const out = mkdtempSync(join(tmpdir(), "assay-profile-check-"));
  const target = profileFile({ pace: { per_second: 1000, per_minute: 60_000 }, ...profile });
  const ended = await assay(["run", "--target", target, "--out", out, "--quiet", ...args]);
  return { ...ended, stderr: ended.stderr.replaceAll(target, "target.yaml"), results: () => resultsIn(out) };
};

const answer =
  (status: number, body: unknown = failure("no"), headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

const users = { owner_user_token: "owner-token", limited_user_token: "limited-token" };
const fixtures = { location_id: 1, application_id: 2, service_id: 3 };

/** A provider whose partner token is right, and that says whose user token came. */
const byUser =
  (refused: string): RequestListener =>
  (request, response) =>
    answer(request.headers.authorization?.includes(refused) ? 401 : 403)(request, response);

describe("before anything is judged, a run reports", () => {
  test("that the partner token is wrong", async () => {
    const url = await serve(answering(envelope([country])));
    const { code, stdout, stderr } = await run({ ...stubProfile(url), credentials: { partner_token: "another" } });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "assay: target.yaml: credentials.partner_token: the provider refuses it (GET /countries answers 401); fix it\n",
    );
  });

  test("that a user token is wrong", async () => {
    const url = await serve(byUser("owner-token"));
    const credentials = { partner_token: stubToken, ...users };
    const { code, stderr } = await run({
      ...stubProfile(url),
      urls: { base_url: url, api_root: url, app_url: url },
      credentials,
      fixtures,
      allow: { mutations: true },
    });
    expect([code, stderr]).toEqual([
      2,
      "assay: target.yaml: credentials.owner_user_token: the provider refuses it (GET /companies and all others that were tried answer 401); fix it\n",
    ]);
  });

  test("that a v3 token is wrong", async () => {
    const url = await serve(answer(401));
    const { code, stderr } = await run({ urls: { v3_base_url: url }, credentials: { v3_token: "t" }, fixtures });
    expect([code, stderr]).toEqual([
      2,
      "assay: target.yaml: credentials.v3_token: the provider refuses it (GET /locations/{location_id}/resources answers 401); fix it\n",
    ]);
  });

  test.each([404, 301])("that the path of base_url is wrong, where everything answers %i", async (status) => {
    const url = await serve(answer(status, {}, { location: "https://elsewhere.example/" }));
    const { code, stderr } = await run(stubProfile(url));
    expect([code, stderr]).toEqual([
      2,
      `assay: target.yaml: urls.base_url: nothing of the API is at ${url}/api/v1: GET /countries and others answer ${status}, with and without a token; fix the path\n`,
    ]);
  });

  test("which address refuses connections", async () => {
    const [url, gone] = [await serve(answering(envelope([country]))), closedAddress()];
    const urls = { base_url: `${url}/api/v1`, app_url: gone };
    const { code, stderr } = await run({ ...stubProfile(url), urls, fixtures });
    expect([code, stderr]).toEqual([
      2,
      `assay: target.yaml: urls.app_url: cannot reach ${gone} (ECONNREFUSED); start the provider, or fix the address\n`,
    ]);
  });
});

test("everything that is wrong is reported at once, and nothing is blamed for what only follows from it", async () => {
  const [url, gone] = [await serve(answer(401)), closedAddress()];
  const { code, stderr } = await run({
    ...stubProfile(url),
    urls: { base_url: url, app_url: gone, v3_base_url: `${url}/v3` },
    credentials: { partner_token: stubToken, ...users, v3_token: "t", v3_other_token: "u" },
    fixtures,
    allow: { mutations: true },
  });
  expect(code).toBe(2);
  expect(stderr.split("\n").map((line) => line.split(": ", 3)[2])).toEqual([
    "credentials.partner_token",
    "urls.app_url",
    "credentials.v3_token",
    "credentials.v3_other_token",
    undefined,
  ]);
});

describe("a run is not refused", () => {
  test.each([
    ["a token that may see nothing", answer(403)],
    ["a provider without the dictionary, which asks for a token", answering(failure("no"), 404)],
    ["server errors", answer(503)],
  ])("for %s", async (_, listener) => {
    const { code } = await run(stubProfile(await serve(listener)));
    expect(code).not.toBe(2);
  });

  test("for one operation that refuses a right token, which is a finding", async () => {
    const url = await serve((request, response) =>
      answer(request.url?.endsWith("/countries") ? 401 : 403)(request, response),
    );
    const { code, results } = await run({ ...stubProfile(url), fixtures });
    expect(code).toBe(1);
    expect(withOutcome(results(), "fail")).toContain("AUTH-7");
  });

  test("for a system user who is not linked yet", async () => {
    const url = await serve(byUser("system-token"));
    const credentials = { partner_token: stubToken, system_user_token: "system-token" };
    expect((await run({ ...stubProfile(url), credentials, fixtures })).code).not.toBe(2);
  });

  test("for a preview surface that refuses connections: that is reported once, and what needs it is untestable", async () => {
    const [url, gone] = [await serve(answering(envelope([country]))), closedAddress()];
    const urls = { base_url: `${url}/api/v1`, v3_base_url: gone };
    const credentials = { partner_token: stubToken, v3_token: "t" };
    const { code, results } = await run({ ...stubProfile(url), urls, credentials, fixtures }, "--only", "RES,DICT-4");
    expect(code).toBe(0);
    const trouble = `the provider is gone: ${gone} no longer answers (ECONNREFUSED), since GET /locations/{location_id}/resources`;
    expect(results().troubles).toEqual([trouble]);
    expect(results().requirements.find(({ id }) => id === "RES-1")).toMatchObject({
      outcome: "untestable",
      reason: trouble,
    });
  });
});

test("only what the proofs need is asked for beforehand", async () => {
  const url = await serve(answering(envelope([country])));
  const credentials = { partner_token: stubToken, ...users };
  const { results } = await run({ ...stubProfile(url), credentials, fixtures }, "--only", "DICT-4");
  expect(results().spent).toEqual({ listCountries: 1, listCities: 1 });
});

test("a provider that dies in mid-run is reported as that, once, and breaks no promise by it", async () => {
  let left = 2;
  const server = createServer((request, response) => {
    if (left-- > 0) return answering(envelope([country]))(request, response);
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, results } = await run(stubProfile(url));
  const { verdict, complete, troubles, requirements } = results();
  expect([code, verdict, complete]).toEqual([3, "inconclusive", false]);
  expect(troubles).toEqual([expect.stringMatching(/^the provider is gone: .* no longer answers \(.*\), since GET /)]);
  expect(withOutcome(results(), "fail")).toEqual([]);
  expect(requirements.filter(({ reason }) => reason?.includes("the provider is gone")).length).toBeGreaterThan(1);
});
