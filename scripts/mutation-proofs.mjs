// Plants small mistakes into the compiled proofs, one at a time, and holds them against the sandbox: npm run mutation:proofs [-- --of N] [--most N]
// A mistake is found where the right sandbox is blamed, or a known fault that the proofs of its file find is not found any more.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants-of.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: "string", default: "1" },
    most: { type: "string", default: "100000" },
    judge: { type: "string" },
    only: { type: "string" },
  },
});

/** How long the proofs of one file may take with a mistake in them, in milliseconds. */
const longest = 120_000;

/** The proofs that a module exports. */
const proofsIn = (module) =>
  Object.values(module)
    .filter(Array.isArray)
    .flat()
    .filter((proof) => proof?.title && proof?.ids);

/** Judges with the proofs of one file of a copy: what the right sandbox is blamed for, and which faults are found. With names, it ends at the first difference. */
async function judgeWith(copy, file, names) {
  const load = (path) => import(pathToFileURL(join(copy, "dist", path)).href);
  const { attempt } = await load("library/attempt.js");
  const { specified } = await load("sandbox/api/specified.js");
  const { faults } = await load("sandbox/faults/faults.js");
  const { behaviourWith } = await load("sandbox/faults/faulty.js");
  const proofs = proofsIn(await load(file));
  const ids = new Set(proofs.flatMap((proof) => proof.ids));
  const tries = (behaviour, breaks) =>
    attempt({
      behaviour,
      tls: file.endsWith("tls.js"),
      seed: 42,
      proofs: proofs.filter((proof) => !breaks || proof.ids.includes(breaks)),
      isEnough: ({ requirement }) => !breaks || requirement === breaks,
    });
  const blamed = await tries(specified());
  if (names && blamed.length > 0) return { isDifferent: true };
  const found = [];
  for (const name of names ?? Object.keys(faults).filter((fault) => ids.has(faults[fault].breaks))) {
    const failures = await tries(behaviourWith(name), faults[name].breaks);
    const isFound = failures.some(({ requirement }) => requirement === faults[name].breaks);
    if (isFound) found.push(name);
    else if (names) return { isDifferent: true };
  }
  return { isDifferent: false, blamed, found };
}

if (values.judge) {
  const [copy, names] = positionals;
  const judged = await judgeWith(copy, values.judge, names ? JSON.parse(readFileSync(names, "utf8")) : undefined);
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
  for (const file of [...files.trim().split("\n"), "dist"])
    cpSync(join(root, file), join(copy, file), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** What judging with one file of a copy says; undefined where it does not end, or throws. */
const judgeApart = (copy, file, names) =>
  new Promise((told) => {
    const script = [fileURLToPath(import.meta.url), "--judge", file, copy, ...(names ? [names] : [])];
    execFile(process.execPath, script, { timeout: longest, maxBuffer: 64_000_000 }, (error, stdout) =>
      told(error ? undefined : JSON.parse(stdout)),
    );
  });

const modules = readdirSync(join(root, "dist/suites/provider"), { recursive: true })
  .map((name) => join("suites/provider", String(name)))
  .filter(
    (name) =>
      name.endsWith(".js") && !/\/(run|relations)\/|\/proofs\.js$/.test(name) && name.includes(values.only ?? ""),
  )
  .toSorted();
const waiting = [];
for (const file of modules)
  if (proofsIn(await import(pathToFileURL(join(root, "dist", file)).href)).length > 0)
    waiting.push(...mutantsOf(readFileSync(join(root, "dist", file), "utf8")).map((mutant) => ({ file, ...mutant })));
const mutants = waiting.filter((_, index) => index % Number(values.of) === 0).slice(0, Number(values.most));
const notes = mkdtempSync(join(tmpdir(), "assay-mutation-notes-"));
const right = new Map();
const survivors = [];
const left = [...mutants];

/** The faults that the proofs of a file find, in a file of their own. */
async function foundBy(copy, file) {
  const { blamed, found } = (await judgeApart(copy, file)) ?? {};
  if (!found || blamed.length > 0) throw new Error(`the proofs of ${file} fail without any mistake`);
  const names = join(notes, `${file.replaceAll("/", "-")}.json`);
  writeFileSync(names, JSON.stringify(found));
  return names;
}

async function lane() {
  const copy = copyAll();
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const { file, line, what, text, code } = mutant;
    if (!right.has(file)) right.set(file, foundBy(copy, file));
    const names = await right.get(file);
    const built = join(copy, "dist", file);
    const sound = readFileSync(built, "utf8");
    writeFileSync(built, code);
    const judged = await judgeApart(copy, file, names);
    writeFileSync(built, sound);
    const isFound = judged === undefined || judged.isDifferent;
    if (!isFound) survivors.push(mutant);
    process.stdout.write(`${isFound ? "found   " : "SURVIVED"} dist/${file}:${line}: ${what}: ${text}\n`);
  }
  rmSync(copy, { recursive: true, force: true });
}

await Promise.all(Array.from({ length: availableParallelism() }, lane));
rmSync(notes, { recursive: true, force: true });
const killed = mutants.length - survivors.length;
process.stdout.write(
  `proofs: ${killed} of ${mutants.length} found (${Math.round((100 * killed) / Math.max(1, mutants.length))}%)\n`,
);
process.exitCode = survivors.length > 0 ? 1 : 0;
