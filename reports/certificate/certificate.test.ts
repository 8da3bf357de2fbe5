import { describe, expect, test } from "vitest";
import { certificateBadge } from "./certificate-badge.ts";
import { describeCertificate } from "./certificate-words.ts";
import { check, copyOf, issue, profile, results, resultsText, set, sign, stranger } from "./certificates.test-data.ts";
import { certificateId, sha256 } from "./envelope.ts";
import { isRefusal } from "./refusal.ts";
import { trust } from "./trusted-keys.ts";

const envelope = issue();
const describing = (checked: ReturnType<typeof check>) =>
  isRefusal(checked) ? [checked.refused] : describeCertificate(checked);

test("a certificate names application, version, claims, tests, revision, issue and expiry, as an in-toto statement", () => {
  expect(check(envelope)).toMatchObject({
    certificate: certificateId(envelope),
    revision: { issued: "1.0.1", current: "1.0.1", changes: [] },
    statement: {
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://in-toto.io/attestation/test-result/v0.1",
      predicate: {
        result: "PASSED",
        application: "reminders",
        version: "2.3.1",
        claims: ["install"],
        revision: "1.0.1",
        warnedTests: ["VER-6"],
        failedTests: [],
        issued: "2026-01-01T00:00:00.000Z",
        expires: "2027-01-01T00:00:00.000Z",
      },
    },
  });
});

test("what it says is reported line by line; of a key that was made for it alone, that it proves nothing about who signed", () => {
  const lines = describing(check(issue({ isKeyEphemeral: true })));
  expect(lines).toEqual([
    "reminders 2.3.1 is certified for install",
    "issued 2026-01-01T00:00:00.000Z, expires 2027-01-01T00:00:00.000Z",
    "issued under revision 1.0.1, which is the current one",
    expect.stringMatching(/^\d+ requirements passed, 1 with a warning: VER-6$/),
    expect.stringMatching(/^certificate sha256:[0-9a-f]{64}$/),
    expect.stringContaining("proves nothing about who signed"),
  ]);
  expect(describing(check(envelope)).join()).not.toContain("proves nothing");
});

test.each<[string, string, RegExp, ReturnType<typeof check>]>([
  [
    "another key signed it",
    "not-signed",
    /not signed with this key/,
    check(envelope, { keys: [trust(stranger.publicKey)] }),
  ],
  [
    "the results were changed",
    "other-results",
    /results\.json is not the one/,
    check(envelope, { results: `${results} ` }),
  ],
  [
    "it expired a day ago",
    "expired",
    /it expired on 2027-01-01/,
    check(envelope, { now: new Date("2027-01-02T00:00:00Z") }),
  ],
  [
    "it is issued tomorrow",
    "not-yet-issued",
    /in the future/,
    check(envelope, { now: new Date("2025-12-31T00:00:00Z") }),
  ],
  [
    "the profile is another application's",
    "other-application",
    /it is for reminders 2\.3\.1; the profile describes somebody/,
    check(envelope, { profile: "name: somebody\n" }),
  ],
])("a certificate is refused, with the reason: %s", (_, code, reason, checked) => {
  expect(checked).toMatchObject({ code, refused: expect.stringMatching(reason) });
});

test("a certificate holds up to the moment of its expiry, and from five minutes before its issue", () => {
  const codeAt = (now: string) => {
    const checked = check(envelope, { now: new Date(now) });
    return isRefusal(checked) ? checked.code : "genuine";
  };
  expect(codeAt("2026-12-31T23:59:59.999Z")).toBe("genuine");
  expect(codeAt("2027-01-01T00:00:00Z")).toBe("expired");
  expect(codeAt("2025-12-31T23:55:00Z")).toBe("genuine");
  expect(codeAt("2025-12-31T23:54:59Z")).toBe("not-yet-issued");
});

test("a failure that is known, and only warns, is not certified", () => {
  const known = { kind: "waived", reason: "agreed", until: "2999-12-31" };
  const requirements = [{ id: "INST-29", outcome: "warn", known }];
  expect(() => issue({ results: resultsText({}, { requirements }) })).toThrow(
    "this cannot be certified: INST-29 fails; that a failure is known does not make it pass",
  );
});

test("a certificate and its badge name the suite that judged", () => {
  const suite = { name: "assay", version: "1.2.3", digest: `sha256:${"0123456789ab".repeat(6).slice(0, 64)}` };
  const text = resultsText({}, { suite });
  const judged = issue({ results: text });
  expect(describing(check(judged, { results: text }))).toContain("judged by assay 1.2.3 (0123456789ab)");
  expect(certificateBadge(judged)).toContain("judged by assay 1.2.3 (0123456789ab)");
});

test("only complete results that passed are certified", () => {
  for (const more of [{ verdict: "fail" }, { verdict: "inconclusive" }, { kind: "provider" }, { complete: false }])
    expect(() => issue({ results: resultsText({}, more) })).toThrow(/does not say that an application passed/);
});

describe("a claim of which no requirement was judged", () => {
  const unjudged = Object.keys(set.claims.webhooks?.requirements ?? {}).map((id) => [id, "not-applicable"]);
  const text = resultsText(Object.fromEntries(unjudged));

  test.each(["webhooks", "any", "constructor", "nothing"])("is not certified: %s", (claim) => {
    expect(() => issue({ results: text, claims: ["install", claim] })).toThrow(
      new RegExp(`it claims ${claim}, of which no requirement was judged`),
    );
  });

  test("makes a certificate that the issuer signed not genuine", () => {
    const statement = copyOf(issue({ results: text }));
    const claiming = (...claims: string[]) =>
      check(sign({ ...statement, predicate: { ...statement.predicate, claims } }), { results: text });
    expect(claiming("install")).toHaveProperty("statement");
    expect(claiming("install", "webhooks")).toEqual({
      code: "not-judged",
      refused: "it claims webhooks, of which no requirement was judged",
    });
    const alone = sign({ ...statement, predicate: { ...statement.predicate, claims: ["install", "webhooks"] } });
    expect(check(alone, { results: undefined })).toMatchObject({ code: "not-judged" });
    expect(check(issue({ results: text }), { results: undefined })).toHaveProperty("statement");
    for (const claim of ["any", "constructor"]) expect(claiming(claim)).toMatchObject({ code: "other-requirements" });
  });

  test("is not one of which something failed, which is not certified either", () => {
    expect(() => issue({ results: resultsText({ "INST-29": "fail" }) })).toThrow(/INST-29.* is fail in results/);
  });
});

describe("signed with the right key, a statement that is no certificate is refused:", () => {
  const statement = copyOf(envelope);
  const predicate = (change: object) => sign({ ...statement, predicate: { ...statement.predicate, ...change } });
  const without = (key: string) => predicate({ [key]: undefined });

  test.each(Object.keys(statement))("without %s", (key) => {
    expect(check(sign({ ...statement, [key]: undefined }))).toMatchObject({
      code: "malformed",
      refused: expect.stringContaining(key),
    });
  });

  test.each([
    "result",
    "configuration",
    "passedTests",
    "warnedTests",
    "failedTests",
    "application",
    "claims",
    "issued",
    "expires",
  ])("without predicate.%s", (key) => {
    expect(check(without(key))).toMatchObject({
      code: "malformed",
      refused: expect.stringContaining(`predicate.${key}`),
    });
  });

  test.each<[string, object]>([
    ["a failure", { failedTests: ["INST-29"] }],
    ["another result", { result: "FAILED" }],
    ["an expiry that is no time", { expires: "never" }],
    ["an expiry without a day", { expires: "2027-02-30T00:00:00Z" }],
    ["an expiry before its issue", { expires: "2025-12-01T00:00:00Z" }],
    ["no claims", { claims: [] }],
    ["claims of null", { claims: null }],
  ])("%s", (_, change) => {
    expect(check(predicate(change))).toMatchObject({ code: "malformed" });
  });

  test.each([
    ["null", null],
    ["a list", []],
    ["a number", 1],
    ["an empty object", {}],
    ["a text", "certified"],
  ])("%s", (_, value) => {
    expect(check(sign(value))).toMatchObject({ code: "malformed" });
  });

  test("nested deeply", () => {
    const deep = JSON.parse(`${"[".repeat(1000)}${"]".repeat(1000)}`) as unknown;
    expect(check(predicate({ extra: deep }))).toMatchObject({ code: "malformed" });
  });

  test("for another specification", () => {
    const configuration = statement.predicate.configuration.map((resource) => ({
      ...resource,
      name: "Another API 1.0.1",
    }));
    expect(check(predicate({ configuration }))).toMatchObject({ code: "other-specification" });
  });

  test.each<[string, string, Record<string, string>, Record<string, unknown>]>([
    ["a must of its claim failed", "INST-29, which revision 1.0.1 asks of install, is fail", { "INST-29": "fail" }, {}],
    [
      "a must of every application was not judged",
      "TLS-2, which revision 1.0.1 asks of every application, is untestable",
      { "TLS-2": "untestable" },
      {},
    ],
    ["the results are of something else", "does not say that an application passed", {}, { kind: "provider" }],
    ["the results hold nothing", "is not there in results.json", {}, { requirements: null }],
    ["the results say that it failed", "does not say that an application passed", {}, { verdict: "fail" }],
  ])("%s", (_, reason, outcomes, more) => {
    const text = resultsText(outcomes, more);
    const statementOfIt = copyOf(envelope);
    statementOfIt.subject[0] = { name: "results.json", digest: { sha256: sha256(text) } };
    expect(check(sign(statementOfIt), { results: text })).toMatchObject({
      code: "not-passed",
      refused: expect.stringContaining(reason),
    });
  });

  test("for a claim that its revision does not know", () => {
    expect(check(predicate({ claims: ["telepathy"] }))).toMatchObject({ code: "other-requirements" });
  });
});

test("a certificate of the time before revisions is judged by the version of its specification", () => {
  const { revision, ...predicate } = copyOf(envelope).predicate;
  const old = sign({
    ...copyOf(envelope),
    predicate: { ...predicate, configuration: predicate.configuration.slice(0, 1) },
  });
  expect(revision).toBe(set.revision);
  expect(check(old, { profile })).toMatchObject({ revision: { issued: "1.0.1" } });
});

test("a must of a claim that it does not make is not asked for", () => {
  const text = resultsText({ "CALL-13": "untestable" });
  expect(check(issue({ results: text }), { results: text })).toHaveProperty("statement");
});
