import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { isAtLeast, minNode } from "../../base/min-node.ts";
import { type Feature, installCommand, installedFor, optionalPackages } from "../../base/optional-packages.ts";
import { type Diagnosis, info, mistake, ok } from "./diagnosis.ts";

/** Commands that show a page, by platform; elsewhere these browsers are looked for. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ["open"], win32: ["cmd.exe"] };
const browsers = ["xdg-open", "chromium", "chromium-browser", "google-chrome", "firefox"];

/** Compares this machine with the needs of assay. */
export function examineMachine(environment: Readonly<Record<string, string | undefined>>): Diagnosis[] {
  return [examineNode(process.versions.node), ...examineTemporary(tmpdir()), examineBrowser(environment.PATH ?? "")];
}

/** The optional packages of each feature, and how to install those that are missing. */
export const examinePackages = (): Diagnosis[] =>
  (Object.keys(optionalPackages) as Feature[]).map((feature) => {
    const { present, missing } = installedFor(feature);
    return missing.length === 0
      ? ok(feature, present.join(", "))
      : info(feature, `not installed; to use it: ${installCommand(missing)}`);
  });

function examineNode(version: string): Diagnosis {
  return isAtLeast(version, minNode)
    ? ok("Node", version)
    : mistake("Node", `${version} is too old; install Node ${minNode} or newer`);
}

/** A folder for temporary files that can be used is not mentioned. */
function examineTemporary(folder: string): Diagnosis[] {
  try {
    accessSync(folder, constants.W_OK);
    return [];
  } catch {
    return [
      mistake("temporary files", `${folder} does not exist, or cannot be written to; set TMPDIR to another folder`),
    ];
  }
}

function examineBrowser(path: string): Diagnosis {
  const names = openers[process.platform] ?? browsers;
  const files = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = files.find(isExecutable);
  return found
    ? ok("browser", found)
    : info("browser", "none was found; reports are pages without network, so open them on another machine");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
