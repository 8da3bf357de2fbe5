import { expect, test } from "vitest";
import type { Claim, PartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { gapFor } from "./profile-gaps.ts";

const address = { url: "http://127.0.0.1/{location_id}" };
const empty = { actions: {} } as PartnerProfile;
const full = {
  connect: address,
  webhook_url: address.url,
  lifecycle_webhook_url: address.url,
  actions: { resources: address, calls: address },
} as PartnerProfile;
const claims: Claim[] = ["install", "webhooks", "lifecycle", "resources", "calls"];

test.each(claims)("%s has what it needs from a full profile", (claim) => {
  expect(gapFor(claim, full, false)).toBeUndefined();
});

test.each<[Claim, RegExp]>([
  ["install", /^the profile has no connect, and there is no terminal/],
  ["webhooks", /^the profile has no webhook_url$/],
  ["lifecycle", /^the profile has no lifecycle_webhook_url$/],
  ["resources", /^the profile has no actions\.resources, and there is no terminal/],
  ["calls", /^the profile has no actions\.calls, and there is no terminal/],
])("%s learns what an empty profile lacks", (claim, gap) => {
  expect(gapFor(claim, empty, false)).toMatch(gap);
});

test("someone at a terminal does what needs no address", () => {
  expect(claims.filter((claim) => gapFor(claim, empty, true) === undefined)).toEqual(["install", "resources", "calls"]);
});

test("a connect without {location_id} serves webhooks only", () => {
  const profile = { ...full, connect: { url: "http://127.0.0.1/connect" } };
  expect(claims.filter((claim) => gapFor(claim, profile, false) === undefined)).toEqual(["webhooks"]);
});
