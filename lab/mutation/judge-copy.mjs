// Works with a copy of the compiled code: judge-copy.mjs record|compare journals|runs COPY [FILE]
// Exits with 1 where the copy judges otherwise than the code without any mistake, which was recorded before.
import { appendFileSync, createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [act, mode, copy, file] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(copy, "build", path)).href);
const { createSandbox } = await load("sandbox/create-sandbox.js");
const { specified } = await load("sandbox/api/specified.js");
const { otherWays, choices } = await load("sandbox/choices/choices.js");
const { faults } = await load("sandbox/faults/faults.js");
const { behaviourWith } = await load("sandbox/faults/faulty.js");
const { createSession } = await load("harness/session.js");
const { embedded, receivingHere } = await load("library/embedded.js");
const { liveSandbox } = await load("library/live-sandbox.js");
const { proofsNaming } = await load("suites/schedule/choose.js");
const { providerProofs } = await load("suites/schedule/proofs.js");
const { Runner } = await load("suites/schedule/runner.js");
const { resultsFrom } = await load("record/from-journal.js");
const { judgeAgain } = await load("suites/judging/judge-again.js");

/** The number of conforming choices that are recorded, and of faults that are looked for with the drivers of one file. */
const [maxChoices, maxFaults] = [6, 24];

/** So many values of a list, evenly. */
const evenly = (values, most) => values.filter((_, index) => index % Math.ceil(values.length / most) === 0);

/** The entries of a run of the sandbox; it ends once the requirement has failed. */
async function judge({ behaviour = specified(), isLive = false, depth = "quick", until, proofs = providerProofs }) {
  const tls = until?.startsWith("TLS-") ?? false;
  const sandbox = await createSandbox({ ...receivingHere, tls, behaviour });
  const entries = [{ kind: "run", name: "sandbox", seed: 42, depth, started: "2026-03-01T00:00:00Z" }];
  const ending = new AbortController();
  const write = (entry) => {
    entries.push(entry);
    if (entry.kind === "finding" && entry.requirement === until) ending.abort();
  };
  try {
    const { profile, time } = isLive ? liveSandbox(sandbox) : { profile: embedded(sandbox) };
    const runner = await Runner.open(
      await createSession(profile, { time }),
      { seed: 42, depth, signal: ending.signal },
      { write },
    );
    try {
      await runner.proveAll(proofs, { isOver: () => ending.signal.aborted });
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
    for (const close of runner.run.context.closing) await close();
    await runner.run.context.client.close();
  } finally {
    await sandbox.close();
  }
  return entries;
}

/** What the entries of a run come to: of a fault, whether its requirement failed; of others, each outcome and how many cells were judged. */
function outcomeOf(entries, breaks) {
  const { requirements } = resultsFrom(entries);
  if (breaks) return requirements.find(({ id }) => id === breaks)?.outcome;
  return requirements.map(({ id, outcome, cells }) => `${id} ${outcome} ${cells?.judged ?? ""}`).join("\n");
}

const faultNames = Object.keys(faults);
const judgeFault = (name) => {
  const { breaks } = faults[name];
  const proofs = proofsNaming(breaks);
  return judge({ behaviour: behaviourWith(name), depth: "standard", until: breaks, proofs });
};

/** Everything that is judged: a name, how, and the requirement that a fault breaks. */
function* subjects() {
  if (mode === "runs") {
    yield ["a quick run", () => judge({})];
    return;
  }
  yield ["a standard run", () => judge({ depth: "standard" })];
  yield ["a live run", () => judge({ isLive: true })];
  for (const name of evenly(Object.keys(choices), maxChoices))
    yield [name, () => judge({ behaviour: otherWays(name)()(specified()) })];
  for (const name of faultNames) yield [name, () => judgeFault(name), faults[name].breaks];
}

/** The faults that the proofs of a file find, or any where others use the file. */
async function faultsFor(path) {
  const proofs = Object.values(await load(path.replace(/^build\//, "")))
    .filter(Array.isArray)
    .flat();
  const ids = new Set(proofs.flatMap((proof) => proof?.ids ?? []));
  return evenly(
    faultNames.filter((name) => ids.size === 0 || ids.has(faults[name].breaks)),
    maxFaults,
  );
}

const journals = join(copy, "journals.jsonl");

async function record() {
  for (const [name, run, breaks] of subjects()) {
    const entries = await run();
    const { entries: again } = mode === "runs" ? { entries } : await judgeAgain(JSON.parse(JSON.stringify(entries)));
    const outcome = outcomeOf(again, breaks);
    if (breaks && outcome !== "fail") continue;
    const kept = mode === "runs" ? [] : entries;
    appendFileSync(journals, `${JSON.stringify({ name, breaks, outcome, entries: kept })}\n`);
  }
  if (mode === "runs") writeFileSync(join(copy, "found.json"), JSON.stringify(await foundAmong(faultNames)));
}

const isFault = async (name) => outcomeOf(await judgeFault(name), faults[name].breaks) === "fail";

async function foundAmong(names) {
  const found = [];
  for (const name of names) if (await isFault(name)) found.push(name);
  return found;
}

function differ(name) {
  process.stdout.write(`${name}\n`);
  process.exit(1);
}

async function compare() {
  for await (const line of createInterface({ input: createReadStream(journals) })) {
    const { name, breaks, outcome, entries } = JSON.parse(line);
    const judged = mode === "runs" ? await judge({}) : (await judgeAgain(entries)).entries;
    if (outcomeOf(judged, breaks) !== outcome) differ(name);
  }
  if (mode !== "runs") return;
  const found = new Set(JSON.parse(readFileSync(join(copy, "found.json"), "utf8")));
  for (const name of await faultsFor(file)) if (found.has(name) && !(await isFault(name))) differ(name);
}

await (act === "record" ? record() : compare());
process.exit(0);
