import { describe, expect, test } from "vitest";
import { digestOf } from "../../specs/digest.ts";
import { digestOfSet, type RequirementSet } from "../../specs/ledger/requirement-sets.ts";
import { check, issue, set } from "./certificates.test-data.ts";
import { isRefusal } from "./refusal.ts";
import { describeRevision } from "./revision-check.ts";

/** A later revision in which a claim has other requirements. */
function revise(revision: string, claim: string, demands: object): RequirementSet {
  const requirements = { ...set.claims[claim]?.requirements, ...demands };
  const claims = { ...set.claims, [claim]: { digest: digestOf(requirements), requirements } };
  return { ...set, revision, claims, digest: digestOfSet(revision, claims) };
}

const later = revise("1.1.0", "webhooks", { "HOOK-90": {}, "HOOK-91": {} });
const stated = (checked: ReturnType<typeof check>) =>
  isRefusal(checked) ? checked.refused : describeRevision(checked.revision);
const certificate = issue({ claims: ["install", "webhooks"] });

test("a certificate is judged by the revision that it was issued under, and what is new since is reported", () => {
  expect(stated(check(certificate, { sets: [set, later] }))).toBe(
    "issued under 1.0.1, current is 1.1.0: 2 requirements of webhooks are new (HOOK-90, HOOK-91)",
  );
});

test("where the current revision is required, what is new is a refusal", () => {
  expect(check(certificate, { sets: [set, later], require: "current" })).toEqual({
    code: "not-current",
    verdict: "not current",
    refused: expect.stringContaining("2 requirements of webhooks are new"),
  });
  expect(check(certificate, { require: "current" })).toHaveProperty("statement");
});

test("what changed in claims that it does not make takes nothing from it", () => {
  const other = issue({ claims: ["install"] });
  expect(stated(check(other, { sets: [set, later] }))).toBe(
    "issued under 1.0.1, current is 1.1.0: nothing that it claims has changed",
  );
  expect(check(other, { sets: [set, later], require: "current" })).toHaveProperty("statement");
});

test("changed and removed requirements are reported too, and those of every application", () => {
  const revised = revise("1.1.0", "any", { "TLS-2": { figures: { tls_minimum: "1.3 version" } } });
  const { "INST-30": _, ...rest } = set.claims.install?.requirements ?? {};
  revised.claims.install = { digest: digestOf(rest), requirements: rest };
  expect(stated(check(certificate, { sets: [set, revised] }))).toBe(
    "issued under 1.0.1, current is 1.1.0: 1 requirement of install is gone (INST-30), 1 requirement of every application is changed (TLS-2)",
  );
});

describe("a certificate is refused", () => {
  test("if its revision is unknown here", () => {
    expect(check(issue({}, undefined, revise("2.0.0", "any", {})))).toMatchObject({
      code: "unknown-revision",
      refused: expect.stringContaining("2.0.0, which is unknown here (known: 1.0.1)"),
    });
  });

  test("if the frozen set was edited since", () => {
    const edited = { ...revise("1.0.1", "webhooks", { "HOOK-90": {} }) };
    expect(check(certificate, { sets: [edited] })).toMatchObject({ code: "other-requirements" });
  });
});
