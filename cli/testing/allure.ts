import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A result of Allure, as far as tests read it. */
export interface AllureTestResult {
  name: string;
  fullName: string;
  status: string;
  labels: { name: string; value: string }[];
  links: { url: string }[];
  steps: { name: string }[];
}

/** The results for Allure in the folder of a run. */
export const allureIn = (out: string): AllureTestResult[] =>
  readdirSync(join(out, "allure-results"))
    .filter((name) => name.endsWith("-result.json"))
    .map((name) => JSON.parse(readFileSync(join(out, "allure-results", name), "utf8")) as AllureTestResult);
