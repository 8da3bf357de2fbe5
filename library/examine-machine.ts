import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { packageFile } from "../base/package-file.ts";
import { type Diagnosis, note, right, wrong } from "./diagnosis.ts";

/** Commands that show a page, by platform; elsewhere a browser is looked for by the names that it goes by. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ["open"], win32: ["cmd.exe"] };
const browsers = ["xdg-open", "chromium", "chromium-browser", "google-chrome", "firefox"];

/** What this machine has of what assay needs. */
export function examineMachine(environment: Readonly<Record<string, string | undefined>>): Diagnosis[] {
  return [examineNode(process.versions.node), examineBrowser(environment.PATH ?? "")];
}

function examineNode(version: string): Diagnosis {
  const { engines } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { engines: { node: string } };
  const least = engines.node.replace(">=", "");
  return isAtLeast(version, least)
    ? right("Node", version)
    : wrong("Node", `${version} is too old; install Node ${least} or newer`);
}

/** Whether a version such as 20.19.4 is another, such as 20.19, or newer. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((text) => text.split(".").map(Number));
  for (const [index, number] of (need ?? []).entries()) {
    const difference = (have?.[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function examineBrowser(path: string): Diagnosis {
  const names = openers[process.platform] ?? browsers;
  const files = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = files.find(isExecutable);
  return found
    ? right("browser", found)
    : note("browser", "none was found; reports are pages without network, so open them on another machine");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
