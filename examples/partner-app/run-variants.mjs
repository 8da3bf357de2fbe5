import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { variants } from "./variants.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const assay = fileURLToPath(new URL("../../dist/cli/assay.js", import.meta.url));

/** How many are tried side by side: they mostly wait. */
const abreast = 8;

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** Certifies one variant for the claims that show what it breaks; whether the requirement that it breaks is the one that does not hold. */
export async function tryVariant(name) {
  const { requirement, claims } = variants[name];
  const folder = mkdtempSync(join(tmpdir(), "assay-variant-"));
  const address = `http://127.0.0.1:${await freePort()}`;
  const ask = (path, key) => ({ url: `${address}${path}`, body: { [key]: "{location_id}" } });
  const profile = {
    name,
    claims,
    start: {
      command: `PORT=${new URL(address).port} exec "${process.execPath}" "${here}variants.mjs" "${name}"`,
      ready: `${address}/health`,
    },
    connect: ask("/connect", "salon_id"),
    webhook_url: `${address}/hooks`,
    lifecycle_webhook_url: `${address}/lifecycle`,
    actions: { resources: ask("/sync/resources", "location_id"), calls: ask("/sync/calls", "location_id") },
    patience: { quiet_s: 1.5, max_s: 10 },
  };
  // YAML takes JSON.
  writeFileSync(join(folder, "profile.yaml"), JSON.stringify(profile));
  const args = [assay, "certify", "--partner", join(folder, "profile.yaml"), "--out", join(folder, "out"), "--json"];
  const { code, stderr } = await new Promise((ended) =>
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, _, said) =>
      ended({ code: error?.code ?? 0, stderr: said }),
    ),
  );
  if (code === 2) return { name, requirement, reason: stderr, broken: [], code, isFound: false };
  const { requirements } = JSON.parse(readFileSync(join(folder, "out", "results.json"), "utf8"));
  rmSync(folder, { recursive: true, force: true });
  const own = requirements.find(({ id }) => id === requirement);
  const broken = requirements.filter(({ outcome }) => outcome === "fail" || outcome === "warn").map(({ id }) => id);
  return {
    name,
    requirement,
    outcome: own.outcome,
    reason: own.reason,
    broken,
    code,
    isFound: own.outcome === "fail" || own.outcome === "warn",
  };
}

async function tryAll(names) {
  const waiting = [...names];
  const survivors = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { requirement, isFound, broken, reason, code } = await tryVariant(name);
      const also = broken.filter((id) => id !== requirement);
      console.log(
        `${isFound ? "found   " : "SURVIVES"} ${requirement.padEnd(8)} ${name}${also.length > 0 ? ` (also ${also.join(", ")})` : ""} exit ${code}${isFound ? "" : `: ${reason ?? "it passes"}`}`,
      );
      if (!isFound) survivors.push(name);
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  console.log(`\n${names.length - survivors.length} of ${names.length} variants found`);
  return survivors.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2);
  process.exitCode = await tryAll(asked.length > 0 ? asked : Object.keys(variants));
}
