import { readFileSync } from "node:fs";
import { packageFile } from "./package-file.ts";

/** What this package says of itself. */
export interface Manifest {
  name: string;
  version: string;
  description: string;
}

/** Reads the package.json of this package. */
export const packageManifest = (): Manifest =>
  JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as Manifest;
