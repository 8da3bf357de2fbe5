import { counted } from "../../base/text/wording.ts";
import { sentenceOf } from "../findings.ts";
import type { Entry, RecordedFinding } from "../journal.ts";
import type { StoryStep } from "../results.ts";
import { describe } from "./describe.ts";
import { createHistories, type Happening, isClockMove } from "./history.ts";
import { relevantOf, replayableOf } from "./relevance.ts";

/** Shows how a finding came about, in order: happenings that follow each other and are alike are one. */
export type StoryOf = (finding: RecordedFinding) => Happening[][];

/** As many steps as a story has at most; what is left out stands between the first and the last. */
const maxSteps = 40;
const firstSteps = 8;

/** Clock moves that are shorter than this, in seconds, only keep the pace. */
export const shortestMove = 5;

/** Says how the findings of a journal came about. */
export function createStories(entries: readonly Entry[]): StoryOf {
  const historyOf = createHistories(entries);
  return (finding) => grouped(withJoinedMoves(relevantOf(historyOf(finding), finding)));
}

/** Makes what shows the findings of a journal again. */
export function createReplayables(entries: readonly Entry[]): StoryOf {
  const historyOf = createHistories(entries);
  return (finding) => grouped(withJoinedMoves(replayableOf(historyOf(finding), finding)));
}

/** The story of a finding in words, with what was found as its last step. */
export function describeStory(groups: readonly Happening[][], finding: RecordedFinding): StoryStep[] {
  const steps = withoutRepetitions(groups.flatMap(describeGroup));
  const left = steps.length - maxSteps;
  const merged =
    left > 0
      ? [
          ...steps.slice(0, firstSteps),
          { step: `… ${counted(left, "more step")} …` },
          ...steps.slice(firstSteps + left),
        ]
      : steps;
  return [...merged, { step: sentenceOf(finding), ...(finding.exchange ? { exchange: finding.exchange } : {}) }];
}

const describeGroup = (group: readonly Happening[]): StoryStep[] =>
  group.flatMap((happening) => {
    if (isClockMove(happening) && Number(happening.body.seconds) < shortestMove) return [];
    return [{ step: describe(happening), ...("id" in happening ? { exchange: happening.id } : {}) }];
  });

/** Steps that read the same and follow each other are reported once, with how often. */
function withoutRepetitions(steps: readonly StoryStep[]): StoryStep[] {
  const merged: { step: StoryStep; times: number }[] = [];
  for (const step of steps) {
    const before = merged.at(-1);
    if (before?.step.step === step.step) merged[merged.length - 1] = { step, times: before.times + 1 };
    else merged.push({ step, times: 1 });
  }
  return merged.map(({ step, times }) => (times > 1 ? { ...step, step: `${step.step}, ${times} times` } : step));
}

/** Clock moves that follow each other are one. */
function withJoinedMoves(happenings: readonly Happening[]): Happening[] {
  const joined: Happening[] = [];
  for (const happening of happenings) {
    const before = joined.at(-1);
    if (before && isClockMove(before) && isClockMove(happening))
      joined[joined.length - 1] = {
        ...happening,
        body: { seconds: Number(before.body.seconds) + Number(happening.body.seconds) },
      };
    else joined.push(happening);
  }
  return joined;
}

/** Happenings in groups of those that follow each other and are the same. */
function grouped(happenings: readonly Happening[]): Happening[][] {
  const groups: { key: string; group: Happening[] }[] = [];
  for (const happening of happenings) {
    const key = JSON.stringify([happening.kind === "exchange" && happening.request, describe(happening)]);
    const before = groups.at(-1);
    if (before?.key === key) before.group.push(happening);
    else groups.push({ key, group: [happening] });
  }
  return groups.map(({ group }) => group);
}
