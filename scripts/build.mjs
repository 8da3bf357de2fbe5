// Builds dist/: JavaScript and types, the specification as one JSON file, and the program that `npx assay` finds.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const program = join(root, "dist/cli/assay.js");
const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" });

rmSync(join(root, "dist"), { recursive: true, force: true });
run(join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), "-p", "tsconfig.build.json");
run(join(root, "dist/specs/compile.js"));
chmodSync(program, 0o755);
linkProgram();

/** Puts the program where npx looks first, since it would otherwise install the project into its cache at every call. */
function linkProgram() {
  const folder = join(root, "node_modules/.bin");
  if (
    process.platform === "win32" ||
    !existsSync(join(root, "node_modules")) ||
    lstatSync(join(root, "node_modules")).isSymbolicLink()
  )
    return;
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "assay"), { force: true });
  symlinkSync(join("../../dist/cli/assay.js"), join(folder, "assay"));
}
