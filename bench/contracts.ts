import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { specified } from "../sandbox/api/specified.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";

// How long `assay contracts verify` takes, against Pact's bare verifier on the same file and the same sandbox, process against process.
const rounds = 5;
const size = 100;
/** The seed that the program's worlds have, so that the tokens in the file are good for both. */
const seed = 42;

const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
// The bare verifier keeps no pace, so the limits are out of its way.
const behaviour = specified({ ratePerSecond: 1e9, ratePerMinute: 1e9 });
const sandbox = await createSandbox({ clock: "frozen", seed, behaviour });
const authorization = `Bearer ${sandbox.platform.world.people.credentials.partner_token}`;

/** Half of the interactions need a state, which supplies a value. */
const expression = "/marketplace/salon/${unknown_location_id}/application/200";
const interaction = (index: number) => {
  const isKnown = index % 2 === 0;
  const body = isKnown ? { success: true, data: [{ id: 1, title: "x", iso_code: "LV" }] } : { success: false };
  return {
    description: `interaction ${index}`,
    providerStates: isKnown ? [] : [{ name: "nothing is installed at the Location" }],
    request: {
      method: "GET",
      path: isKnown ? "/countries" : "/marketplace/salon/999999999/application/200",
      headers: { Accept: "application/vnd.api.v2+json", Authorization: authorization },
      ...(isKnown ? {} : { generators: { path: { type: "ProviderState", expression } } }),
    },
    response: {
      status: isKnown ? 200 : 404,
      headers: { "Content-Type": "application/json" },
      body,
      ...(isKnown ? { matchingRules: { body: { "$.data": { matchers: [{ match: "type", min: 1 }] } } } } : {}),
    },
  };
};
const pact = join(folder, "pact.json");
const target = join(folder, "target.yaml");
writeFileSync(
  pact,
  JSON.stringify({
    consumer: { name: "bench" },
    provider: { name: "partner-integration-api" },
    interactions: Array.from({ length: size }, (_, index) => interaction(index)),
    metadata: { pactSpecification: { version: "3.0.0" } },
  }),
);
writeFileSync(target, JSON.stringify({ name: "bench", control: sandbox.control }));

/** The time that a process takes, in milliseconds; one that fails has measured nothing. */
const time = (file: string, args: string[]): Promise<number> =>
  new Promise((done, fail) => {
    const began = performance.now();
    const script = fileURLToPath(new URL(file, import.meta.url));
    const child = spawn(process.execPath, [script, ...args], {
      stdio: "ignore",
      env: { ...process.env, PACT_DO_NOT_TRACK: "true" },
    });
    child.once("close", (code) =>
      code === 0 ? done(performance.now() - began) : fail(new Error(`${file}: exit ${code}`)),
    );
  });
const bare = () => time("./bare-pact.js", [pact, sandbox.urls.base_url]);
const ours = () =>
  time("../../dist/cli/assay.js", [
    "contracts",
    "verify",
    "--pact",
    pact,
    "--target",
    target,
    "--out",
    join(folder, "out"),
  ]);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await bare();
await ours();
const pairs: [bare: number, ours: number][] = [];
for (let round = 0; round < rounds; round++) pairs.push([await bare(), await ours()]);
const seconds = (at: 0 | 1) => (median(pairs.map((pair) => pair[at])) / 1000).toFixed(2);
const ratio = median(pairs.map(([theirs, own]) => own / theirs));
console.log(`${size} interactions: bare Pact ${seconds(0)} s, assay contracts verify ${seconds(1)} s`);
console.log(`ratio ${ratio.toFixed(2)} (at most 1.3): ${ratio <= 1.3 ? "fine" : "too slow"}`);
await sandbox.close();
rmSync(folder, { recursive: true });
process.exitCode = ratio <= 1.3 ? 0 : 1;
