// Run by npm around packing: the package leaves out the dependencies that are bundled, what a clone alone needs, and `prepare`, which builds a clone and which
// npm would show to users as an install script.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unbundled } from "./unbundled.mjs";

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const [manifest, whole, fresh] = [at("package.json"), at("package.json.whole"), at("package.json.packed")];

if (process.argv.includes("--restore")) {
  if (existsSync(whole)) renameSync(whole, manifest);
} else {
  const packed = JSON.parse(readFileSync(manifest, "utf8"));
  // One that lacks it was left by a packing that was killed, and the whole one is still there.
  if (packed.scripts) copyFileSync(manifest, whole);
  for (const key of ["scripts", "devDependencies", "overrides"]) delete packed[key];
  packed.dependencies = Object.fromEntries(unbundled.map((name) => [name, packed.dependencies[name]]));
  // At once, since others may read it meanwhile.
  writeFileSync(fresh, `${JSON.stringify(packed, null, 2)}\n`);
  renameSync(fresh, manifest);
}
