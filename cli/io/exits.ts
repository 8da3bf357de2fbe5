import type { Verdict } from "../../record/results.ts";

export const exits = { fine: 0, notConformant: 1, couldNotRun: 2, inconclusive: 3, interrupted: 130 } as const;

/** The exit code of a verdict. */
export const exitOf: Record<Verdict, number> = {
  pass: exits.fine,
  fail: exits.notConformant,
  inconclusive: exits.inconclusive,
};
