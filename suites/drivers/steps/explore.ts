import fc from "fast-check";
import { Untestable, Violation } from "../../../base/errors.ts";
import type { Entry, Example, Journal } from "../../../record/journal.ts";
import type { World } from "../../schedule/run/world.ts";

/** How a space of cases is explored. */
export interface Exploration<T> {
  cases: fc.Arbitrary<T>;
  /** The number of generated cases that are tried. */
  runs: number;
  /** Cases that are tried before any that is generated. */
  first?: readonly T[];
  /** A case in words. */
  describe?: (value: T) => string;
  /** Present where a case is a sequence of steps: how it is written as JSON, and read. */
  sequence?: { encode: (value: T) => string[]; decode: (steps: string[]) => T };
  check: (world: World, value: T) => Promise<void>;
}

type Finding = Extract<Entry, Record<"kind", "finding">>;

/** After this many different findings an exploration has shown enough. */
const maxRounds = 6;

/** The number of smaller cases that are tried; each costs as many requests as the case itself. */
const maxShrinks = 60;

/**
 * Tries generated cases. What holds is written down at once; a case that breaks something is shrunk first, and only
 * the smallest is reported. Then the exploration begins again and ignores what it has reported, so that one fault hides no other.
 */
export async function explore<T>(world: World, exploration: Exploration<T>): Promise<void> {
  const index = world.turn.explorations++;
  if (world.turn.examples) return tryAgain(world, exploration, examplesOf(world.turn.examples, index));
  const reported = new Set<string>();
  const report: Journal = {
    write(entry) {
      if (entry.kind === "finding") reported.add(entry.requirement);
      world.journal.write(entry);
    },
  };
  for (let round = 0; round < maxRounds; round++) {
    const broken = await findBroken(world, exploration, reported);
    if (!broken) return;
    const { value, findings } = await withoutNeedlessSteps(world, exploration, broken);
    const example = exampleOf(exploration, index, value);
    const before = reported.size;
    await check(exploration, world.writingTo(report, example), value, example);
    // A case that breaks something only sometimes is reported as it was first seen.
    if (reported.size === before) for (const finding of findings) report.write({ ...finding, example });
  }
}

const examplesOf = (examples: readonly Example[], index: number): Example[] =>
  examples.filter(({ exploration }) => exploration === index);

function exampleOf<T>({ sequence, describe = JSON.stringify }: Exploration<T>, exploration: number, value: T): Example {
  if (!sequence) return { exploration, value, text: describe(value) };
  const steps = sequence.encode(value);
  return { exploration, value: steps, text: steps.join(", "), isSequence: true };
}

/** Tries a case; one that cannot be judged ends there, and others go on. */
async function check<T>(exploration: Exploration<T>, world: World, value: T, example?: Example): Promise<void> {
  world.journal.write({ kind: "case", ...(example ? { example } : {}) });
  try {
    await exploration.check(world, value);
  } catch (error) {
    if (!(error instanceof Untestable) || world.budget.requestsLeft <= 0) throw error;
    world.turn.unjudged.push(error.message);
  }
}

/** Tries only the cases that an earlier run reported. */
async function tryAgain<T>(world: World, exploration: Exploration<T>, examples: readonly Example[]): Promise<void> {
  for (const example of examples) {
    const value = exploration.sequence ? exploration.sequence.decode(example.value as string[]) : (example.value as T);
    await check(exploration, world.writingTo(world.journal, example), value, example);
  }
}

/** A case that breaks something, and what it broke when it was tried last. */
interface BrokenCase<T> {
  value: T;
  findings: Finding[];
}

/** Tries a case, and returns what it broke that was not reported yet; what holds is written down. */
async function findingsOf<T>(
  world: World,
  exploration: Exploration<T>,
  value: T,
  reported: ReadonlySet<string>,
): Promise<Finding[]> {
  const collected: Finding[] = [];
  const collect: Journal = {
    write: (entry) => (entry.kind === "finding" ? void collected.push(entry) : world.journal.write(entry)),
  };
  await check(exploration, world.writingTo(collect), value);
  return collected.filter(({ requirement }) => !reported.has(requirement));
}

/** The smallest case that was found to break something that was not reported yet. */
async function findBroken<T>(
  world: World,
  exploration: Exploration<T>,
  reported: ReadonlySet<string>,
): Promise<BrokenCase<T> | undefined> {
  const { cases, runs } = exploration;
  const first = firstCases(world, exploration);
  let findings: Finding[] = [];
  let failure: unknown;
  let shrinks = 0;
  const property = fc.asyncProperty(cases, async (value) => {
    if (failure) throw failure as Error;
    // A case that counts as held ends the shrinking, which could go on for very long.
    if (findings.length > 0 && ++shrinks > maxShrinks) return;
    const unreported = await findingsOf(world, exploration, value, reported).catch((error: unknown) => {
      failure = error;
      throw error;
    });
    if (unreported.length === 0) return;
    findings = unreported;
    throw new Violation(unreported[0]?.found);
  });
  const details = await fc.check(property, {
    seed: world.context.seed,
    numRuns: runs + first.length,
    examples: first.map((value): [T] => [value]),
    // Where requests take real time, the first case that breaks something is reported as it is.
    endOnFailure: isCostly(world),
  });
  if (failure) throw failure as Error;
  if (!details.failed || !details.counterexample) return undefined;
  return { value: details.counterexample[0], findings };
}

/** The cases that are tried first; of these a quick run tries every second, and others with another seed. */
const firstCases = <T>({ context: { depth, seed } }: World, { first = [] }: Exploration<T>): readonly T[] =>
  depth === "quick" ? first.filter((_, index) => (index + seed) % 2 === 0) : first;

const isCostly = ({ budget }: World): boolean => budget.requestsLeft !== Number.POSITIVE_INFINITY;

/** A broken sequence of steps without those whose absence still shows what it broke. */
async function withoutNeedlessSteps<T>(
  world: World,
  exploration: Exploration<T>,
  broken: BrokenCase<T>,
): Promise<BrokenCase<T>> {
  const { sequence } = exploration;
  if (!sequence || isCostly(world)) return broken;
  const [{ requirement } = { requirement: "" }] = broken.findings;
  let smallest = broken;
  let steps = sequence.encode(broken.value);
  // From the end on: what comes late builds on what came before.
  for (let index = steps.length - 1; index >= 0; index--) {
    const fewer = steps.toSpliced(index, 1);
    const value = sequence.decode(fewer);
    const findings = await findingsOf(world, exploration, value, new Set());
    if (!findings.some((finding) => finding.requirement === requirement)) continue;
    steps = fewer;
    smallest = { value, findings };
  }
  return smallest;
}

/** So many generated values, the same for the same seed. */
export const drawSome = <T>(world: World, arbitrary: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(arbitrary, { seed: world.context.seed, numRuns: count });

/** One generated value. */
export const draw = <T>(world: World, arbitrary: fc.Arbitrary<T>): T => drawSome(world, arbitrary, 1)[0] as T;
