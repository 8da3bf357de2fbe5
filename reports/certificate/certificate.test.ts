import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { DsseEnvelope } from "./envelope.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { type ExpectedFacts, verifyCertificate } from "./verify-certificate.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ed25519");
const specification = { name: "Partner Integration API", version: "1.0.1", digest: `sha256:${"a".repeat(64)}` };
const results = JSON.stringify({
  subject: { name: "reminders", urls: {} },
  specification,
  requirements: [
    { id: "INST-29", outcome: "pass" },
    { id: "VER-6", outcome: "warn" },
  ],
});
const profile = "name: reminders\nclaims: [install]\n";
const issued = new Date("2026-01-01T00:00:00Z");
const envelope = issueCertificate({ results, profile, claims: ["install"], issued }, privateKey);
const expected: ExpectedFacts = {
  key: publicKey,
  results,
  specification,
  profile,
  now: new Date("2026-06-01T00:00:00Z"),
};
const check = (change: Partial<ExpectedFacts> = {}, certificate: DsseEnvelope | string = envelope) =>
  verifyCertificate(typeof certificate === "string" ? certificate : JSON.stringify(certificate), {
    ...expected,
    ...change,
  });
const payload = () => JSON.parse(Buffer.from(envelope.payload, "base64").toString()) as Record<string, unknown>;

test("a certificate tells application, claims, tests, issue and expiry, as an in-toto statement", () => {
  expect(check()).toMatchObject({
    statement: {
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      predicate: {
        result: "PASSED",
        application: "reminders",
        claims: ["install"],
        passedTests: ["INST-29"],
        warnedTests: ["VER-6"],
        issued: "2026-01-01T00:00:00.000Z",
        expires: "2027-01-01T00:00:00.000Z",
      },
    },
  });
});

test.each<[string, RegExp, ReturnType<typeof check>]>([
  ["another key signed it", /not signed with this key/, check({ key: stranger.publicKey })],
  ["the results were changed", /results\.json is not the one/, check({ results: `${results} ` })],
  [
    "it is for another specification",
    /another specification/,
    check({ specification: { ...specification, digest: `sha256:${"b".repeat(64)}` } }),
  ],
  ["it expired a day ago", /it expired on 2027-01-01/, check({ now: new Date("2027-01-02T00:00:00Z") })],
  ["it is issued tomorrow", /in the future/, check({ now: new Date("2025-12-31T00:00:00Z") })],
  ["the profile is another application's", /another application or profile/, check({ profile: "name: somebody\n" })],
  [
    "its payload was changed",
    /not signed with this key/,
    check({}, { ...envelope, payload: Buffer.from(JSON.stringify({ ...payload(), extra: 1 })).toString("base64") }),
  ],
  ["its payload has another type", /not signed with this key/, check({}, { ...envelope, payloadType: "text/plain" })],
  ["it is not signed", /not signed with this key/, check({}, { ...envelope, signatures: [] })],
  ["it is an empty object", /not a DSSE envelope/, check({}, "{}")],
  ["it is not JSON", /not a DSSE envelope/, check({}, "certified!")],
])("a certificate is refused, with the reason: %s", (_, reason, verification) => {
  expect(verification).toEqual({ refused: expect.stringMatching(reason) });
});
