// Checks what has to hold before a release: npm run release:check [-- --quick]
// Leaves sbom.cdx.json and the package's digest in release/. With --quick, nothing is installed anew.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const release = join(root, "release");
const isQuick = process.argv.includes("--quick");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const problems = [];

/** How large the package may be unpacked, and what an installation of it may bring and take. */
const most = { unpacked: 5_000_000, packages: 60, installed: 30_000_000 };

/** Licences that ask for nothing but their text; each name is SPDX's. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PostgreSQL",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
  "WTFPL",
]);

const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, encoding: "utf8", maxBuffer: 256_000_000, stdio: ["ignore", "pipe", "pipe"] });
const check = (what, lacks) => {
  process.stdout.write(`${lacks.length === 0 ? "ok " : "NO "} ${what}\n`);
  for (const lack of lacks) process.stdout.write(`     ${lack}\n`);
  problems.push(...lacks);
};

rmSync(release, { recursive: true, force: true });
mkdirSync(release);

check(
  "nothing is changed that is not committed",
  run("git", ["status", "--porcelain", "--untracked-files=no"]).split("\n").filter(Boolean),
);

const sbom = billOfMaterials();
writeFileSync(join(release, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
const components = sbom.components ?? [];
check(
  `the bill of materials names what is bundled and installed with assay (${components.length} packages)`,
  components.length > 0 ? [] : ["it is empty"],
);

/** The packages in assay, also where only its bundles hold them: npm leaves out those that tools of development need too, so it sees a manifest without those. */
function billOfMaterials() {
  const folder = mkdtempSync(join(tmpdir(), "assay-sbom-"));
  try {
    const { name, version, license, dependencies } = manifest;
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, license, dependencies }));
    copyFileSync(join(root, "package-lock.json"), join(folder, "package-lock.json"));
    run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
    const format = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
    return JSON.parse(run("npm", ["sbom", ...format, "--package-lock-only"], folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The licences of a package, as its manifest or the lock file names them. */
const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
const licencesOf = ({ name, group, licenses = [] }) => {
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "");
  const own = locked[`node_modules/${group ? `${group}/` : ""}${name}`]?.license;
  return (named.length > 0 ? named : [own ?? ""]).flatMap((text) => text.replace(/[()]/g, "").split(/ OR /));
};
check(
  "every licence allows to pass it on",
  components.flatMap((component) =>
    licencesOf(component).some((licence) => licence.split(/ AND /).every((part) => allowed.has(part)))
      ? []
      : [`${component.name}@${component.version}: ${licencesOf(component).join(", ") || "no licence is named"}`],
  ),
);
check(
  "no dependency runs a script when it is installed",
  Object.entries(locked).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : [])),
);
check(
  "every dependency has an exact version",
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+$/.test(version) ? [] : [`${name}: ${version}`],
  ),
);

const [packed] = JSON.parse(
  run("npm", ["pack", "--json", "--foreground-scripts=false", "--pack-destination", release]),
);
const tarball = join(release, packed.filename);
check(
  `the package holds what it says (${packed.entryCount} files, ${Math.round(packed.unpackedSize / 1e6)} MB)`,
  packed.files.flatMap(({ path }) => (/(^|\/)(\.env|\.npmrc|.*\.pem|.*\.test\.[jt]s)$/.test(path) ? [path] : [])),
);
const { messages } = await publint({ pkgDir: root, level: "warning", strict: true });
check(
  "publint finds nothing wrong",
  messages.map((message) => formatMessage(message, manifest) ?? message.code),
);

const isSource = (file) => file.endsWith(".ts") && !/\.test(-data)?\.ts$|(^|\/)testing\//.test(file);
const folders = "base specs generators harness record suites contracts regression reports sandbox library console cli";
const linesIn = (file) => readFileSync(join(root, file), "utf8").split("\n").length - 1;
const counts = folders.split(" ").map((folder) => {
  const sources = run("git", ["ls-files", folder]).split("\n").filter(isSource);
  return { folder, files: sources.length, lines: sources.reduce((sum, file) => sum + linesIn(file), 0) };
});
const total = (key) => counts.reduce((sum, count) => sum + count[key], 0);
process.stdout.write(`    ${total("files")} files of source without tests, ${total("lines")} lines:\n`);
for (const { folder, files, lines } of counts)
  process.stdout.write(`      ${folder}: ${files} files, ${lines} lines\n`);

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
check(
  `the package is under ${megabytes(most.unpacked)} (${megabytes(packed.unpackedSize)})`,
  packed.unpackedSize < most.unpacked ? [] : [`it has ${packed.unpackedSize} bytes`],
);
check("an installation is small, and npm says nothing of scripts", install());

/** Installs the package alone into an empty folder; returns what is too much of it. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), "assay-install-"));
  try {
    writeFileSync(join(folder, "package.json"), "{}");
    // npm's warnings come on standard error.
    const said = run("sh", ["-c", `npm install --no-audit --no-fund "${tarball}" 2>&1`], folder);
    const names = Object.keys(JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages);
    const files = readdirSync(join(folder, "node_modules"), { recursive: true }).map((name) =>
      lstatSync(join(folder, "node_modules", name)),
    );
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    process.stdout.write(`    ${names.length - 1} packages, ${megabytes(bytes)}\n`);
    return [
      ...(names.length - 1 > most.packages ? [`it brings ${names.length - 1} packages, not ${most.packages}`] : []),
      ...(bytes > most.installed ? [`it takes ${megabytes(bytes)}, not ${megabytes(most.installed)}`] : []),
      ...said.split("\n").filter((line) => /script/.test(line)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const digest = createHash("sha512").update(readFileSync(tarball)).digest("base64");
check(
  "npm and we agree on the package's digest",
  `sha512-${digest}` === packed.integrity ? [] : [`${packed.integrity} is not sha512-${digest}`],
);
writeFileSync(join(release, "digest.txt"), `${packed.filename} sha512-${digest}\n`);

if (!isQuick) check("a clone builds without any script of a dependency", buildClone());

/** Installs and builds what is committed, in a folder of its own. */
function buildClone() {
  const clone = mkdtempSync(join(tmpdir(), "assay-release-"));
  try {
    run("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone]);
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], clone);
    run("npm", ["run", "build"], clone);
    const version = run(process.execPath, ["dist/cli/assay.js", "--version"], clone).trim();
    return version === manifest.version ? [] : [`it says that it is ${version}`];
  } catch (error) {
    return [String(error.stderr || error.message).split("\n")[0]];
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

process.stdout.write(
  problems.length === 0
    ? `ready: publish ${packed.filename} from CI with \`npm publish --provenance release/${packed.filename}\`, and put release/sbom.cdx.json beside it\n`
    : `not ready: ${problems.length} to fix\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
