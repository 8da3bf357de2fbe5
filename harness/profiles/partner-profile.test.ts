import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { fillIn, loadPartnerProfile } from "./partner-profile.ts";

const load = (text: string, environment = {}) => {
  const file = join(mkdtempSync(join(tmpdir(), "assay-profile-")), "partner.yaml");
  writeFileSync(file, text);
  return loadPartnerProfile(file, environment);
};

test("name and claims suffice, and patience has its defaults", () => {
  expect(load("name: a\nclaims: [install]\n")).toMatchObject({
    name: "a",
    claims: ["install"],
    actions: {},
    patience: { quiet_s: 3, max_s: 30, callback_s: 60 },
  });
});

test.each(["examples/partner-app/profile.yaml", "examples/partner-app-python/profile.yaml"])(
  "%s can be loaded, and claims everything",
  (file) => {
    expect(loadPartnerProfile(packageFile(file)).claims).toHaveLength(5);
  },
);

test.each([
  ["claims: [install]\n", /partner\.yaml:1: name: it is missing/],
  ['name: "acme \\u202Ednuof"\nclaims: [install]\n', /partner\.yaml:1: name: .*without control characters/],
  ['name: a\nversion: "1\\n2"\nclaims: [install]\n', /partner\.yaml:2: version: .*without control characters/],
  ["name: a\nclaims: []\n", /partner\.yaml:2: claims: .*a list of claims/],
  ["name: a\nclaims: [instal]\n", /partner\.yaml:2: claims\.0: found the string "instal".*claims are install/],
  ["name: a\nclaims: [calls]\nwebhook_ur: x\n", /partner\.yaml:3: webhook_ur: .*did you mean webhook_url/],
  [
    "name: a\nclaims: [calls]\nwebhook_url: localhost\n",
    /partner\.yaml:3: webhook_url: found the string "localhost", expected an http or https address/,
  ],
  ["name: a\nclaims: [calls]\nactions: { calls: { method: POST } }\n", /actions\.calls\.url: it is missing/],
  [
    "name: a\nclaims: [calls]\nsandbox: { partner_token: Bearer x }\n",
    /sandbox\.partner_token: .*write the token alone/,
  ],
  ["name: a\nclaims: [calls]\nsandbox: { partner_token: '${TOKEN}' }\n", /TOKEN is not set/],
  ...["1e999", "9007199254740993", "-0"].map((id): [string, RegExp] => [
    `name: a\nclaims: [calls]\nsandbox: { application_id: ${id} }\n`,
    /sandbox\.application_id: .*a whole number from 1 to/,
  ]),
  ["name: a: b\n", /partner\.yaml:1: this is not YAML/],
  [
    "name: a\nclaims: [calls]\nconnect: { url: 'http://\\/12{application_id}.0.0.1/' }\n",
    /connect\.url: .*an http or https/,
  ],
  ["name: a\nclaims: [calls]\nconnect: { url: 'http://a.example/ b' }\n", /connect\.url: .*an http or https/],
  ["name: a\nclaims: [calls]\nwebhook_url: 'http://a.example/{location_id}'\n", /webhook_url: .*an http or https/],
  [
    'name: a\nclaims: [calls]\nconnect: { url: "http://a.example/", headers: { X-A: "b\\r\\nX-C: d" } }\n',
    /connect\.headers\.X-A: .*the value of a header, in one line/,
  ],
  [
    'name: a\nclaims: [calls]\nconnect: { url: "http://a.example/", headers: { "X A": b } }\n',
    /connect\.headers: .*the name of a header/,
  ],
  ...["Connection", "transfer-encoding", "HOST", "Content-Length", "Upgrade", "Proxy-Authorization"].map(
    (name): [string, RegExp] => [
      `name: a\nclaims: [calls]\nactions: { calls: { url: "http://a.example/", headers: { ${name}: close } } }\n`,
      new RegExp(`actions\\.calls\\.headers\\.${name}: this header belongs to the connection`),
    ],
  ),
  [`name: ${"a".repeat(201)}\nclaims: [calls]\n`, /name: .*this has 201 characters, expected at most 200/],
])("%j is refused, and the message says where and why", (text, line) => {
  expect(() => load(text)).toThrow(line);
});

test("a token that looks like a number stays a string", () => {
  const { sandbox } = load("name: a\nclaims: [calls]\nsandbox: { partner_token: '${TOKEN}' }\n", { TOKEN: "0123" });
  expect(sandbox.partner_token).toBe("0123");
});

test("placeholders are replaced, and an id that stands alone becomes a number", () => {
  const values = { location_id: 100, application_id: 200, date_from: "2026-01-01", date_to: "2026-01-08" };
  const ask = {
    url: "http://127.0.0.1/l/{location_id}?from={date_from}",
    body: {
      id: "{location_id}",
      text: "{location_id}-{application_id}",
      days: ["{date_from}", "{date_to}"],
      other: "{x}",
    },
  };
  expect(fillIn(ask, values)).toEqual({
    url: "http://127.0.0.1/l/100?from=2026-01-01",
    body: { id: 100, text: "100-200", days: ["2026-01-01", "2026-01-08"], other: "{x}" },
  });
});
