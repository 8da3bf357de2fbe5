import { parseArgs } from "node:util";
import { attempt, inLanes } from "../library/mutants/attempt.ts";
import { runRightly } from "../library/mutants/right-run.ts";
import { type Depth, depths } from "../record/depth.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { proofsNaming } from "../suites/schedule/choose.ts";

// Where the requests of a run go, and what they decide: for each proof, how many it sends, how many known faults it finds, and how many of these no other
// proof of the broken requirement finds.
const seed = 42;
const { values } = parseArgs({ options: { depth: { type: "string", default: "standard" satisfies Depth } } });
const depth = depthNamed(values.depth);

function depthNamed(name: string): Depth {
  const named = depths.find((known) => known === name);
  if (named) return named;
  throw new Error(`--depth: ${name} is none; give ${depths.join(", ")}`);
}

const spent = new Map<string, number>();
for (const { proof } of await runRightly(seed, depth)) spent.set(proof, (spent.get(proof) ?? 0) + 1);

/** The proofs that find a fault, each tried by itself. */
async function findersOf(name: string): Promise<string[]> {
  const { breaks = "" } = faults[name] ?? {};
  const titles: string[] = [];
  for (const proof of proofsNaming(breaks)) {
    const isEnough = ({ requirement }: { requirement: string }) => requirement === breaks;
    const tls = breaks.startsWith("TLS-");
    const trial = { behaviour: behaviourWith(name), tls, seed, depth, proofs: [proof], isEnough };
    if ((await attempt(trial)).some(isEnough)) titles.push(proof.title);
  }
  return titles;
}

const finders = await inLanes(Object.keys(faults), findersOf);
const [found, alone] = [new Map<string, number>(), new Map<string, number>()];
for (const titles of finders)
  for (const title of titles) {
    found.set(title, (found.get(title) ?? 0) + 1);
    if (titles.length === 1) alone.set(title, (alone.get(title) ?? 0) + 1);
  }

console.log("| proof | requests | faults found | found by it alone |\n|---|---|---|---|");
const rows = [...spent].toSorted(([, a], [, b]) => b - a);
for (const [title, requests] of rows)
  console.log(`| ${title} | ${requests} | ${found.get(title) ?? 0} | ${alone.get(title) ?? 0} |`);
const sumOf = (wanted: (title: string) => boolean) =>
  rows.filter(([title]) => wanted(title)).reduce((sum, [, requests]) => sum + requests, 0);
const missed = finders.filter((titles) => titles.length === 0).length;
console.log(
  `\n${sumOf(() => true)} requests in ${rows.length} proofs; ${sumOf((title) => !found.has(title))} in proofs that find none of ${finders.length} known faults, ${sumOf((title) => found.has(title) && !alone.has(title))} in proofs that find none alone; ${missed} faults are found by no proof alone`,
);
