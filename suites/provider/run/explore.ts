import fc from "fast-check";
import { Violation } from "../../../base/errors.ts";
import type { Example, Journal, RecordedFinding } from "../../../record/journal.ts";
import type { World } from "./world.ts";

/** How a space of cases is explored. */
export interface Exploration<T> {
  cases: fc.Arbitrary<T>;
  /** How many generated cases are tried. */
  runs: number;
  /** Cases that are tried before any that is generated. */
  first?: readonly T[];
  /** A case in words. */
  describe?: (value: T) => string;
  /** What replays a case besides seed and path. */
  replayPathOf?: (value: T) => string | undefined;
  check: (world: World, value: T) => Promise<void>;
}

/** After this many different findings an exploration has shown enough. */
const mostRounds = 6;

/** How many smaller cases are tried; each costs as many requests as the case itself. */
const mostShrinks = 60;

/**
 * Tries generated cases. What holds is written down at once; a case that breaks something is shrunk first, and only
 * the smallest is reported. Then the exploration begins again and ignores what it has reported, so that one fault hides no other.
 */
export async function explore<T>(world: World, exploration: Exploration<T>): Promise<void> {
  const reported = new Set<string>();
  const report: Journal = {
    write(entry) {
      if (entry.kind === "finding") reported.add(entry.requirement);
      world.journal.write(entry);
    },
  };
  for (let round = 0; round < mostRounds; round++) {
    const smallest = await findSmallest(world, exploration, reported);
    if (!smallest) return;
    const { value, example, findings } = smallest;
    const before = reported.size;
    await exploration.check(world.writingTo(report, example), value);
    // A case that breaks something only sometimes is reported as it was first seen.
    if (reported.size === before)
      for (const finding of findings) report.write({ kind: "finding", ...finding, example: example() });
  }
}

/** A case that breaks something, and what it broke when it was tried last. */
interface BrokenCase<T> {
  value: T;
  findings: RecordedFinding[];
  /** Tells a sequence of steps as far as it was run, so it is asked for only when something is written. */
  example: () => Example;
}

/** The smallest case that breaks something that was not reported yet. */
async function findSmallest<T>(
  world: World,
  { cases, runs, first = [], check, describe = JSON.stringify, replayPathOf }: Exploration<T>,
  reported: ReadonlySet<string>,
): Promise<BrokenCase<T> | undefined> {
  let findings: RecordedFinding[] = [];
  let failure: unknown;
  let shrinks = 0;
  const property = fc.asyncProperty(cases, async (value) => {
    if (failure) throw failure as Error;
    // A case that counts as held ends the shrinking, which could go on for very long.
    if (findings.length > 0 && ++shrinks > mostShrinks) return;
    const collected: RecordedFinding[] = [];
    const collect: Journal = {
      write: (entry) => (entry.kind === "finding" ? void collected.push(entry) : world.journal.write(entry)),
    };
    try {
      await check(world.writingTo(collect), value);
    } catch (error) {
      failure = error;
      throw error;
    }
    const unreported = collected.filter(({ requirement }) => !reported.has(requirement));
    if (unreported.length === 0) return;
    findings = unreported;
    throw new Violation(unreported[0]?.found);
  });
  const { seed } = world.run;
  const details = await fc.check(property, {
    seed,
    numRuns: runs + first.length,
    examples: first.map((value): [T] => [value]),
    // Where requests take real time, the first case that breaks something is reported as it is.
    endOnFailure: world.run.requestsLeft !== Number.POSITIVE_INFINITY,
  });
  if (failure) throw failure as Error;
  if (!details.failed || !details.counterexample) return undefined;
  const [value] = details.counterexample;
  const path = details.counterexamplePath ?? "";
  const example = (): Example => {
    const replayPath = replayPathOf?.(value);
    return { seed, path, shrunk: describe(value), ...(replayPath ? { replayPath } : {}) };
  };
  return { value, findings, example };
}

/** One generated value, the same for the same seed. */
export const draw = <T>(world: World, arbitrary: fc.Arbitrary<T>): T =>
  fc.sample(arbitrary, { seed: world.run.seed, numRuns: 1 })[0] as T;
