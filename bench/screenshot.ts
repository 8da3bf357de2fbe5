import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { packageFile } from "../base/package-file.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";

// Makes the picture of the README: the conformance page of a sandbox with a fault, as a browser shows it.
const browserFile = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (place) => place && existsSync(place),
);
if (!browserFile) throw new Error("no browser was found: install Debian's chromium, or name one in CHROMIUM");
const folder = mkdtempSync(join(tmpdir(), "assay-picture-"));
const sandbox = await createSandbox({
  clock: "frozen",
  behaviour: behaviourWith("a late callback is refused and confirms"),
});
writeFileSync(join(folder, "target.yaml"), JSON.stringify({ name: "staging", control: sandbox.control }));
const program = packageFile("dist/cli/assay.js");
// It ends with 1, for it finds the fault.
await new Promise((ended) => {
  execFile(process.execPath, [program, "run", "--target", join(folder, "target.yaml"), "--out", folder], ended);
});
await sandbox.close();

const picture = join(dirname(packageFile("package.json")), "docs/conformance-page.png");
const browser = await chromium.launch({ executablePath: browserFile, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1120, height: 700 } });
await page.goto(pathToFileURL(join(folder, "index.html")).href);
await page.screenshot({ path: picture });
await browser.close();
rmSync(folder, { recursive: true });
console.log(`docs/conformance-page.png: ${(statSync(picture).size / 1000).toFixed(0)} kB (at most 200)`);
