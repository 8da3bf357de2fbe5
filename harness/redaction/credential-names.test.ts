import { expect, test } from "vitest";
import { carriesCredential, secretsInAddress, secretsInHeader } from "./credential-names.ts";

test.each([
  ["https://h/path", []],
  ["https://token-alone@h/", ["token-alone"]],
  ["https://me:pass%2Fword@h/", ["me:pass/word", "pass%2Fword", "pass/word"]],
  ["https://h/?access_token=abc123&page=2", ["abc123"]],
  ["https://ab@h/", ["ab"]],
  ["https://a@h/", []],
  ["https://me:100%25%zz@h/", ["me:100%25%zz", "100%25%zz"]],
  ["https://me:secret@ h/", []],
  ["not an address", []],
])("the secrets in the address %s", (address, secrets) => {
  expect(secretsInAddress(address)).toEqual(secrets);
});

test.each([
  ["Authorization", "Bearer abcdef123", ["Bearer abcdef123", "abcdef123"]],
  ["Cookie", "sid=abcdef123; theme=dark", ["sid=abcdef123; theme=dark", "sid=abcdef123", "abcdef123", "theme=dark"]],
  ["Set-Cookie", "sid=abcdef123; HttpOnly", ["sid=abcdef123; HttpOnly", "sid=abcdef123", "abcdef123"]],
  [
    "Set-Cookie",
    "sid=abcdef123; Path=/abcdefgh; partitioned",
    ["sid=abcdef123; Path=/abcdefgh; partitioned", "sid=abcdef123", "abcdef123"],
  ],
  ["Authorization", "Partitioned-Scheme abcdef", ["Partitioned-Scheme abcdef", "Partitioned-Scheme", "abcdef"]],
  ["X-Api-Key", "short", []],
])("the secrets in the header %s: %s", (name, value, secrets) => {
  expect(secretsInHeader(name, value)).toEqual(secrets);
});

test("which names carry a credential", () => {
  const names = [
    "X-Auth-Token",
    "x-api-key",
    "Proxy-Authorization",
    "key",
    "X-CSRF-Token",
    "Accept",
    "X-Keyboard",
    "Date",
  ];
  expect(names.filter(carriesCredential)).toEqual(names.slice(0, 5));
});
