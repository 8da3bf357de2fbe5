import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestResult } from "allure-js-commons";

/** Where Allure's result files are in the folder of a run. */
export const allureFolder = "allure-results";

/** What Vitest calls the proofs, and the requirements that no proof names. */
export type Suite = "proofs" | "rules";

/** The whole name of a test, by which the result of allure-vitest is found again. */
export const fullNameOf = (suite: Suite, ids: readonly string[], title: string): string =>
  `assay#${suite} ${ids.join(" ")}: ${title}`;

/** The results that allure-vitest wrote into a run's folder; one that was cut off is none. */
export function readTested(folder: string): TestResult[] {
  const place = join(folder, allureFolder);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith("-result.json"))
    .flatMap((name) => {
      try {
        const result = JSON.parse(readFileSync(join(place, name), "utf8")) as TestResult;
        const [fullName] = /#(?:proofs|rules) .*/s.exec(result.fullName ?? "") ?? [];
        // The file that a test is in belongs to the machine, and not to its name.
        return fullName ? [{ ...result, fullName: `assay${fullName}` }] : [];
      } catch {
        return [];
      }
    });
}
