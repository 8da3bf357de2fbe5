import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { certify } from "../../dist/library/index.js";
import { variants as inPython } from "../partner-app-python/variants.mjs";
import { allowed } from "./allowed.mjs";
import { variants } from "./variants.mjs";

const node = (script) => `"${process.execPath}" "${fileURLToPath(new URL(script, import.meta.url))}"`;
const python = `python3 "${fileURLToPath(new URL("../partner-app-python/app.py", import.meta.url))}"`;

/** How many are tried side by side: they mostly wait. */
const sideBySide = Number(process.env.SIDE_BY_SIDE ?? 24);

/** Who misbehaves is not given much time, so that trying all of them takes minutes; what is allowed gets the usual patience. */
const littlePatience = { quiet_s: 1.5, max_s: 10 };

/** Ports below those that systems give away by themselves, so that no platform takes one before its application does. */
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
  ];
}

/** What is allowed has to be certified, with nothing broken. */
async function tryAllowed({ name, dialect }) {
  const { verdict, broken, seconds } = await certifyVariant(
    node("allowed.mjs"),
    { name, dialect },
    allowed[name].claims,
  );
  const isFine = verdict === "pass" && broken.length === 0;
  const reasons = broken.map(({ id, reason }) => `\n  ${id}: ${reason}`).join("");
  return [
    isFine,
    `${isFine ? "allowed " : "ALARM   "} ${name}, ${verdict}, ${seconds} s, dialect ${dialect}${reasons}`,
  ];
}

async function tryAll(names, dialects) {
  const waiting = names.flatMap((name) => dialects.map((dialect) => ({ name, dialect })));
  const all = waiting.length;
  const wrong = new Map();
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [isRight, line] = await (allowed[next.name] ? tryAllowed(next) : tryVariant(next));
      console.log(line);
      if (!isRight) wrong.set(next.name, (wrong.get(next.name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  const mistakes = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  console.log(`\n${all - mistakes} of ${all} judged correctly`);
  for (const [name, count] of wrong) console.log(`${name}: wrong in ${count} of ${dialects.length} dialects`);
  return mistakes === 0 ? 0 : 1;
}

// `--dialects 20` tries each in twenty dialects.
const given = process.argv.slice(2);
const count = given[0] === "--dialects" ? Number(given[1]) : 1;
const asked = given[0] === "--dialects" ? given.slice(2) : given;
const known = [...Object.keys(allowed), ...Object.keys(variants), ...Object.keys(inPython)];
const unknown = asked.find((name) => !known.includes(name));
if (unknown) throw new Error(`there is no variant "${unknown}"`);
process.exitCode = await tryAll(
  asked.length > 0 ? asked : known,
  Array.from({ length: count }, (_, index) => index + 1),
);
