import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { packageFile } from "../base/package-file.ts";
import { parseFolder } from "./files.ts";
import { compareRevisions, freezeSet, loadRequirementSets, revisionsFolder } from "./ledger/requirement-sets.ts";

// `npm run revision -- 1.1.0`: freezes the must requirements that bind a partner, as a new revision of the specification.
const folder = dirname(packageFile("specs/limits.yaml"));
const files = parseFolder(folder);
const [revision = ""] = process.argv.slice(2);
const current = loadRequirementSets(files).at(-1)?.revision ?? "0.0.0";

if (!/^\d+\.\d+\.\d+$/.test(revision) || compareRevisions(revision, current) <= 0) {
  console.error(`revision: give a revision after ${current}, such as 1.1.0: npm run revision -- 1.1.0`);
  process.exit(2);
}
const file = join(folder, revisionsFolder, `${revision}.yaml`);
mkdirSync(dirname(file), { recursive: true });
const comment =
  "# The must requirements that bind a partner at this revision. Frozen: certificates name its digest, so never edit it; `npm run revision` makes the next.\n\n";
writeFileSync(file, comment + stringify(freezeSet(revision, new Date().toISOString().slice(0, 10), files)), {
  flag: "wx",
});
console.log(`${join("specs", revisionsFolder, `${revision}.yaml`)} is the current revision now; commit it`);
// The built program reads the compiled file.
await import("./compile.ts");
