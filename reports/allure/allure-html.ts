import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { HarnessError } from "../../base/errors.ts";
import { textOrNothing } from "../../base/files/text-or-nothing.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { fieldsOf, parseJson } from "../../base/json.ts";
import type { Results } from "../../record/results.ts";
import { allureFolder, allureName } from "../report-names.ts";

/** The sources that Allure's page may load from: only itself. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; connect-src data: blob:; media-src data: blob:; frame-src data: blob:; worker-src data: blob:";

/** The script by which Allure's makers count its readers. */
const analytics =
  /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[^<]*gtag[^<]*<\/script>/;

/** Builds Allure's page of the results in a folder: one file that opens from disk, with the history of the runs that were reported here. */
export async function buildAllure(folder: string, { subject }: Results): Promise<string> {
  const [history, results] = ["allure-history.jsonl", allureFolder].map((name) => resolve(folder, name)) as [
    string,
    string,
  ];
  removeFromHistory(history, startsIn(results));
  // Allure works in a folder of its own, where it finds no one's configuration.
  const work = mkdtempSync(join(tmpdir(), "assay-allure-"));
  try {
    const make = () => generate(results, work, { "report-name": subject.name, "history-path": history });
    await make().catch((error: unknown) => {
      // Anybody may have written the history that lies there.
      if (!(error instanceof HarnessError) || textOrNothing(history) === "") throw error;
      rmSync(history);
      return make();
    });
    const file = join(folder, allureName);
    writeWhole(file, offline(readFileSync(join(work, "index.html"), "utf8")));
    return file;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** When the tests began whose results lie in a folder, in milliseconds. */
function startsIn(results: string): number[] {
  const names = readdirSync(results).filter((name) => name.endsWith("-result.json"));
  return names.map((name) => Number(fieldsOf(parseJson(readFileSync(join(results, name), "utf8"))).start) || 0);
}

/** A run that is reported again is not a second run; it is known by when its tests began. */
function removeFromHistory(history: string, starts: readonly number[]): void {
  if (!existsSync(history)) return;
  // A path that is no file, such as a pipe, gives way to one.
  const isOfRun = (line: string) => starts.every((start) => line.includes(`"start":${start},`));
  const others = textOrNothing(history)
    .split("\n")
    .filter((line) => line && !isOfRun(line));
  writeWhole(history, others.map((line) => `${line}\n`).join(""));
}

function generate(results: string, work: string, options: Record<string, string>): Promise<void> {
  const library = fileURLToPath(import.meta.resolve("allure"));
  const all = { output: work, "group-by": "epic,feature", lang: "en", ...options };
  const args = [
    join(dirname(library), "../cli.js"),
    "awesome",
    "--single-file",
    ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]),
    results,
  ];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: work, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      if (error) fail(failureOf(stderr || stdout || error.message, work));
      else done();
    });
  });
}

/** Codes of the system that say that Allure had no room for its page. */
const noRoom = /\b(ENOSPC|EDQUOT|EFBIG|EROFS)\b/;

function failureOf(printed: string, work: string): Error {
  const [code] = noRoom.exec(printed) ?? [];
  return code
    ? Object.assign(new Error(`${code}: Allure could not build its report`), { code, syscall: "write", path: work })
    : new HarnessError(`Allure could not build its report: ${printed}`);
}

/** The page without its analytics, and with a policy that keeps it from asking anybody for anything. */
function offline(html: string): string {
  const quiet = html
    .replace(analytics, "")
    .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
  if (/googletagmanager|gtag\(/.test(quiet) || !quiet.includes(policy))
    throw new HarnessError("Allure's page has changed and might call its makers; it was not written");
  return quiet;
}
