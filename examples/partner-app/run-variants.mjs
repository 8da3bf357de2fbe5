import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allowed } from "./allowed.mjs";
import { variants } from "./variants.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const assay = fileURLToPath(new URL("../../dist/cli/assay.js", import.meta.url));

/** How many are tried side by side: they mostly wait. */
const sideBySide = 8;

/** Who misbehaves is not given much time, so that trying all of them takes minutes; what is allowed gets the usual patience. */
const littlePatience = { quiet_s: 1.5, max_s: 10 };

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** Certifies the application with one of its behaviours; the requirements, and those that it breaks. */
async function certify(script, name, claims, patience = {}) {
  const folder = mkdtempSync(join(tmpdir(), "assay-variant-"));
  const address = `http://127.0.0.1:${await freePort()}`;
  const ask = (path, key) => ({ url: `${address}${path}`, body: { [key]: "{location_id}" } });
  const profile = {
    name,
    claims,
    start: {
      command: `PORT=${new URL(address).port} exec "${process.execPath}" "${here}${script}" "${name}"`,
      ready: `${address}/health`,
    },
    connect: ask("/connect", "salon_id"),
    webhook_url: `${address}/hooks`,
    lifecycle_webhook_url: `${address}/lifecycle`,
    actions: { resources: ask("/sync/resources", "location_id"), calls: ask("/sync/calls", "location_id") },
    patience,
  };
  // JSON is YAML.
  writeFileSync(join(folder, "profile.yaml"), JSON.stringify(profile));
  const args = [assay, "certify", "--partner", join(folder, "profile.yaml"), "--out", join(folder, "out"), "--json"];
  const { code, stderr } = await new Promise((ended) =>
    execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, _, printed) =>
      ended({ code: error?.code ?? 0, stderr: printed }),
    ),
  );
  if (code === 2) throw new Error(stderr);
  const { requirements } = JSON.parse(readFileSync(join(folder, "out", "results.json"), "utf8"));
  rmSync(folder, { recursive: true, force: true });
  const isBroken = ({ outcome }) => outcome === "fail" || outcome === "warn";
  return { code, requirements, broken: requirements.filter(isBroken) };
}

/** A variant is found when the requirement that it breaks is broken. */
async function tryVariant(name) {
  const { requirement, claims } = variants[name];
  const { code, requirements, broken } = await certify("variants.mjs", name, claims, littlePatience);
  const also = broken.filter(({ id }) => id !== requirement).map(({ id }) => id);
  const isFound = broken.some(({ id }) => id === requirement);
  const reason = isFound ? "" : `: ${requirements.find(({ id }) => id === requirement)?.reason ?? "it passes"}`;
  const more = also.length > 0 ? ` (also ${also.join(", ")})` : "";
  return [
    isFound,
    `${isFound ? "found   " : "SURVIVES"} ${requirement.padEnd(8)} ${name}${more} exit ${code}${reason}`,
  ];
}

/** What is allowed has to be certified, with nothing broken. */
async function tryAllowed(name) {
  const { code, broken } = await certify("allowed.mjs", name, allowed[name].claims);
  const isFine = code === 0 && broken.length === 0;
  const reasons = broken.map(({ id, reason }) => `\n  ${id}: ${reason}`).join("");
  return [isFine, `${isFine ? "allowed " : "ALARM   "} ${name} exit ${code}${reasons}`];
}

async function tryAll(names) {
  const waiting = [...names];
  let wrong = 0;
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const [isRight, line] = await (allowed[name] ? tryAllowed(name) : tryVariant(name));
      console.log(line);
      if (!isRight) wrong++;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  console.log(`\n${names.length - wrong} of ${names.length} judged correctly`);
  return wrong === 0 ? 0 : 1;
}

const asked = process.argv.slice(2);
const known = [...Object.keys(allowed), ...Object.keys(variants)];
const unknown = asked.find((name) => !known.includes(name));
if (unknown) throw new Error(`there is no variant "${unknown}"`);
process.exitCode = await tryAll(asked.length > 0 ? asked : known);
