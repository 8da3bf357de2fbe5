import { describe, expect, test } from "vitest";
import { afterNightly, afterUnjudged, type PartnerState } from "./states.ts";

describe("a nightly run", () => {
  test.each<[PartnerState, "pass" | "fail", number, PartnerState | undefined]>([
    ["certified", "fail", 1, undefined],
    ["certified", "fail", 2, "degraded"],
    ["degraded", "fail", 1, undefined],
    ["degraded", "fail", 2, "suspended"],
    ["suspended", "fail", 5, undefined],
    ["degraded", "pass", 0, "certified"],
    ["suspended", "pass", 0, "certified"],
    ["revoked", "pass", 0, undefined],
  ])(
    "of a partner that is %s with verdict %s and %i failures in 48 hours leads to %s",
    (state, verdict, failures, after) => {
      expect(afterNightly(state, verdict, failures)?.after).toBe(after);
    },
  );

  test.each<[PartnerState, number, PartnerState | undefined]>([
    ["certified", 13, undefined],
    ["certified", 14, "degraded"],
    ["degraded", 14, undefined],
    ["revoked", 14, undefined],
  ])("without a verdict of a partner that is %s, after %i such, leads to %s", (state, unjudged, after) => {
    expect(afterUnjudged(state, unjudged)?.after).toBe(after);
  });
});
