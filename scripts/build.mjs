// Builds dist/: JavaScript and types, the specification as one JSON file, checks of its schemas, the help, and a link to the program.
// With --if-older, it builds only where a source is newer than what was built: npm 10 prepares the package whenever `npx assay` runs in the clone.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
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

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const program = join(root, "dist/cli/assay.js");
const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" });

/** Packages that nearly every run loads, most of them from dozens of files, and what the bundler itself adds. */
const bundled =
  /^(@oxc-project|ajv|ajv-formats|allure-js-commons|commander|fast-check|js-yaml|jsonpath-rfc9535|picocolors|yaml)(\/|$)/;

/** What is written last, so it is there only where the build came to its end. */
const last = join(root, "dist/cli/help.txt");

if (!process.argv.includes("--if-older") || isOlder()) await build();
linkProgram();

async function build() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  // `npm run lint` checks the types.
  run(join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), "-p", "tsconfig.build.json", "--noCheck");
  run(join(root, "dist/specs/compile.js"));
  await bundle();
  chmodSync(program, 0o755);
  storeHelp();
}

/** Puts the help of the program beside it. */
function storeHelp() {
  const { FORCE_COLOR: _, ...env } = process.env;
  writeFileSync(last, execFileSync(process.execPath, [program, "--help"], { env }));
}

/** Puts code into few files, since each file takes a millisecond or two to load: what every command starts with, what each needs besides, and what a thread or a process of a task loads, all in one. */
async function bundle() {
  const start = { name: "start", test: /cli.start\.js$/ };
  const split = { chunkFileNames: "chunks/[name].js", codeSplitting: { groups: [start] } };
  writeLicenses([
    ...(await bundleFile("library/part-worker.js", { codeSplitting: false })),
    ...(await bundleFile("console/task-process.js", { codeSplitting: false })),
    ...(await bundleFile("cli/assay.js", split)),
  ]);
}

async function bundleFile(name, options) {
  const { rolldown } = await import("rolldown");
  const dir = join(root, "dist");
  const bundler = await rolldown({
    input: join(dir, name),
    platform: "node",
    external: (id, importer = "") => /^[^./\0]/.test(id) && !bundled.test(id) && !/node_modules/.test(importer),
    treeshake: { moduleSideEffects: "no-external" },
  });
  const { output } = await bundler.write({ dir, format: "esm", entryFileNames: name, ...options });
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
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

/** Whether a source is newer than what was built, or nothing was. */
function isOlder() {
  if (!existsSync(last)) return true;
  const built = statSync(last).mtimeMs;
  const isNewer = (folder) =>
    readdirSync(folder, { withFileTypes: true }).some((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return !/^(\..*|node_modules|dist|coverage)$/.test(entry.name) && isNewer(path);
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
