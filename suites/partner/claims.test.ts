import { expect, test } from "vitest";
import { claimOf, isBasis, requirementsUnder } from "./claims.ts";

test.each([
  ["INST-31", "install"],
  ["AUTH-20", "install"],
  ["AUTH-18", "resources"],
  ["RATE-14", "resources"],
  ["CUR-8", "resources"],
  ["CALL-13", "calls"],
  ["AUTH-16", undefined],
  ["RATE-12", undefined],
])("%s belongs to the claim %s", (id, claim) => {
  expect(claimOf(id)).toBe(claim);
});

test("a claim asks for its requirements, and for none that are open or bind a provider", () => {
  expect(requirementsUnder("lifecycle")).toEqual(["LIFE-5", "LIFE-6", "LIFE-7", "LIFE-9", "LIFE-11"]);
});

test("the rest is asked of every application", () => {
  expect(requirementsUnder(undefined)).toContain("TLS-2");
  expect(requirementsUnder(undefined)).not.toContain("AUTH-18");
});

test("a claim rests on one of its requirements", () => {
  expect(requirementsUnder("webhooks").filter(isBasis)).toEqual(["HOOK-16"]);
});
