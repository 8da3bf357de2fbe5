// Builds build/, where each source is one file of JavaScript, for tests and benchmarks; and of it dist/, which is what ships: bundles, types of the library,
// the specification as one JSON file, and checks of its schemas. node_modules/.bin gets a link to the program.
// With --if-older, it builds only where a source is newer than what was built: npm 10 prepares the package whenever `npx assay` runs in the clone.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";
import { unbundled } from "./unbundled.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const program = join(root, "dist/cli/assay.js");
const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" });

/** The packages that are not bundled: dependencies as large as all of the code, packages that few commands need, and Vitest. */
const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const external = [...unbundled, ...Object.keys(peerDependencies)];
const isExternal = (id) => external.some((name) => id === name || id.startsWith(`${name}/`));

/** Names of functions and classes are kept, for stack traces. */
const minify = { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true }, codegen: true };

/** The entries that are loaded from outside the bundle: the program, the library, and threads and processes. */
const entries = {
  "cli/assay": "cli/assay.js",
  "library/index": "library/index.js",
  "library/vitest": "library/vitest.js",
  "library/part-worker": "library/part-worker.js",
  "contracts/pact-process": "contracts/verify/pact-process.js",
  "regression/impact-worker": "regression/impact/worker.js",
  "console/task-process": "console/task-process.js",
  "console/watchdog": "console/work/tasks/watchdog.js",
};

/** The file that is written last, so it is there only where the build came to its end. */
const last = join(root, "dist/licenses.txt");

if (!process.argv.includes("--if-older") || isOlder()) await build();
linkProgram();

async function build() {
  for (const folder of ["build", "dist"]) rmSync(join(root, folder), { recursive: true, force: true });
  // `npm run lint` checks the types.
  run(join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), "-p", "tsconfig.build.json", "--noCheck");
  run(join(root, "build/specs/compile.js"));
  copyCompiled();
  const modules = await bundle();
  chmodSync(program, 0o755);
  for (const name of ["library/index", "library/vitest"]) await bundleTypes(name);
  writeLicenses(modules);
}

/** Puts code into few files, since each takes a millisecond or two to load; what every command starts with is one. */
async function bundle() {
  const bundler = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, "build", file)])),
    platform: "node",
    external: isExternal,
    treeshake: { moduleSideEffects: "no-external" },
  });
  const { output } = await bundler.write({
    dir: join(root, "dist"),
    format: "esm",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { groups: [{ name: "start", test: /cli.program.start\.js$/ }] },
    minify,
  });
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** Copies what was compiled of the specification. */
function copyCompiled() {
  for (const folder of ["specs", "schema-checks"]) mkdirSync(join(root, "dist", folder), { recursive: true });
  for (const path of ["specs/specification.json", "specs/suite-digest.txt"])
    copyFileSync(join(root, "build", path), join(root, "dist", path));
  for (const name of readdirSync(join(root, "build/schema-checks"))) {
    const { code } = minifySync(name, readFileSync(join(root, "build/schema-checks", name), "utf8"), minify);
    writeFileSync(join(root, "dist/schema-checks", name), code);
  }
}

/** Rolls up the types that a module exports into one file. */
async function bundleTypes(name) {
  const { dts } = await import("rolldown-plugin-dts");
  const bundler = await rolldown({
    input: join(root, `build/${name}.d.ts`),
    external: (id) => /^[^./]/.test(id),
    plugins: [dts({ dtsInput: true, tsconfig: false })],
  });
  await bundler.write({ file: join(root, `dist/${name}.d.ts`) });
}

/** Puts the licenses of packages beside the files that hold their code. */
function writeLicenses(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []));
  writeFileSync(join(root, "dist/licenses.txt"), [...folders].map(licenseOf).join("\n\n"));
}

function licenseOf(folder) {
  const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
  return [`${name}: ${license}`, ...texts.map((file) => readFileSync(join(folder, file), "utf8"))].join("\n\n");
}

/** True if a source is newer than what was built, or nothing was. */
function isOlder() {
  if (!existsSync(last)) return true;
  const built = statSync(last).mtimeMs;
  const isNewer = (folder) =>
    readdirSync(folder, { withFileTypes: true }).some((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return !/^(\..*|node_modules|build|dist|coverage)$/.test(entry.name) && isNewer(path);
      return /\.(ts|yaml|json)$/.test(entry.name) && statSync(path).mtimeMs > built;
    });
  return isNewer(root);
}

/** Puts the program where npm's scripts find it: `node_modules/.bin/assay`. */
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
