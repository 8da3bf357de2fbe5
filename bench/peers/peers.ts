import { mkdirSync, readFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageFile } from "../../base/package-file.ts";
import { install, type PeerName, packages, versionsOf } from "./install.ts";
import { measureProvider, providerPeers } from "./providers.ts";
import { readPeerResults, tableOf, writePeerResults } from "./results.ts";

// assay beside other tools, on the same servers: `npm run bench:peers`. What each finds, what it costs, and what it blames wrongly.
const { values } = parseArgs({
  options: {
    /** Where peers are installed, never the project; and where results are kept from one start to the next. */
    folder: { type: "string", default: join(tmpdir(), "assay-peers") },
    peer: { type: "string", multiple: true, default: providerPeers },
    /** How many seconds each peer may take for its faults. */
    budget: { type: "string", default: "240" },
    /** Prints what was measured before, and measures nothing. */
    table: { type: "boolean", default: false },
  },
});
const { folder } = values;
mkdirSync(folder, { recursive: true });
const results = readPeerResults(folder);
const isPeer = (name: string): name is PeerName => name in packages;
const ownVersion = (): string =>
  (JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string }).version;

for (const name of values.table ? [] : values.peer) {
  const why = isPeer(name) ? install(folder, name) : undefined;
  const versions = isPeer(name) && !why ? versionsOf(folder, name) : ownVersion();
  const measured =
    why ??
    (await measureProvider(name, folder, Number(values.budget)).catch(
      (error: unknown) => `it does not run here: ${String(error)}`,
    ));
  results[name] = { versions, date: new Date().toISOString().slice(0, 10), measured };
  writePeerResults(folder, results);
  console.log(tableOf({ [name]: results[name] }));
}
console.log(`\n${tableOf(results)}\n\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`);
