import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../specs/package-file.ts";
import { badge } from "./badge.ts";
import { annotations } from "./github.ts";
import { har } from "./har.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { page } from "./page/page.ts";
import type { Run } from "./run-folder.ts";

/** The Allure report, once it is built. */
export const allureName = "allure.html";

/** What stands in a folder once a run was reported, besides its results and its journal. */
export const reportNames = ["junit.xml", "summary.md", "badge.svg", "index.html", "exchanges.har", allureName];

/** Writes every report of a run but Allure's into its folder. */
export function writeReports(folder: string, run: Run): void {
  const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string };
  const hasExchanges = run.entries.some(({ kind }) => kind === "exchange");
  const links = [
    ...(existsSync(join(folder, allureName)) ? [[allureName, "Allure report"] as const] : []),
    ...(hasExchanges ? [["exchanges.har", "HAR"] as const] : []),
    ["junit.xml", "JUnit"] as const,
  ];
  const files: Record<string, string> = {
    "junit.xml": junit(run.results),
    "summary.md": markdown(run.results),
    "badge.svg": badge(run.results),
    "index.html": page(run, links),
    ...(hasExchanges ? { "exchanges.har": har(run.entries, version) } : {}),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** Shows a run on GitHub's page of the build, if this is one: the summary there, and annotations on standard error. */
export function tellGithub({ results }: Run, env: NodeJS.ProcessEnv = process.env): void {
  if (!env.GITHUB_STEP_SUMMARY) return;
  appendFileSync(env.GITHUB_STEP_SUMMARY, `${markdown(results)}\n`);
  process.stderr.write(annotations(results));
}
