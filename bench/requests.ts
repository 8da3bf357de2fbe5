import { parseArgs } from "node:util";
import { embedded, receivingHere } from "../library/embedded.ts";
import { judgeTarget } from "../library/judge.ts";
import { attempt, inLanes } from "../library/mutants/attempt.ts";
import { type Depth, depths } from "../record/depth.ts";
import type { Entry } from "../record/journal.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { splitCell } from "../specs/cells.ts";
import { proofsNaming } from "../suites/schedule/choose.ts";

// Where the requests of a run go: how many judge each requirement, and what each driver judges:
// npm run bench:requests -- [--depth deep] [--faults]
// With --faults (an hour), how many known faults each driver finds by itself, and how many of these no other driver of the requirement finds.
const seed = 42;
const { values } = parseArgs({
  options: {
    depth: { type: "string", default: "standard" satisfies Depth },
    faults: { type: "boolean", default: false },
  },
});
const depth = depthNamed(values.depth);

function depthNamed(name: string): Depth {
  const named = depths.find((known) => known === name);
  if (named) return named;
  throw new Error(`--depth: ${name} is none; give ${depths.join(", ")}`);
}

/** The number of requests of a driver, and the cells that they judged. */
interface Driven {
  requests: number;
  cells: Set<string>;
}

/** The work of each driver in a run, and how many requests judged each requirement. */
function readRun(entries: readonly Entry[]): { drivers: Map<string, Driven>; judging: Map<string, number> } {
  const [drivers, judging] = [new Map<string, Driven>(), new Map<string, number>()];
  let driven: Driven = { requests: 0, cells: new Set() };
  let ofRequest = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === "proof") {
      driven = drivers.get(entry.slug ?? "") ?? { requests: 0, cells: new Set() };
      drivers.set(entry.slug ?? "", driven);
    }
    if (entry.kind === "exchange") {
      driven.requests++;
      ofRequest = new Set();
    }
    if (entry.kind !== "judged") continue;
    for (const cell of entry.ids) {
      driven.cells.add(cell);
      const { requirement } = splitCell(cell);
      if (!ofRequest.has(requirement)) judging.set(requirement, (judging.get(requirement) ?? 0) + 1);
      ofRequest.add(requirement);
    }
  }
  return { drivers, judging };
}

/** The drivers that find a fault, each tried by itself. */
async function findersOf(name: string): Promise<string[]> {
  const { breaks = "" } = faults[name] ?? {};
  const slugs: string[] = [];
  for (const proof of proofsNaming(breaks)) {
    const isEnough = ({ requirement }: { requirement: string }) => requirement === breaks;
    const tls = breaks.startsWith("TLS-");
    const trial = { behaviour: behaviourWith(name), tls, seed, depth, proofs: [proof], isEnough };
    if ((await attempt(trial)).some(isEnough)) slugs.push(proof.slug);
  }
  return slugs;
}

const sandbox = await createSandbox(receivingHere);
const { entries } = await judgeTarget(embedded(sandbox), { seed, depth });
await sandbox.close();
const { drivers, judging } = readRun(entries);

console.log("| requirement | requests and webhooks that judge it |\n|---|---|");
for (const [requirement, count] of [...judging].toSorted(([, a], [, b]) => a - b))
  console.log(`| ${requirement} | ${count} |`);

const finders = values.faults ? await inLanes(Object.keys(faults), findersOf) : [];
const countOf = (slug: string, isAlone = false) =>
  finders.filter((slugs) => slugs.includes(slug) && (!isAlone || slugs.length === 1)).length;
const isOnly = (slug: string, cell: string) =>
  [...drivers].every(([other, { cells }]) => other === slug || !cells.has(cell));

console.log(
  `\n| driver | requests | cells | cells of its own |${values.faults ? " faults found | found by it alone |" : ""}\n|---|---|---|---|${values.faults ? "---|---|" : ""}`,
);
for (const [slug, { requests, cells }] of [...drivers].toSorted(([, a], [, b]) => b.requests - a.requests)) {
  const own = [...cells].filter((cell) => isOnly(slug, cell)).length;
  const found = values.faults ? ` ${countOf(slug)} | ${countOf(slug, true)} |` : "";
  console.log(`| ${slug} | ${requests} | ${cells.size} | ${own} |${found}`);
}
const sum = [...drivers.values()].reduce((all, { requests }) => all + requests, 0);
const idle = [...drivers].filter(([, { cells, requests }]) => requests > 0 && cells.size === 0).map(([slug]) => slug);
console.log(
  `\n${sum} requests of ${drivers.size} drivers; drivers whose requests judge nothing: ${idle.join(", ") || "none"}`,
);
