import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Results } from "../../record/results.ts";
import { country, envelope } from "../../specs/schemas/samples.test-data.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-check-"));
const out = join(folder, "out");
const results = (): Results => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
const outcome = (id: string) => results().requirements.find((requirement) => requirement.id === id)?.outcome;

interface Entry {
  method?: string;
  url?: string;
  headers?: { name: string; value: string }[];
  status?: number;
  content?: object;
}

const secret = "partner-secret-token";
const ours = [
  { name: ":authority", value: "api.example" },
  { name: "accept", value: "application/vnd.api.v2+json" },
  { name: "authorization", value: `Bearer ${secret}` },
];

function har(...entries: Entry[]): string {
  const file = join(folder, "recorded.har");
  const made = entries.map(
    ({ method = "GET", url = "https://api.example/api/v1/countries", headers = ours, status = 200, content = {} }) => ({
      startedDateTime: "2026-11-15T10:00:00.000Z",
      time: 12,
      request: { method, url, headers },
      response: { status, headers: [{ name: "Content-Type", value: "application/json" }], content },
    }),
  );
  writeFileSync(file, JSON.stringify({ log: { version: "1.2", entries: made } }));
  return file;
}

const body = (value: unknown) => {
  const text = JSON.stringify(value);
  return { size: text.length, text };
};
const check = (...args: string[]) => assay(["check", ...args, "--out", out]);

describe("assay check", () => {
  test("passes traffic that keeps to the specification, and calls nothing judged that it does not show", async () => {
    const { code, stdout } = await check(har({ content: body(envelope([country])) }));
    expect([code, outcome("DICT-1"), outcome("CALL-1")]).toEqual([0, "pass", "untestable"]);
    expect(stdout).toContain("no violations found, ");
    expect(results().requests).toBe(1);
  });

  test("finds what breaks it, with the recorded exchange, and no token in what it writes", async () => {
    const file = har(
      { content: body(envelope([country])) },
      { content: body(envelope([{ ...country, is_eu: "no" }])) },
    );
    const { code, stdout } = await check(file);
    expect(code).toBe(1);
    const failed = results().requirements.find((requirement) => requirement.outcome === "fail");
    expect(failed).toMatchObject({ id: "DICT-1", evidence: [{ exchange: "e-2", pointer: "/data/0/is_eu" }] });
    expect(stdout + JSON.stringify(results())).not.toContain(secret);
  });

  test("prints curl lines that the shell completes: each credential by its name, also where the recording has names already", async () => {
    const broken = body(envelope([{ ...country, is_eu: "no" }]));
    const sent = (authorization: string) => [
      { name: "Accept", value: "application/vnd.api.v2+json" },
      { name: "Authorization", value: authorization },
      { name: "X-Api-Key", value: "key-of-the-gateway" },
    ];
    const curlOf = async (authorization: string) => {
      const { stdout } = await check(har({ headers: sent(authorization), content: broken }));
      return /curl .*/.exec(stdout)?.[0];
    };
    expect(await curlOf(`Bearer ${secret}, User ${secret}-of-a-user`)).toContain(
      '-H "Authorization: Bearer $PARTNER_TOKEN, User $USER_TOKEN" -H "X-Api-Key: $X_API_KEY"',
    );
    expect(await curlOf("Bearer $PARTNER_TOKEN, User $SYSTEM_USER_TOKEN")).toContain(
      '-H "Authorization: Bearer $PARTNER_TOKEN, User $SYSTEM_USER_TOKEN" -H "X-Api-Key: $X_API_KEY"',
    );
  });

  test("says nothing of seed and depth, since it generates no request", async () => {
    const { stdout } = await check(har({ content: body(envelope([country])) }));
    const written = ["index.html", "summary.md", "junit.xml"].map((name) => readFileSync(join(out, name), "utf8"));
    for (const text of [stdout, ...written]) expect(text.toLowerCase()).not.toMatch(/\bseed\b|\bdepth\b/);
  });

  test("reads bodies in base64, and judges no body that the recorder left out or cut", async () => {
    const broken = JSON.stringify(envelope([{ ...country, id: "1" }]));
    const encoded = { size: broken.length, text: Buffer.from(broken).toString("base64"), encoding: "base64" };
    expect((await check(har({ content: encoded }))).code).toBe(1);
    expect((await check(har({ content: { size: broken.length } }))).code).not.toBe(1);
    expect((await check(har({ content: { size: broken.length, text: broken.slice(0, 20) } }))).code).not.toBe(1);
  });

  test("leaves alone what is no call of the API, aborted, or a preview surface that is not live", async () => {
    const { code, stdout } = await check(
      har(
        { url: "https://maps.example/v2/countries", headers: [{ name: "accept", value: "*/*" }], content: body([]) },
        { url: "https://api.example/api/v1/unknown", content: body({}) },
        { status: 0 },
        { url: "https://api.example/v3/locations/1/resources", status: 503 },
      ),
    );
    expect(code).toBe(3);
    expect(stdout).toContain("3 recorded requests match no documented operation");
  });

  test("takes several files, and distinguishes them", async () => {
    const [first, other] = [har({ content: body(envelope([country])) }), join(folder, "other.har")];
    writeFileSync(other, readFileSync(har({ content: body(envelope([{ ...country, id: null }])) }), "utf8"));
    har({ content: body(envelope([country])) });
    expect((await check(first, other)).code).toBe(1);
    expect(results().requirements.find((requirement) => requirement.outcome === "fail")?.evidence[0]?.exchange).toBe(
      "f2-1",
    );
  });

  const entries = (request: unknown, response: unknown = { status: 200 }) =>
    JSON.stringify({ log: { entries: [{ request, response }] } });

  test.each([
    ["none.har", undefined, /none\.har: there is no such file; give the path of a HAR file\n$/],
    ["text.har", "no", /text\.har: this is not JSON of at most 1000 levels, as a HAR file is\n$/],
    ["empty.har", "{}", /empty\.har:1: log: it is missing; give a file of HAR 1\.2\n$/],
    ["binary.har", "\0\u0001\0\0", /binary\.har: this is a binary file; give/],
    ["entry.har", '{"log":{"entries":[null]}}', /log\.entries\.0: found null, expected an object; give/],
    ["method.har", entries({ method: 7 }), /entries\.0\.request\.method: found a number, expected /],
    [
      "started.har",
      JSON.stringify({ log: { entries: [{}, { startedDateTime: "yesterday" }] } }, null, 1),
      /started\.har:6: log\.entries\.1\.startedDateTime: found a string, expected a time such as 2026-01-31T12:00:00Z; give/,
    ],
    ["headers.har", entries({ headers: { a: "b" } }), /request\.headers: found an object, expected /],
    ["header.har", entries({ headers: [{ name: "a", value: 5 }] }), /headers\.0\.value: found a number, /],
    ["status.har", entries({}, { status: "200" }), /response\.status: found a string, /],
    ["text-type.har", entries({}, { status: 200, content: { text: 5 } }), /content\.text: found a number, /],
  ])("%s is reported in one line", async (name, text, line) => {
    const file = join(folder, name);
    if (text !== undefined) writeFileSync(file, text);
    const { code, stderr } = await check(file);
    expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
  });
});

test("assay explain prints a requirement, its source, its proofs and what they need", async () => {
  const { code, stdout } = await assay(["explain", "inst-4"]);
  expect(code).toBe(0);
  expect(stdout).toContain("source    States and transitions > pending / No callback within 12 hours");
  expect(stdout).toContain("is confirmed a second after its window, and days after it");
  expect(stdout).toMatch(/needs .*control\.clock/);
  expect(stdout).toContain("the window never closes");
});

test("assay explain of an id that does not exist names the nearest", async () => {
  const { code, stderr } = await assay(["explain", "INST-400"]);
  expect([code, stderr]).toEqual([
    2,
    "assay: no requirement is called INST-400; did you mean INST-40? (`assay list requirements` lists them)\n",
  ]);
});
