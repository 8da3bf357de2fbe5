// Plants small mistakes into the code that judges, one at a time, and runs its tests: npm run mutation [-- AREA…] [--of N] [--most N] [--again FILE]
// The mistakes are made in the compiled code. With --of N, every Nth is planted; each that no test notices is reported; --again FILE tries those again of which FILE, an earlier output, says so. Proofs: mutation-proofs.mjs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import { mutantsOf } from "./mutants-of.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The judging code, by area: its files, and the quick tests that ought to notice a mistake in them. */
const areas = {
  rules: { files: [["suites/rules", /./]], tests: ["suites/rules/"] },
  verdicts: {
    files: [
      ["record", /^(verdict|findings|from-journal)\.ts$/],
      ["record/results", /^(requirement-results|judged|known)\.ts$/],
      ["record/journal", /^capped-findings\.ts$/],
    ],
    tests: ["record/"],
  },
  redaction: {
    files: [
      ["harness/redaction", /./],
      ["harness/profiles", /^profile-secrets\.ts$/],
    ],
    tests: [
      "harness/redaction/",
      "harness/profiles/profile-secrets.test.ts",
      "harness/session.test.ts",
      "harness/profiles/target-profile.test.ts",
    ],
  },
  certificates: { files: [["reports/certificate", /./]], tests: ["reports/certificate/"] },
  model: {
    files: [
      ["specs", /^(install-machine|validate)\.ts$/],
      ["specs/schemas", /^values\.ts$/],
      ["specs/ledger", /^requirement-sets\.ts$/],
    ],
    tests: ["specs/"],
  },
};

/** The compiled file of a source. */
function builtOf(file) {
  const built = join(root, "build", file.replace(/\.ts$/, ".js"));
  if (!existsSync(built)) throw new Error(`${built} is not there; run npm run build first`);
  return built;
}

const placeOf = ({ file, line, what, text }) => `${relative(root, builtOf(file))}:${line}: ${what}: ${text}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: "string", default: "1" },
    most: { type: "string", default: "100000" },
    again: { type: "string" },
  },
});
/** The output of an earlier run, of which only survivors are tried again. */
const earlier = values.again ? readFileSync(values.again, "utf8") : undefined;
const wanted = positionals.length > 0 ? positionals : Object.keys(areas);
/** The compiled code that is planted, by the path of its source. */
let planted = new Map();

/** Gives the tests the compiled code with the mistake in it, in place of the source. */
const plant = {
  name: "plant",
  enforce: "pre",
  load(id) {
    const code = planted.get(id.split("?")[0]);
    return code?.replace(/(from |import\()"(\.[^"]*)\.js"/g, '$1"$2.ts"');
  },
};

/** The time that the tests of an area may take, in milliseconds: a mistake may make a loop that never ends. */
const longest = 60_000;

/** Ends the processes that run tests; Vitest starts others for the next mistake. */
function endWorkers() {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  for (const child of children) process.kill(Number(child), "SIGKILL");
}

let failed = false;
for (const area of wanted) {
  const { files, tests } = areas[area];
  const sources = files
    .flatMap(([folder, name]) =>
      readdirSync(join(root, folder))
        .filter((file) => name.test(file))
        .map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith(".ts") && !/\.test(-data)?\.ts$/.test(file));
  const mutants = sources
    .toSorted()
    .flatMap((file) => mutantsOf(readFileSync(builtOf(file), "utf8")).map((mutant) => ({ file, ...mutant })))
    .filter((_, index) => index % Number(values.of) === 0)
    .filter((mutant) => earlier?.includes(`SURVIVED ${placeOf(mutant)}\n`) ?? true)
    .slice(0, Number(values.most));
  const vitest = await createVitest(
    "test",
    {
      root,
      config: false,
      watch: false,
      bail: 1,
      maxWorkers: 1,
      isolate: false,
      reporters: [{}],
      include: ["**/*.test.ts"],
      exclude: ["**/*.slow.test.ts", "node_modules", "build", "dist"],
      testTimeout: 20_000,
    },
    { plugins: [plant] },
  );
  const specifications = await vitest.globTestSpecifications(tests);
  // Without any mistake, the compiled code must pass, or every mistake would count as found.
  planted = new Map(sources.map((file) => [resolve(root, file), readFileSync(builtOf(file), "utf8")]));
  const sound = await vitest.runTestSpecifications(specifications);
  const isRed = ({ testModules, unhandledErrors }) =>
    unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
  if (isRed(sound)) {
    const broken = sound.testModules.find((module) => !module.ok());
    throw new Error(
      `the tests of ${area} fail without any mistake: ${broken?.moduleId}: ${[...(broken?.children.allTests("failed") ?? [])].map((test) => test.name)[0] ?? broken?.errors()[0]?.message}`,
    );
  }
  const survivors = [];
  for (const mutant of mutants) {
    planted = new Map([[resolve(root, mutant.file), mutant.code]]);
    for (const file of sources) vitest.invalidateFile(resolve(root, file));
    const watchdog = setTimeout(endWorkers, longest);
    const isFound = isRed(await vitest.runTestSpecifications(specifications));
    clearTimeout(watchdog);
    if (!isFound) survivors.push(mutant);
    // Printed as it goes: it takes long, and someone may end it.
    process.stdout.write(`${isFound ? "found   " : "SURVIVED"} ${placeOf(mutant)}\n`);
  }
  await vitest.close();
  const killed = mutants.length - survivors.length;
  process.stdout.write(
    `${area}: ${killed} of ${mutants.length} found (${Math.round((100 * killed) / Math.max(1, mutants.length))}%)\n`,
  );
  failed ||= survivors.length > 0;
}
process.exitCode = failed ? 1 : 0;
