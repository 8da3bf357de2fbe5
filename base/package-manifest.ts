import { readFileSync } from "node:fs";
import { packageFile } from "./package-file.ts";

export interface Manifest {
  name: string;
  version: string;
  description: string;
  peerDependencies?: Readonly<Record<string, string>>;
}

/** Reads the package.json of this package, or of another one. */
export const packageManifest = (file = packageFile("package.json")): Manifest =>
  JSON.parse(readFileSync(file, "utf8")) as Manifest;
