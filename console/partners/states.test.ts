import { describe, expect, test } from "vitest";
import type { Verdict } from "../../record/results.ts";
import { afterNightly, type PartnerState } from "./states.ts";

describe("a nightly run", () => {
  test.each<[PartnerState, Verdict, number, PartnerState | undefined]>([
    ["certified", "fail", 1, undefined],
    ["certified", "fail", 2, "degraded"],
    ["degraded", "fail", 1, undefined],
    ["degraded", "fail", 2, "suspended"],
    ["suspended", "fail", 5, undefined],
    ["degraded", "pass", 0, "certified"],
    ["suspended", "pass", 0, "certified"],
    ["certified", "inconclusive", 9, undefined],
    ["degraded", "inconclusive", 9, undefined],
    ["revoked", "pass", 0, undefined],
  ])(
    "of a partner that is %s with verdict %s and %i failures in 48 hours leads to %s",
    (state, verdict, failures, after) => {
      expect(afterNightly(state, verdict, failures)?.after).toBe(after);
    },
  );
});
