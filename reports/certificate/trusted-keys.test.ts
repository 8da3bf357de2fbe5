import { describe, expect, test } from "vitest";
import { check, issue, issuer, statusList, stranger } from "./certificates.test-data.ts";
import { issueStatusList } from "./status-list.ts";
import { emptyKeySet, type KeySet, parseKeySet, rotateKeys, trust, trustedKeys } from "./trusted-keys.ts";

// The issuer's key was in use for two years; then another took over.
const set = rotateKeys(
  rotateKeys(emptyKeySet, issuer.publicKey, new Date("2024-03-01T00:00:00Z")),
  stranger.publicKey,
  new Date("2026-03-01T00:00:00Z"),
);
const keys = trustedKeys(set);

test("a new key takes over: the one before retires", () => {
  expect(parseKeySet(JSON.stringify(set), "keys.json")).toEqual(set);
  expect(set.keys).toMatchObject([
    { kid: trust(issuer.publicKey).id, from: "2024-03-01T00:00:00.000Z", until: "2026-03-01T00:00:00.000Z" },
    { kid: trust(stranger.publicKey).id, from: "2026-03-01T00:00:00.000Z" },
  ]);
});

test("a key that was in use before those of the set is retired from the start", () => {
  const young = rotateKeys(emptyKeySet, stranger.publicKey, new Date("2026-03-01T00:00:00Z"));
  const whole = rotateKeys(young, issuer.publicKey, new Date("2024-03-01T00:00:00Z"));
  expect(whole).toEqual(set);
  expect(parseKeySet(JSON.stringify(whole), "keys.json")).toEqual(set);
});

test("a certificate of a retired key is judged by when it was issued", () => {
  expect(check(issue(), { keys })).toHaveProperty("statement");
  expect(check(issue({ issued: new Date("2026-04-01T00:00:00Z") }), { keys })).toEqual({
    code: "key-not-in-use",
    refused: expect.stringMatching(/after its key \(\w{12}\) retired on 2026-03-01/),
  });
});

test("what a key signed before it was in use is refused", () => {
  expect(check(issue({}, stranger.privateKey), { keys })).toMatchObject({ code: "key-not-in-use" });
  const later = issue({ issued: new Date("2026-04-01T00:00:00Z") }, stranger.privateKey);
  expect(check(later, { keys })).toHaveProperty("statement");
});

test("around the times of a key, five minutes are granted to clocks that differ, and no more", () => {
  const codeOf = (issued: string, key = issuer.privateKey) => {
    const checked = check(issue({ issued: new Date(issued) }, key), { keys });
    return "code" in checked ? checked.code : "genuine";
  };
  expect(codeOf("2026-03-01T00:05:00Z")).toBe("genuine");
  expect(codeOf("2026-03-01T00:05:01Z")).toBe("key-not-in-use");
  expect(codeOf("2026-02-28T23:55:00Z", stranger.privateKey)).toBe("genuine");
  expect(codeOf("2026-02-28T23:54:59Z", stranger.privateKey)).toBe("key-not-in-use");
});

test("nothing that a revoked key signed counts, whenever that was", () => {
  const listed = set.keys.map((key) => ({ ...key, revoked: "it was lost" }));
  const revoked = trustedKeys({ ...set, keys: listed });
  expect(check(issue(), { keys: revoked })).toEqual({
    code: "key-revoked",
    refused: expect.stringContaining("it was lost"),
  });
});

test("a status list of a retired key is judged by when it was issued, too", () => {
  const list = (issued: string, key = issuer.privateKey) =>
    JSON.stringify(issueStatusList({ ...statusList(), issued }, key));
  const status = (text: string) => check(issue(), { keys, status: text });
  expect(status(list("2026-02-01T00:00:00Z"))).toHaveProperty("statement");
  expect(status(list("2026-05-01T00:00:00Z"))).toMatchObject({ code: "key-not-in-use" });
  expect(status(list("2026-05-01T00:00:00Z", stranger.privateKey))).toHaveProperty("statement");
});

describe("a key set is refused", () => {
  const [first] = set.keys as [KeySet["keys"][0]];
  const withKeys = (...listed: object[]) => JSON.stringify({ ...set, keys: listed });
  test.each([
    ["that is no JSON", "keys", /keys\.json: found nothing, expected an object/],
    ["without keys", withKeys(), /keys/],
    ["with a key of another algorithm", withKeys({ ...first, kty: "RSA" }), /keys\.0\.kty: .*expected "OKP"/],
    ["with a private key", withKeys({ ...first, d: "secret" }), /keys\.0\.d: this key is unknown/],
    ["with a key that is none", withKeys({ ...first, x: "AAAA" }), /keys\.0\.x: this is not an Ed25519 public key/],
    ["with another key's id", withKeys({ ...first, kid: "0".repeat(64) }), /keys\.0\.kid: found 0000/],
    ["with more keys than anybody has", withKeys(...Array(1001).fill(first)), /^keys\.json: keys: /],
    ["with a key twice", withKeys(first, first), /keys\.1\.kid: .* is listed twice/],
    [
      "with a key that retires before it is used",
      withKeys({ ...first, until: "2020-01-01T00:00:00Z" }),
      /until: it is before from/,
    ],
  ])("%s", (_, text, complaint) => {
    expect(() => parseKeySet(text, "keys.json")).toThrow(complaint);
  });
});
