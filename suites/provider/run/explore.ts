import fc from "fast-check";
import { Violation } from "../../../base/errors.ts";
import type { Example, Journal, RecordedFinding } from "../../../record/journal.ts";
import type { World } from "./world.ts";

/** How a space of cases is explored. */
export interface Exploration<T> {
  cases: fc.Arbitrary<T>;
  runs: number;
  /** Cases that are tried before any that is generated. */
  first?: readonly T[];
  /** A case in words. */
  spell?: (value: T) => string;
  /** What replays a case besides seed and path. */
  replayPathOf?: (value: T) => string | undefined;
  check: (world: World, value: T) => Promise<void>;
}

/** After this many different findings an exploration has told enough. */
const mostRounds = 6;

/** How many smaller cases are tried; each costs as many requests as the case itself. */
const mostShrinks = 60;

/**
 * Tries generated cases. What holds is written down at once; a case that breaks something is shrunk first, and only
 * the smallest one is told. Then the exploration begins again, blind to what it has told, so that one fault hides no other.
 */
export async function explore<T>(world: World, exploration: Exploration<T>): Promise<void> {
  const told = new Set<string>();
  for (let round = 0; round < mostRounds; round++) {
    const smallest = await search(world, exploration, told);
    if (!smallest) return;
    const { value, example } = smallest;
    const heard: Journal = {
      write(entry) {
        if (entry.kind === "finding") told.add(entry.requirement);
        world.journal.write(entry);
      },
    };
    const before = told.size;
    await exploration.check(
      world.with(heard, () => example(value)),
      value,
    );
    // A case that breaks something only sometimes is told as it was first seen.
    if (told.size === before) {
      for (const finding of smallest.findings) {
        told.add(finding.requirement);
        world.journal.write({ kind: "finding", ...finding, example: example(value) });
      }
    }
  }
}

interface Smallest<T> {
  value: T;
  findings: RecordedFinding[];
  example: (value: T) => Example;
}

/** The smallest case that breaks something that was not told yet. */
async function search<T>(
  world: World,
  { cases, runs, first = [], check, spell = JSON.stringify, replayPathOf }: Exploration<T>,
  told: ReadonlySet<string>,
): Promise<Smallest<T> | undefined> {
  let findings: RecordedFinding[] = [];
  let obstacle: unknown;
  let shrinks = 0;
  const property = fc.asyncProperty(cases, async (value) => {
    if (obstacle) throw obstacle as Error;
    // A case that is counted as held ends the shrinking, which could go on for very long.
    if (findings.length > 0 && ++shrinks > mostShrinks) return;
    const found: RecordedFinding[] = [];
    const book: Journal = {
      write: (entry) => (entry.kind === "finding" ? void found.push(entry) : world.journal.write(entry)),
    };
    try {
      await check(world.with(book), value);
    } catch (error) {
      obstacle = error;
      throw error;
    }
    const fresh = found.filter(({ requirement }) => !told.has(requirement));
    if (fresh.length === 0) return;
    findings = fresh;
    throw new Violation(fresh[0]?.found);
  });
  const { seed } = world.run;
  const details = await fc.check(property, {
    seed,
    numRuns: runs + first.length,
    examples: first.map((value): [T] => [value]),
    // Where each request is paid for in time, the first case that breaks something is told as it is.
    endOnFailure: world.run.left !== Number.POSITIVE_INFINITY,
  });
  if (obstacle) throw obstacle as Error;
  if (!details.failed || !details.counterexample) return undefined;
  const [value] = details.counterexample;
  const path = details.counterexamplePath ?? "";
  const example = (shrunk: T): Example => {
    const replayPath = replayPathOf?.(shrunk);
    return { seed, path, shrunk: spell(shrunk), ...(replayPath ? { replayPath } : {}) };
  };
  return { value, findings, example };
}

/** One generated value, the same for the same seed. */
export const draw = <T>(world: World, arbitrary: fc.Arbitrary<T>): T =>
  fc.sample(arbitrary, { seed: world.run.seed, numRuns: 1 })[0] as T;
