import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { certify } from "../../dist/library/index.js";
import { variants as inPython } from "../partner-app-python/variants.mjs";
import { allowed } from "./allowed.mjs";
import { variants } from "./variants.mjs";

const node = (script) => `"${process.execPath}" "${fileURLToPath(new URL(script, import.meta.url))}"`;
const python = `python3 "${fileURLToPath(new URL("../partner-app-python/app.py", import.meta.url))}"`;

/** Who misbehaves is not given much time, so that trying all of them takes minutes; what is allowed gets the usual patience. */
const littlePatience = { quiet_s: 1.5, max_s: 10 };

/** Ports below those that systems give away automatically, so that no platform takes one before its application does. */
let lastPort = 12_000 + (process.pid % 4) * 2_000;

/** The next port that is free. */
async function freePort() {
  const isFree = (port) =>
    new Promise((found) => {
      const server = createServer().once("error", () => found(false));
      server.listen(port, "127.0.0.1", () => server.close(() => found(true)));
    });
  for (;;) {
    const port = ++lastPort;
    if (await isFree(port)) return port;
  }
}

/** Certifies the application with one of its behaviours, in a dialect; the requirements, and those that it breaks. */
async function certifyVariant(command, { name, dialect }, claims, patience = {}) {
  const address = `http://127.0.0.1:${await freePort()}`;
  const ask = (path) => ({
    url: `${address}${path}`,
    body: { salon_id: "{location_id}", location_id: "{location_id}" },
  });
  const { verdict, requirements, started, finished } = await certify({
    name,
    dialect,
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

/** The behaviours that have to be certified, and all that can be tried. */
export const goodBehaviours = Object.keys(allowed);
export const behaviours = [...goodBehaviours, ...Object.keys(variants), ...Object.keys(inPython)];

/** Tries a behaviour in a dialect; whether it is judged correctly, a line that says so, and how many seconds it took. */
export const tryBehaviour = (trial) => (allowed[trial.name] ? tryAllowed(trial) : tryVariant(trial));

/** A variant is found when the requirement that it breaks is broken. */
async function tryVariant({ name, dialect }) {
  const { requirement, claims } = variants[name] ?? inPython[name];
  const command = variants[name] ? node("variants.mjs") : python;
  const { verdict, requirements, broken, seconds } = await certifyVariant(
    command,
    { name, dialect },
    claims,
    variants[name]?.patience ?? littlePatience,
  );
  const also = broken.filter(({ id }) => id !== requirement).map(({ id }) => id);
  const isFound = broken.some(({ id }) => id === requirement);
  const reason = isFound ? "" : `: ${requirements.find(({ id }) => id === requirement)?.reason ?? "it passes"}`;
  const more = also.length > 0 ? ` (also ${also.join(", ")})` : "";
  const word = isFound ? "found   " : "SURVIVES";
  return [
    isFound,
    `${word} ${requirement.padEnd(8)} ${name}${more}, ${verdict}, ${seconds} s, dialect ${dialect}${reason}`,
    seconds,
  ];
}

/** Whether what was found did not come again when it was tried alone: the verdict does not rest on it. */
const isFlaky = ({ repeated }) => repeated !== undefined && repeated.failed < repeated.of;

/** An allowed behaviour has to be certified, with nothing broken that counts. */
async function tryAllowed({ name, dialect }) {
  const { verdict, broken, seconds } = await certifyVariant(
    node("allowed.mjs"),
    { name, dialect },
    allowed[name].claims,
  );
  const isFine = verdict === "pass" && broken.every(isFlaky);
  const reasons = broken.map((each) => `\n  ${each.id}${isFlaky(each) ? " (flaky)" : ""}: ${each.reason}`).join("");
  return [
    isFine,
    `${isFine ? "allowed " : "ALARM   "} ${name}, ${verdict}, ${seconds} s, dialect ${dialect}${reasons}`,
    seconds,
  ];
}
