import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { packageFile } from "../base/package-file.ts";
import { wilsonInterval } from "../base/wilson.ts";
import { embedded, receivingHere } from "../library/embedded.ts";
import { judgeTarget } from "../library/judge.ts";
import type { Depth } from "../record/depth.ts";
import { isBroken } from "../record/outcomes.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";

// How often a verdict differs from the right one, with its 95 % bound, and how long the slowest certification took:
// npm run bench:flake -- --runs 1000 --certifications 300 --load 8 [--first SEED] [--side-by-side N] [--depth quick]
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "0" },
    depth: { type: "string", default: "quick" },
    certifications: { type: "string", default: "0" },
    load: { type: "string", default: "0" },
    first: { type: "string", default: "1" },
    "side-by-side": { type: "string", default: "6" },
  },
});
const [runs = 0, certifications = 0, load = 0, first = 1, sideBySide = 6] = [
  values.runs,
  values.certifications,
  values.load,
  values.first,
  values["side-by-side"],
].map(Number);

/** A subject, and the seed of its run. */
interface Trial {
  name: string;
  seed: number;
}

/** Judges something once; whether the verdict is the right one, a line that says so, and how many seconds it took. */
type Judge = (trial: Trial) => Promise<[isRight: boolean, line: string, seconds?: number]>;

/** The number of seconds that a certification may take, idle and under load. */
const longest = { idle: 90, loaded: 150 };

/** Keeps so many processors busy while something is done. */
async function underLoad(processes: number, act: () => Promise<void>): Promise<void> {
  const busy = Array.from({ length: processes }, (): ChildProcess => spawn(process.execPath, ["-e", "for (;;);"]));
  try {
    await act();
  } finally {
    for (const each of busy) each.kill("SIGKILL");
  }
}

/** Judges everything, several at once, and prints how many verdicts differ, and how long the slowest took where there is a bound. */
async function measure(what: string, trials: readonly Trial[], judge: Judge, bound?: number): Promise<void> {
  const waiting = [...trials];
  let [wrong, slowest] = [0, 0];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [isRight, line, seconds = 0] = await judge(next);
      if (!isRight) wrong++;
      slowest = Math.max(slowest, seconds);
      console.log(line);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  const [, high] = wilsonInterval(wrong, trials.length);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${what}: ${wrong} of ${trials.length} verdicts differ, ${percent(wrong / trials.length)}; at most ${percent(high)} (95 %)`,
  );
  if (bound) console.log(`${what}: the slowest took ${slowest} s, of ${bound} s at most`);
  process.exitCode ||= wrong > 0 ? 1 : 0;
}

/** Certifies good applications one after another, each time in another dialect. */
async function measureCertifications(what: string, count: number, seed: number, bound: number): Promise<void> {
  if (count === 0) return;
  const { goodBehaviours, tryBehaviour } = (await import(
    pathToFileURL(packageFile("examples/partner-app/try-behaviour.mjs")).href
  )) as {
    goodBehaviours: readonly string[];
    tryBehaviour: (trial: { name: string; dialect: number }) => ReturnType<Judge>;
  };
  const trials = Array.from({ length: count }, (_, index) => ({
    name: goodBehaviours[(seed + index) % goodBehaviours.length] ?? "",
    seed: seed + index,
  }));
  const judge: Judge = ({ name, seed: dialect }) => tryBehaviour({ name, dialect });
  await measure(`certifications of good applications, ${what}`, trials, judge, bound);
}

/** Judges embedded sandboxes, each with another seed: nothing may break. */
async function measureRuns(what: string, count: number, seed: number): Promise<void> {
  const trials = Array.from({ length: count }, (_, index) => ({ name: "run", seed: seed + index }));
  if (count > 0) await measure(`${values.depth} runs of embedded sandboxes, ${what}`, trials, judgeEmbedded);
}

const judgeEmbedded: Judge = async ({ seed }) => {
  const sandbox = await createSandbox(receivingHere);
  try {
    const { results } = await judgeTarget(embedded(sandbox), { seed, depth: values.depth as Depth });
    const broken = results.requirements.filter(isBroken).map(({ id, reason }) => `${id}: ${reason}`);
    const faults = [...broken, ...(results.troubles ?? []), ...(results.ourFaults ?? [])];
    const isRight = results.verdict === "pass" && faults.length === 0;
    return [isRight, `seed ${seed}: ${results.verdict}${faults.map((fault) => `\n  ${fault}`).join("")}`];
  } finally {
    await sandbox.close();
  }
};

// Half of them while the machine does nothing else, and half under the load.
const idle = (count: number): number => (load > 0 ? Math.ceil(count / 2) : count);
const loaded = `under a load of ${load}`;
await measureRuns("idle", idle(runs), first);
await measureCertifications("idle", idle(certifications), first, longest.idle);
await underLoad(load, async () => {
  await measureRuns(loaded, runs - idle(runs), first + idle(runs));
  await measureCertifications(
    loaded,
    certifications - idle(certifications),
    first + idle(certifications),
    longest.loaded,
  );
});
