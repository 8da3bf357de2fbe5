// Where the compiled code is, and a copy of it to make mistakes in.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The path of a source's compiled code in the checkout, or in a copy. */
export const builtName = (file) => join("build", file.replace(/\.ts$/, ".js"));

/** The compiled file of a source. */
export function builtOf(file) {
  const built = join(root, builtName(file));
  if (!existsSync(built)) throw new Error(`${built} is not there; run npm run build first`);
  return built;
}

/** Copies all that the compiled program needs to run. */
export function copyBuilt() {
  const copy = mkdtempSync(join(tmpdir(), "assay-mutation-"));
  const wanted = ["specs", "docs", "examples", "reports", "package.json"];
  const files = execFileSync("git", ["ls-files", ...wanted], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  for (const file of [...files, "build"]) cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
