import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { packageFile } from "../base/package-file.ts";
import { wilsonInterval } from "../base/wilson.ts";

// How often a verdict differs from the right one, with its 95 % bound:
// npm run bench:flake -- --certifications 300 --load 8 [--first SEED] [--side-by-side N]
const { values } = parseArgs({
  options: {
    certifications: { type: "string", default: "0" },
    load: { type: "string", default: "0" },
    first: { type: "string", default: "1" },
    "side-by-side": { type: "string", default: "6" },
  },
});
const [certifications = 0, load = 0, first = 1, sideBySide = 6] = [
  values.certifications,
  values.load,
  values.first,
  values["side-by-side"],
].map(Number);

/** What is judged, and by which seed. */
interface Trial {
  name: string;
  seed: number;
}

/** Judges something once; whether the verdict is the right one, and a line that says so. */
type Judge = (trial: Trial) => Promise<[isRight: boolean, line: string]>;

/** Keeps so many processors busy while something is done. */
async function underLoad(processes: number, act: () => Promise<void>): Promise<void> {
  const busy = Array.from({ length: processes }, (): ChildProcess => spawn(process.execPath, ["-e", "for (;;);"]));
  try {
    await act();
  } finally {
    for (const each of busy) each.kill("SIGKILL");
  }
}

/** Judges everything, several at once, and prints how many verdicts differ. */
async function measure(what: string, trials: readonly Trial[], judge: Judge): Promise<void> {
  const waiting = [...trials];
  let wrong = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [isRight, line] = await judge(next);
      if (!isRight) wrong++;
      console.log(line);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  const [, high] = wilsonInterval(wrong, trials.length);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${what}: ${wrong} of ${trials.length} verdicts differ, ${percent(wrong / trials.length)}; at most ${percent(high)} (95 %)`,
  );
  process.exitCode ||= wrong > 0 ? 1 : 0;
}

/** Certifies good applications in turn, each time in another dialect. */
async function measureCertifications(what: string, count: number, seed: number): Promise<void> {
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
  await measure(`certifications of good applications, ${what}`, trials, ({ name, seed: dialect }) =>
    tryBehaviour({ name, dialect }),
  );
}

// Half of them while the machine does nothing else, and half under the load.
const quiet = load > 0 ? Math.ceil(certifications / 2) : certifications;
await measureCertifications("idle", quiet, first);
await underLoad(load, () => measureCertifications(`under a load of ${load}`, certifications - quiet, first + quiet));
