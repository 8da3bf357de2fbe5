// What has to hold before a release, and what goes with it: npm run release:check [-- --quick]
// Leaves sbom.cdx.json and the package's digest in release/. With --quick, nothing is installed anew.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const sbom = JSON.parse(
  run("npm", [
    "sbom",
    "--sbom-format",
    "cyclonedx",
    "--sbom-type",
    "application",
    "--omit",
    "dev",
    "--package-lock-only",
  ]),
);
writeFileSync(join(release, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
const components = sbom.components ?? [];
check(
  `the bill of materials names what is installed with assay (${components.length} packages)`,
  components.length > 0 ? [] : ["it is empty"],
);

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
    : `not ready: ${problems.length} to mend\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
