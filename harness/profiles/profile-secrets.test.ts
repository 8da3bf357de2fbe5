import { expect, test } from "vitest";
import { mayBeSecret, secretsOfProfile, shownCredentials } from "./profile-secrets.ts";

const taken = (name: string, value: string, ...path: string[]) => secretsOfProfile({}, [{ name, value, path }]);

test.each([
  ["a token of the environment", taken("T", "abc", "connect", "body", "x"), [["T", "abc"]]],
  ["a number of few digits", taken("PORT", "8080", "webhooks", "listen"), []],
  ["a name", taken("NAME", "staging", "name"), []],
  ["a host of an address", taken("HOST", "api.example:8443", "urls", "base_url"), []],
  [
    "a host that nobody can guess",
    taken("HOST", "a1b2c3d4e5f6a7b8.example", "urls", "base_url"),
    [["HOST", "a1b2c3d4e5f6a7b8.example"]],
  ],
  [
    "a password in an address",
    taken("URL", "https://me:s3cret%21@h/", "control", "url"),
    [
      ["URL", "me:s3cret!"],
      ["URL", "s3cret%21"],
      ["URL", "s3cret!"],
    ],
  ],
  ["a short parameter of an address", taken("URL", "https://h/?page=12345", "control", "url"), []],
  ["a long parameter of an address", taken("URL", "https://h/?x=123456", "control", "url"), [["URL", "123456"]]],
  ["an address that is none", taken("URL", "https://", "control", "url"), [["URL", "https://"]]],
  ["a text that looks like an address of another kind", taken("URL", "mailto:me", "connect"), [["URL", "mailto:me"]]],
  ["a host elsewhere than in an address", taken("HOST", "api.example", "connect"), [["HOST", "api.example"]]],
  [
    "a path that nobody can guess",
    taken("HOOK", "https://h/hooks/a1b2c3d4e5f6a7b8", "webhook_url"),
    [["HOOK", "a1b2c3d4e5f6a7b8"]],
  ],
])("the secrets in %s", (_, found, secrets) => {
  expect(found).toEqual(secrets);
});

test("what a profile writes down itself is named by its path, and the tokens that an application is given are not hidden", () => {
  const profile = {
    credentials: { partner_token: "p" },
    control: { url: "http://u:pw123@h", token: "control-token" },
    connect: { headers: { Authorization: "Bearer abcdef", Accept: "text/plain" }, body: null, list: ["plain"] },
    sandbox: { partner_token: "told", address: "http://u:told@h" },
  };
  expect(secretsOfProfile(profile, [])).toEqual([
    ["partner_token", "p"],
    ["control_url_password", "u:pw123"],
    ["control_url_password", "pw123"],
    ["control_token", "control-token"],
    ["connect_headers_Authorization", "Bearer abcdef"],
    ["connect_headers_Authorization", "abcdef"],
  ]);
});

test.each([
  [["credentials", "v3_token"], true],
  [["control", "token"], true],
  [["connect", "headers", "X-Api-Key"], true],
  [["sandbox", "anything"], true],
  [["credentials", "user"], true],
  [["urls", "base_url"], false],
  [["connect", "sandbox"], false],
])("whether %j may be secret", (path, isSecret) => {
  expect(mayBeSecret(path)).toBe(isSecret);
});

test("what everybody is shown takes no credential from the environment", () => {
  const from = (name: string) => ({ name, value: "abcdef", path: ["name"] });
  expect(shownCredentials([from("AWS_SECRET_ACCESS_KEY"), from("VERSION")])).toMatchObject([{ path: ["name"] }]);
});
