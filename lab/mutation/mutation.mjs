// Plants small mistakes into the code that judges, one at a time: npm run mutation [-- AREA…] [--of N] [--most N] [--again FILE]
// The mistakes are made in the compiled code. With --of N, every Nth is planted; each that nothing notices is reported; --again FILE tries those again of which FILE, an earlier output, says so.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { areas } from "./areas.mjs";
import { builtOf, root } from "./built.mjs";
import { openJournals, openRuns } from "./by-judging.mjs";
import { openTests } from "./by-tests.mjs";
import { mutantsOf } from "./mutants-of.mjs";

const open = { tests: openTests, journals: openJournals, runs: openRuns };

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
const placeOf = ({ file, line, what, text }) => `${relative(root, builtOf(file))}:${line}: ${what}: ${text}`;

const sourcesOf = ({ files }) =>
  files
    .flatMap(([folder, name]) =>
      readdirSync(join(root, folder))
        .filter((file) => name.test(file))
        .map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith(".ts") && !/\.test(-data)?\.ts$/.test(file))
    .toSorted();

for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const area = areas[name];
  const sources = sourcesOf(area);
  // In an order that mixes the files, so that the beginning is a sample of all.
  const mutants = sources
    .flatMap((file) => mutantsOf(readFileSync(builtOf(file), "utf8")).map((mutant) => ({ file, ...mutant })))
    .filter((_, index) => index % Number(values.of) === 0)
    .filter((mutant) => earlier?.includes(`SURVIVED ${placeOf(mutant)}\n`) ?? true)
    .map((mutant, index) => ({ mutant, place: (index * 7919) % 1009 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ mutant }) => mutant)
    .slice(0, Number(values.most));
  const searches = await Promise.all(area.by.map((by) => open[by](area, sources)));
  let found = 0;
  for (const mutant of mutants) {
    let isNoticed = false;
    for (const { isFound } of searches) isNoticed ||= await isFound(mutant);
    if (isNoticed) found++;
    else process.exitCode = 1;
    // Printed as it goes: it takes long, and someone may end it.
    process.stdout.write(`${isNoticed ? "found   " : "SURVIVED"} ${placeOf(mutant)}\n`);
  }
  for (const { close } of searches) await close();
  const share = Math.round((100 * found) / Math.max(1, mutants.length));
  process.stdout.write(`${name}: ${found} of ${mutants.length} found (${share} %)\n`);
}
