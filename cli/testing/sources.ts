import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageFile } from "../../base/package-file.ts";

export const root = dirname(packageFile("package.json"));

/** Folders at the root that hold no TypeScript of ours. */
const others = /^(\.|node_modules$|build$|dist$|docs$|examples$|scripts$|coverage$)/;

/** Tests, and what serves them alone. */
const isTest = (path: string): boolean => /\.(slow\.)?test(-data)?\.ts$|(^|\/)testing\//.test(path);

/** Every source file by its path from the root; tests may import everything. */
export const sources: readonly string[] = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !others.test(entry.name))
  .flatMap(({ name: folder }) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith(".ts") && !isTest(path));
