import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { certify } from "../../dist/library/index.js";
import { variants as inPython } from "../partner-app-python/variants.mjs";
import { allowed } from "./allowed.mjs";
import { variants } from "./variants.mjs";

const node = (script) => `"${process.execPath}" "${fileURLToPath(new URL(script, import.meta.url))}"`;
const python = `python3 "${fileURLToPath(new URL("../partner-app-python/app.py", import.meta.url))}"`;

/** How many are tried side by side: they mostly wait. */
const sideBySide = 24;

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
async function certifyVariant(command, name, claims, patience = {}) {
  const address = `http://127.0.0.1:${await freePort()}`;
  const ask = (path) => ({
    url: `${address}${path}`,
    body: { salon_id: "{location_id}", location_id: "{location_id}" },
  });
  const { verdict, requirements, started, finished } = await certify({
    name,
    claims,
    start: { command: `PORT=${new URL(address).port} exec ${command} "${name}"`, ready: `${address}/health` },
    connect: ask("/connect"),
    webhook_url: `${address}/hooks`,
    lifecycle_webhook_url: `${address}/lifecycle`,
    actions: { resources: ask("/sync/resources"), calls: ask("/sync/calls") },
    patience,
  });
  const isBroken = ({ outcome }) => outcome === "fail" || outcome === "warn";
  const seconds = Math.round((Date.parse(finished) - Date.parse(started)) / 1000);
  return { verdict, requirements, seconds, broken: requirements.filter(isBroken) };
}

/** A variant is found when the requirement that it breaks is broken. */
async function tryVariant(name) {
  const { requirement, claims } = variants[name] ?? inPython[name];
  const command = variants[name] ? node("variants.mjs") : python;
  const { verdict, requirements, broken, seconds } = await certifyVariant(command, name, claims, littlePatience);
  const also = broken.filter(({ id }) => id !== requirement).map(({ id }) => id);
  const isFound = broken.some(({ id }) => id === requirement);
  const reason = isFound ? "" : `: ${requirements.find(({ id }) => id === requirement)?.reason ?? "it passes"}`;
  const more = also.length > 0 ? ` (also ${also.join(", ")})` : "";
  const word = isFound ? "found   " : "SURVIVES";
  return [isFound, `${word} ${requirement.padEnd(8)} ${name}${more}, ${verdict}, ${seconds} s${reason}`];
}

/** What is allowed has to be certified, with nothing broken. */
async function tryAllowed(name) {
  const { verdict, broken, seconds } = await certifyVariant(node("allowed.mjs"), name, allowed[name].claims);
  const isFine = verdict === "pass" && broken.length === 0;
  const reasons = broken.map(({ id, reason }) => `\n  ${id}: ${reason}`).join("");
  return [isFine, `${isFine ? "allowed " : "ALARM   "} ${name}, ${verdict}, ${seconds} s${reasons}`];
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
const known = [...Object.keys(allowed), ...Object.keys(variants), ...Object.keys(inPython)];
const unknown = asked.find((name) => !known.includes(name));
if (unknown) throw new Error(`there is no variant "${unknown}"`);
process.exitCode = await tryAll(asked.length > 0 ? asked : known);
