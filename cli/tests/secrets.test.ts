import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "../../harness/testing/server.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-secrets-"));
const secret = "Very/Secret+Value-123";

/** Every text below a folder, in one. */
const textsIn = (name: string): string =>
  readdirSync(name, { recursive: true, encoding: "utf8" })
    .map((file) => join(name, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

function profileOf(profile: object): string {
  const file = join(folder, "profile.yaml");
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

/** Finds a secret, whatever the case of its letters. */
const leaks = (text: string): boolean =>
  [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64").slice(0, -4)].some((form) =>
    text.toLowerCase().includes(form.toLowerCase()),
  );

test("a control protocol that repeats its token puts it neither on the terminal nor into a file", async () => {
  const repeated = `Bearer ${secret}`;
  const server = await startServer((response) => {
    response.writeHead(500).end(`${repeated} ${repeated.toLowerCase()} ${Buffer.from(repeated).toString("base64")}`);
  });
  const control = { url: server.url, token: secret };
  const out = join(folder, "echo");
  const { code, stderr } = await assay(["run", "--target", profileOf({ control }), "--out", out]);
  expect([code, leaks(stderr + textsIn(out))]).toEqual([2, false]);
  expect(stderr).toContain("$CONTROL_TOKEN");
});

test.each([
  ["the address of a control", { control: { url: `http://me:${encodeURIComponent(secret)}@127.0.0.1:1` } }],
  ["a variable of the environment", { control: { url: "http://127.0.0.1:1/${APP_SECRET}" } }],
  ["a malformed token", { urls: {}, credentials: { partner_token: { token: secret } } }],
  ["a malformed variable", { urls: { base_url: "${APP_SECRET}" } }],
  ["a token that YAML takes for an alias", `credentials: { partner_token: *${secret.replaceAll(/\W/g, "")} }`],
])("no message shows the secret in %s", async (_, profile) => {
  const file = typeof profile === "string" ? join(folder, "odd.yaml") : profileOf(profile);
  if (typeof profile === "string") writeFileSync(file, profile);
  const out = join(folder, "message");
  const { code, stdout, stderr } = await assay(["run", "--target", file, "--out", out], {
    env: { APP_SECRET: secret },
  });
  expect([code, leaks(stdout + stderr), leaks(stderr.replaceAll(/\W/g, ""))]).toEqual([2, false, false]);
  expect(stderr).not.toContain(secret.replaceAll(/\W/g, ""));
  expect(stderr).toMatch(/^assay: .+\n$/);
});

test("a run writes no password of an address into its record", async () => {
  const base_url = `http://me:${encodeURIComponent(secret)}@127.0.0.1:1/api/v1`;
  const out = join(folder, "address");
  const { stdout, stderr } = await assay([
    "run",
    "--target",
    profileOf({ urls: { base_url } }),
    "--only",
    "DICT-1",
    "--out",
    out,
  ]);
  expect(textsIn(out)).toContain("$URLS_BASE_URL_PASSWORD");
  expect(leaks(stdout + stderr + textsIn(out))).toBe(false);
});

test("a malformed token is named by its key", async () => {
  const { stderr } = await assay(["run", "--target", profileOf({ urls: {}, credentials: { v3_token: 42_424_242 } })]);
  expect(stderr).toMatch(/credentials\.v3_token: found a number, expected /);
  expect(stderr).not.toContain("42424242");
});

test("a recorded request's cookies, keys and tokens, and the cookies that were set, are shown nowhere", async () => {
  const file = join(folder, "recorded.har");
  const shown = (n: number) => `${secret}${n}`;
  const request = {
    method: "GET",
    url: `https://me:${encodeURIComponent(shown(0))}@api.example/api/v1/countries?api_key=${encodeURIComponent(shown(1))}`,
    headers: [
      { name: "Authorization", value: `Bearer ${shown(2)}` },
      { name: "Cookie", value: `sid=${shown(3)}; theme=dark` },
      { name: "X-Api-Key", value: shown(4) },
    ],
  };
  const repeated = [0, 1, 2, 3, 4, 5].map(shown).join(" ");
  const headers = [{ name: "Set-Cookie", value: `sid=${shown(5)}; Path=/; HttpOnly` }];
  const text = JSON.stringify({ success: repeated, data: [{ id: repeated }], meta: repeated });
  writeFileSync(
    file,
    JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers, content: { text } } }] } }),
  );
  const out = join(folder, "checked");
  const { code, stdout, stderr } = await assay(["check", file, "--out", out]);
  expect([code, leaks(stdout + stderr + textsIn(out))]).toEqual([1, false]);
});
