import type { Paint } from "../../base/paint.ts";
import type { Verdict } from "../../record/results.ts";

/** The colour of each verdict. */
export const verdictColours = {
  pass: "green",
  fail: "red",
  inconclusive: "yellow",
} as const satisfies Record<Verdict, keyof Paint>;

/** The colour of what does not hold. */
export const breachColours = { fail: "red", warn: "yellow" } as const satisfies Record<string, keyof Paint>;
