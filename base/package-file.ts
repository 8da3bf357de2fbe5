import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package: the first above this file that has a package.json, whether the code runs built or from source. */
const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, "package.json")) ? folder : rootAbove(parent);
}

/** The path of a file of this package, from its root. */
export const packageFile = (path: string): string => join(root, path);
