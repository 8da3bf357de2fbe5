import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { HarnessError } from "../../base/errors.ts";
import type { Results } from "../../record/results.ts";
import { allureFolder } from "./names.ts";

/** The Allure report, once it is built. */
export const allureName = "allure.html";

/** Allure's page asks nobody for anything: what it needs is in it. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; connect-src data: blob:; media-src data: blob:; frame-src data: blob:; worker-src data: blob:";

/** Allure's own count of its readers. */
const analytics =
  /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[^<]*gtag[^<]*<\/script>/;

/** Builds Allure's page of the results in a folder, as one file that opens from disk, with the history of the runs that were reported here. */
export async function buildAllure(folder: string, { subject, started }: Results): Promise<string> {
  const resultsFolder = join(folder, allureFolder);
  const history = resolve(folder, "allure-history.jsonl");
  forget(history, started);
  const place = mkdtempSync(join(tmpdir(), "assay-allure-"));
  try {
    await generate(place, subject.name, history, resolve(resultsFolder));
    const file = join(folder, allureName);
    writeFileSync(file, silenced(readFileSync(join(place, "index.html"), "utf8")));
    return file;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A run that is reported again is no second run. */
function forget(history: string, started: string): void {
  if (!existsSync(history)) return;
  const lines = readFileSync(history, "utf8").split("\n");
  const others = lines.filter((line) => line && !line.includes(`"start":${Date.parse(started)},`));
  writeFileSync(history, others.map((line) => `${line}\n`).join(""));
}

/** Allure works in a folder of its own, where it finds nobody's configuration. */
function generate(place: string, name: string, history: string, resultsFolder: string): Promise<void> {
  const library = fileURLToPath(import.meta.resolve("allure"));
  const options = [
    "--single-file",
    "--output",
    place,
    "--history-path",
    history,
    "--report-name",
    name,
    "--group-by",
    "epic,feature",
    "--lang",
    "en",
  ];
  const args = [join(dirname(library), "../cli.js"), "awesome", ...options, resultsFolder];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: place, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      if (error) fail(new HarnessError(`Allure could not build its report: ${stderr || stdout || error.message}`));
      else done();
    });
  });
}

function silenced(html: string): string {
  const quiet = html
    .replace(analytics, "")
    .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
  if (/googletagmanager|gtag\(/.test(quiet) || !quiet.includes(policy))
    throw new HarnessError("Allure's page is not built as it was, and might call its makers; it was not written");
  return quiet;
}
