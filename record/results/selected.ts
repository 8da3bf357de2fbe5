import type { RequirementResult, Results } from "../results.ts";

/** True if a requirement was part of the run: --only and --skip may have left it out. */
export const isSelected = ({ selected }: Pick<RequirementResult, "selected">): boolean => selected !== false;

/** Results without the requirements that were not selected, as reports show them. */
export const selectedIn = (results: Results): Results => ({
  ...results,
  requirements: results.requirements.filter(isSelected),
});
