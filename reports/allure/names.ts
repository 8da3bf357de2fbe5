/** Where Allure's result files are in the folder of a run. */
export const allureFolder = "allure-results";

/** The whole name of a check, which it keeps from run to run. */
export const fullNameOf = (suite: "proofs" | "rules", ids: readonly string[], title: string): string =>
  `assay#${suite} ${ids.join(" ")}: ${title}`;
