import type { Results, Verdict } from "../record/results.ts";

/** What the program's exit codes mean. */
export const exits = { fine: 0, notConformant: 1, couldNotRun: 2, inconclusive: 3, interrupted: 130 } as const;

/** The exit code of a verdict. */
export const exitOf: Record<Verdict, number> = {
  pass: exits.fine,
  fail: exits.notConformant,
  inconclusive: exits.inconclusive,
};

/** The exit code of a run: a list of known failures that is out of date is not in order either. */
export const exitOfRun = ({ verdict, noLongerFailing = [] }: Pick<Results, "verdict" | "noLongerFailing">): number =>
  verdict === "pass" && noLongerFailing.length > 0 ? exits.notConformant : exitOf[verdict];

/** The exit code of a report: what is not complete is no pass. */
export const exitOfReport = (results: Pick<Results, "verdict" | "noLongerFailing" | "complete">): number =>
  results.complete === false && results.verdict === "pass" ? exits.inconclusive : exitOfRun(results);
