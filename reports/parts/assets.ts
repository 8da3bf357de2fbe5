import { readFileSync } from "node:fs";
import { packageFile } from "../../base/package-file.ts";
import { Markup } from "./markup.ts";

/** Style sheets and scripts that a page carries in itself, by their paths in this folder. */
export const readAssets = (...paths: string[]): Markup =>
  new Markup(paths.map((path) => readFileSync(packageFile(`reports/${path}`), "utf8")).join(""));
