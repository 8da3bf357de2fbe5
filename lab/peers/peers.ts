import { mkdirSync, readFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageFile } from "../../base/package-file.ts";
import { compareContracts } from "./contracts.ts";
import { compareDiffs } from "./diffs.ts";
import { install, type PeerName, packages, versionsOf } from "./install.ts";
import { measureProvider, providerPeers } from "./providers.ts";
import { type PeerResult, readPeerResults, tableOf, writePeerResults } from "./results.ts";
import { compareServers } from "./servers.ts";

/** The other comparisons besides judges of servers, and the peers that each takes. */
const others: Readonly<Record<string, { needs: PeerName[]; compare: (folder: string) => Promise<object> }>> = {
  diff: { needs: ["openapi-diff"], compare: compareDiffs },
  contracts: { needs: ["comparator"], compare: compareContracts },
  servers: { needs: ["prism"], compare: compareServers },
};

// assay beside other tools, on the same servers: `npm run bench:peers`. What each finds, what it costs, and what it blames wrongly.
const { values } = parseArgs({
  options: {
    /** Where peers are installed, never the project; and where results are kept from one start to the next. */
    folder: { type: "string", default: join(tmpdir(), "assay-peers") },
    peer: { type: "string", multiple: true, default: [...providerPeers, ...Object.keys(others)] },
    /** The number of seconds that each peer may take for its faults. */
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

/** Measures one peer, or goes on where it was left. */
async function measure(name: string): Promise<PeerResult> {
  const date = new Date().toISOString().slice(0, 10);
  const why = isPeer(name) ? install(folder, name) : undefined;
  if (why) return { versions: "", date, measured: why };
  const versions = isPeer(name) ? versionsOf(folder, name) : ownVersion();
  const { versions: measuredOf, measured } = results[name] ?? {};
  const earlier = measuredOf === versions && typeof measured === "object" ? measured : undefined;
  const now = await measureProvider(name, folder, Number(values.budget), earlier).catch(
    (error: unknown) => `it does not run here: ${String(error)}`,
  );
  return { versions, date, measured: now };
}

for (const name of values.table ? [] : values.peer) {
  const other = others[name];
  if (other) {
    const why = other.needs.map((peer) => install(folder, peer)).find((reason) => reason !== undefined);
    console.log(`${name}:`, why ?? (await other.compare(folder)));
    continue;
  }
  const result = await measure(name);
  results[name] = result;
  writePeerResults(folder, results);
  console.log(tableOf({ [name]: result }));
}
console.log(`\n${tableOf(results)}\n\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`);
