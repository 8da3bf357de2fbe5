import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { textOrNothing } from "../base/files/text-or-nothing.ts";
import { writeWhole } from "../base/files/write-whole.ts";
import { packageManifest } from "../base/package-manifest.ts";
import { entriesOf, type RecordedExchange } from "../record/journal.ts";
import { timesOf } from "../record/results/requirement-times.ts";
import { selectedIn } from "../record/results/selected.ts";
import { textOfResults } from "../record/results.ts";
import type { RunRecord } from "../record/run-folder.ts";
import { buildAllure } from "./allure/allure-html.ts";
import { writeAllureResults } from "./allure/allure-results.ts";
import { certificateBadge } from "./certificate/certificate-badge.ts";
import { certificatePage } from "./certificate/certificate-page.ts";
import type { DsseEnvelope } from "./certificate/envelope.ts";
import { certificateOf } from "./certificate/verify-certificate.ts";
import { ctrf } from "./ctrf.ts";
import { annotations } from "./github.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import { page } from "./page/page.ts";
import { har } from "./parts/har.ts";
import { allureFolder, allureName } from "./report-names.ts";
import { runBadge } from "./run-badge.ts";

/** Writes every report of a run into its folder; Allure's page, which takes some seconds, only where it is asked for. */
export async function writeReports(
  folder: string,
  whole: RunRecord,
  { allure = false }: { allure?: boolean } = {},
): Promise<void> {
  const run = { ...whole, results: selectedIn(whole.results) };
  writeAllureResults(join(folder, allureFolder), run);
  // A page of other results than these would be taken for theirs.
  rmSync(join(folder, allureName), { force: true });
  const kept = whole.results.verdict === "pass" ? textOrNothing(join(folder, "certificate.json")) : "";
  const certificate = certificateOf(kept, textOfResults(whole.results));
  if (!certificate) rmSync(join(folder, "certificate.html"), { force: true });
  const files = textsOf(run, { allure, certificate });
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder, name), text);
  if (allure) await buildAllure(folder, run.results);
}

/** The reports that are texts, by the names of their files. */
function textsOf(
  run: RunRecord,
  { allure, certificate }: { allure: boolean; certificate: DsseEnvelope | undefined },
): Record<string, string> {
  const { results, entries, since } = run;
  const exchanges = entriesOf(entries, "exchange").filter(isWhole);
  const times = timesOf(entries, results);
  const { version } = packageManifest();
  const links = [
    ...(certificate ? [{ file: "certificate.html", title: "Certificate" }] : []),
    ...(allure ? [{ file: allureName, title: "Allure report" }] : []),
    ...(exchanges.length > 0 ? [{ file: "exchanges.har", title: "HAR" }] : []),
    { file: "junit.xml", title: "JUnit" },
    { file: "ctrf.json", title: "CTRF" },
  ];
  return {
    "junit.xml": junit(results, times),
    "ctrf.json": ctrf(results, times, version),
    "summary.md": markdown(results, since),
    // An application that is certified has the badge of its certificate.
    ...(certificate
      ? { "badge.svg": certificateBadge(certificate), "certificate.html": certificatePage(certificate) }
      : { "badge.svg": runBadge(results) }),
    "index.html": page(run, links),
    ...(exchanges.length > 0 ? { "exchanges.har": har(exchanges, version) } : {}),
  };
}

/** True if an exchange was written down with what it carried: of recorded traffic, only that it was there is. */
const isWhole = ({ request, response }: RecordedExchange): boolean =>
  request.headers.length > 0 || Object.keys(response.headers).length > 0;

/** Where a build reports what it found: its environment, and the stream that GitHub reads annotations from. */
export interface BuildLog {
  env: Readonly<Record<string, string | undefined>>;
  stderr: { write(text: string): unknown };
}

/** Shows a run on GitHub's page of the build, if this is one: the summary there, and annotations on standard error. */
export function reportToGithub({ results, since }: Omit<RunRecord, "entries">, { env, stderr }: BuildLog): void {
  if (!env.GITHUB_STEP_SUMMARY) return;
  appendFileSync(env.GITHUB_STEP_SUMMARY, `${markdown(selectedIn(results), since)}\n`);
  stderr.write(annotations(results));
}
