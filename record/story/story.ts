import { counted } from "../../base/wording.ts";
import { sentenceOf } from "../findings.ts";
import type { Entry, RecordedFinding } from "../journal.ts";
import type { StoryStep } from "../results.ts";
import { createHistories, type Happening, isClockMove } from "./history.ts";
import { relevantOf } from "./relevance.ts";
import { tell } from "./tell.ts";

/** What led to a finding, in order: happenings that follow each other and are alike are one. */
export type StoryOf = (finding: RecordedFinding) => Happening[][];

/** As many steps as a story has at most; what is left out stands between the first and the last. */
const mostSteps = 40;
const firstSteps = 8;

/** Clock moves that are shorter than this, in seconds, only keep the pace. */
const shortestMove = 5;

/** Tells how the findings of a journal came about. */
export function createStories(entries: readonly Entry[]): StoryOf {
  const historyOf = createHistories(entries);
  return (finding) => grouped(withJoinedMoves(relevantOf(historyOf(finding), finding)));
}

/** The story of a finding in words, with what was found as its last step. */
export function tellStory(groups: readonly Happening[][], finding: RecordedFinding): StoryStep[] {
  const steps = groups.flatMap(tellGroup);
  const left = steps.length - mostSteps;
  const told =
    left > 0
      ? [
          ...steps.slice(0, firstSteps),
          { step: `… ${counted(left, "more step")} …` },
          ...steps.slice(firstSteps + left),
        ]
      : steps;
  return [...told, { step: sentenceOf(finding), ...(finding.exchange ? { exchange: finding.exchange } : {}) }];
}

function tellGroup(group: readonly Happening[]): StoryStep[] {
  const last = group.at(-1);
  if (!last || (isClockMove(last) && Number(last.body.seconds) < shortestMove)) return [];
  const times = group.length > 1 ? `, ${group.length} times` : "";
  return [{ step: tell(last) + times, ...("id" in last ? { exchange: last.id } : {}) }];
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

/** Happenings in groups of those that follow each other and read the same. */
function grouped(happenings: readonly Happening[]): Happening[][] {
  const groups: { text: string; group: Happening[] }[] = [];
  for (const happening of happenings) {
    const text = tell(happening);
    const before = groups.at(-1);
    if (before?.text === text) before.group.push(happening);
    else groups.push({ text, group: [happening] });
  }
  return groups.map(({ group }) => group);
}
