// Plants small mistakes into the compiled proofs, one at a time, and checks them against the sandbox: npm run mutation:proofs [-- --of N] [--most N] [--again FILE]
// A mistake is found where a right provider is blamed or no longer judged, or a fault that the proofs of its file find is not found any more. What the sandbox does not show is
// checked against it once more as a live target that is waited for, in a deep run, and against the two foreign providers, in many conforming ways and with their own faults.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants-of.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: "string", default: "1" },
    most: { type: "string", default: "100000" },
    judge: { type: "string" },
    only: { type: "string" },
    again: { type: "string" },
  },
});

/** The output of an earlier run, of which only survivors are tried again. */
const earlier = values.again ? readFileSync(values.again, "utf8") : undefined;

/** The time that the proofs of one file may take with a mistake in them, in milliseconds. */
const longest = 420_000;

/** The proofs that a module exports. */
const proofsIn = (module) =>
  Object.values(module)
    .filter(Array.isArray)
    .flat()
    .filter((proof) => proof?.title && proof?.ids);

/** For how long a live target is waited for, in milliseconds of its own time. */
const hour = 3_600_000;

/** The number of sandboxes that are judged in deep runs with one file, the right one first: they take long. */
const maxDepth = 4;

/** The number of faults of a foreign provider that are tried with one file. */
const maxForeign = 24;

/** Who is judged with the proofs of one file: by name, with a way to say what comes of it. */
async function subjectsOf(copy, file) {
  const load = (path) => import(pathToFileURL(join(copy, "build", path)).href);
  const { attempt, tryProofs } = await load("library/mutants/attempt.js");
  const { createSession } = await load("harness/session.js");
  const { specified } = await load("sandbox/api/specified.js");
  const { faults } = await load("sandbox/faults/faults.js");
  const { behaviourWith } = await load("sandbox/faults/faulty.js");
  const proofs = proofsIn(await load(file));
  const { providerProofs } = await load("suites/schedule/proofs.js");
  const installing = providerProofs.filter(({ title }) => title.startsWith("an installation keeps to its steps"));
  const ids = new Set(proofs.flatMap((proof) => proof.ids));
  const trial = { seed: 42, proofs, isEnough: () => true };

  const sandbox = (how) => {
    const judged = async (behaviour, breaks) => {
      const undone = [];
      const failures = await attempt({
        ...trial,
        ...how,
        behaviour,
        tls: file.endsWith("tls.js"),
        // Some live proofs go on with what a run has installed.
        proofs: [
          ...(how.isLive && !proofs.includes(installing[0]) ? installing : []),
          ...proofs.filter((proof) => !breaks || proof.ids.includes(breaks)),
        ],
        isEnough: ({ requirement }) => !breaks || requirement === breaks,
        onUndone: (title) => undone.push(title),
      });
      if (failures.some(({ requirement }) => !breaks || requirement === breaks)) return "fails";
      return breaks ? "passes" : `not done: ${undone.join(", ")}`;
    };
    const own = Object.keys(faults).filter((name) => ids.has(faults[name].breaks));
    return [
      ["the sandbox", () => judged(specified())],
      ...own.map((name) => [name, () => judged(behaviourWith(name), faults[name].breaks)]),
    ];
  };

  const foreign = async (provider) => {
    const from = (name) => import(pathToFileURL(join(root, "lab/foreign", name)).href);
    const { startProvider } = await from(`${provider}/provider.mjs`);
    const { areasOf } = await from("areas.mjs");
    const { CHOICES } = await from(`${provider}/choices.mjs`);
    const { FAULTS } = await from(`${provider}/faults.mjs`);
    const judged = async (ways) => {
      const started = await startProvider({ ...ways, clock: "frozen" });
      try {
        const session = await createSession({ name: provider, control: started.control });
        return (await tryProofs(session, trial)).length > 0 ? "fails" : "passes";
      } finally {
        await started.close();
      }
    };
    const isNear = ({ name, heading = "", breaks = "" }) =>
      areasOf(`${name} ${heading} ${breaks}`).some((area) => [...ids].some((id) => id.startsWith(area)));
    const near = FAULTS.filter(isNear);
    const step = Math.ceil(near.length / maxForeign);
    return [
      ...combined(CHOICES).map((choices, index) => [`${provider}, choices ${index + 1}`, () => judged({ choices })]),
      ...near
        .filter((_, index) => index % step === 0)
        .map(({ name }) => [`${provider}: ${name}`, () => judged({ faults: [name] })]),
    ];
  };
  const deep = sandbox({ depth: "deep" })
    .slice(0, maxDepth)
    .map(([name, judged]) => [`${String(name)}, in a deep run`, judged]);
  return {
    near: sandbox({}),
    far: [
      ...sandbox({ isLive: true, patience: hour }),
      ...deep,
      ...(await foreign("bazaar")),
      ...(await foreign("meridian")),
    ],
  };
}

/** Choices of a provider that can be made together: those that exclude each other begin with the same word. */
function combined(choices) {
  const groups = [];
  for (const { name } of choices.filter((choice) => !choice.name.includes("not-live"))) {
    const word = name.split("-")[0];
    const group = groups.find((names) => !names.some((other) => other.split("-")[0] === word));
    if (group) group.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** Judges each subject with the proofs of one file of a copy, near ones or far ones. With what is right, it ends at the first difference. */
async function judgeWith(copy, file, where, right) {
  const results = {};
  for (const [name, judged] of (await subjectsOf(copy, file))[where]) {
    results[name] = await judged();
    if (right && results[name] !== right[name]) return { isDifferent: true };
  }
  return { isDifferent: false, results };
}

if (values.judge) {
  const [copy, where, right] = positionals;
  const judged = await judgeWith(copy, values.judge, where, right && JSON.parse(readFileSync(right, "utf8")));
  process.stdout.write(JSON.stringify(judged));
  process.exit(0);
}

/** A copy of what the program needs, for one lane. */
function copyAll() {
  const copy = mkdtempSync(join(tmpdir(), "assay-mutation-"));
  const files = execFileSync("git", ["ls-files", "specs", "docs", "examples", "reports", "package.json"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of [...files.trim().split("\n"), "build"])
    cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** The outcome of judging with one file of a copy; undefined where it does not end, or throws. */
const judgeApart = (copy, file, where, right) =>
  new Promise((results) => {
    const script = [fileURLToPath(import.meta.url), "--judge", file, copy, where, ...(right ? [right] : [])];
    execFile(process.execPath, script, { timeout: longest, maxBuffer: 64_000_000 }, (error, stdout) =>
      results(error ? undefined : JSON.parse(stdout)),
    );
  });

const modules = readdirSync(join(root, "build/suites/drivers"), { recursive: true })
  .map((name) => join("suites/drivers", String(name)))
  .filter((name) => name.endsWith(".js") && name.includes(values.only ?? ""))
  .toSorted();
const waiting = [];
for (const file of modules)
  if (proofsIn(await import(pathToFileURL(join(root, "build", file)).href)).length > 0)
    waiting.push(...mutantsOf(readFileSync(join(root, "build", file), "utf8")).map((mutant) => ({ file, ...mutant })));
// In an order that mixes the files, so that what was tried of a run that is broken off is a sample of all.
const isWanted = ({ file, line, what, text }, index) =>
  earlier ? earlier.includes(`SURVIVED  build/${file}:${line}: ${what}: ${text}\n`) : index % Number(values.of) === 0;
const mutants = waiting
  .filter(isWanted)
  .map((mutant, index) => ({ mutant, place: (index * 7919) % 1009 }))
  .toSorted((a, b) => a.place - b.place)
  .map(({ mutant }) => mutant)
  .slice(0, Number(values.most));
const notes = mkdtempSync(join(tmpdir(), "assay-mutation-notes-"));
const right = new Map();
const survivors = [];
let foundFar = 0;
const left = [...mutants];

/** The right outcome of each subject with the proofs of a file, in a file of its own. */
async function rightFor(copy, file, where) {
  const { results } = (await judgeApart(copy, file, where)) ?? {};
  if (!results || results["the sandbox"] === "fails") throw new Error(`the proofs of ${file} fail without any mistake`);
  const noted = join(notes, `${where}-${file.replaceAll("/", "-")}.json`);
  writeFileSync(noted, JSON.stringify(results));
  return noted;
}

/** True if a mistake in a file of a copy shows. */
async function isFoundBy(copy, { file, code }, where) {
  const key = `${where} ${file}`;
  if (!right.has(key)) right.set(key, rightFor(copy, file, where));
  const noted = await right.get(key);
  const built = join(copy, "build", file);
  const sound = readFileSync(built, "utf8");
  writeFileSync(built, code);
  const judged = await judgeApart(copy, file, where, noted);
  writeFileSync(built, sound);
  return judged === undefined || judged.isDifferent;
}

/** Where a mistake shows first, if anywhere. */
async function placeOf(copy, mutant) {
  for (const where of ["near", "far"]) if (await isFoundBy(copy, mutant, where)) return where;
  return undefined;
}

const outcomes = { near: "found    ", far: "found far", nowhere: "SURVIVED " };

async function lane() {
  const copy = copyAll();
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const { file, line, what, text } = mutant;
    const where = await placeOf(copy, mutant);
    if (where === undefined) survivors.push(mutant);
    if (where === "far") foundFar++;
    process.stdout.write(`${outcomes[where ?? "nowhere"]} build/${file}:${line}: ${what}: ${text}\n`);
  }
  rmSync(copy, { recursive: true, force: true });
}

await Promise.all(Array.from({ length: availableParallelism() }, lane));
rmSync(notes, { recursive: true, force: true });
const killed = mutants.length - survivors.length;
process.stdout.write(
  `proofs: ${killed} of ${mutants.length} found (${Math.round((100 * killed) / Math.max(1, mutants.length))}%), ${foundFar} of them only on a live target or a foreign provider\n`,
);
process.exitCode = survivors.length > 0 ? 1 : 0;
