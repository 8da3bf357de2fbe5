import { groupBy } from "../../base/group-by.ts";
import { cellId, scoredCells, splitCell } from "../../specs/cells.ts";
import type { Requirement } from "../../specs/ledger.ts";
import { evidenceOf, fixOf, reasonOf } from "../findings.ts";
import { repeatsIn } from "../journal/repeats.ts";
import { type Entry, entriesOf, type RecordedFinding, type Repeated, v3Topic } from "../journal.ts";
import { isBroken } from "../outcomes.ts";
import type { JudgedCells, RequirementResult, StoryStep } from "../results.ts";
import { briefStory } from "../story/brief.ts";
import { createPartnerStories } from "../story/partner-story.ts";
import { createStories, describeStory, type StoryOf } from "../story/story.ts";
import { boundsIn } from "./bounds.ts";
import { openWords } from "./cell-words.ts";

/** The conclusion about a requirement, whatever its level. */
type Conclusion = Pick<
  RequirementResult,
  "outcome" | "reason" | "trial" | "repeated" | "note" | "evidence" | "story" | "brief" | "mend" | "cells" | "selected"
>;

/** Requirements that were left out of a run on purpose, by their ids. */
export interface LeftOut {
  only?: readonly string[] | undefined;
  skip?: readonly string[];
}

/** The result of each requirement, from the entries of a journal. */
export function requirementResults(
  entries: readonly Entry[],
  ledger: readonly Requirement[],
  leftOut: LeftOut,
): RequirementResult[] {
  const conclude = createConclusions(entries, leftOut);
  return ledger.map((requirement) => resultOf(requirement, conclude(requirement)));
}

/** The level decides what a conclusion means: a should that does not hold warns, as does what is on trial, and no one is judged by what is left open. */
function resultOf({ id, level, says: title, sources, status }: Requirement, conclusion: Conclusion): RequirementResult {
  const requirement = { id, level, title, sources, ...(status ? { status } : {}) };
  if (level === "open" && conclusion.selected !== false)
    return { ...requirement, ...notJudged("not-applicable", "the specification leaves it open") };
  if (status === "trial" && isBroken(conclusion))
    return { ...requirement, ...conclusion, outcome: "warn", reason: `on trial: ${conclusion.reason}` };
  const isWarning = level === "should" && conclusion.outcome === "fail";
  return { ...requirement, ...conclusion, outcome: isWarning ? "warn" : conclusion.outcome };
}

function createConclusions(
  entries: readonly Entry[],
  { only, skip = [] }: LeftOut,
): (requirement: Requirement) => Conclusion {
  const judged = groupBy(
    entriesOf(entries, "judged").flatMap(({ ids }) => ids.map(splitCell)),
    ({ requirement }) => requirement,
  );
  const findings = groupBy(entriesOf(entries, "finding"), ({ requirement }) => requirement);
  const obstacles = groupBy(
    obstaclesIn(entries).flatMap((entry) => entry.ids.map((id) => ({ ...entry, ...splitCell(id) }))),
    ({ requirement }) => requirement,
  );
  const silence = silenceOf(entries);
  const begun = proofsBegun(entries);
  const noteOf = (id: string, met: readonly Obstacle[]): Pick<Conclusion, "note"> => {
    const unjudged = new Map(
      met.flatMap(({ title, applies, why }) => (title && applies ? [[title, why] as const] : [])),
    );
    const of = new Set([...(begun.get(id) ?? []), ...unjudged.keys()]).size;
    const [why] = unjudged.values();
    if (why === undefined) return {};
    return {
      note:
        unjudged.size < of
          ? `passed; ${unjudged.size} of ${of} proofs could not be judged: ${why}`
          : `passed by what other requests show; no proof of its own could be judged: ${why}`,
    };
  };
  const explain = createExplanations(entries);
  const weigh = createScale(entries);
  const boundOf = boundsIn(entries);
  return (requirement) => {
    const { id } = requirement;
    const option = only && !only.includes(id) ? "--only" : "--skip";
    if (option === "--only" || skip.includes(id))
      return { ...notJudged("not-applicable", `not selected (${option})`), selected: false };
    const met = obstacles.get(id) ?? [];
    const bound = boundOf(requirement);
    const cells: JudgedCells = {
      ...judgeCells(requirement, new Set(judged.get(id)?.map(({ cell }) => cell)), met, silence),
      ...(bound ? { bound } : {}),
    };
    const found = (findings.get(id) ?? []).map((finding) => weigh(finding, requirement));
    const isTried = ({ cell = "" }: RecordedFinding) => requirement.trial?.includes(cell) ?? false;
    const [scored, ...otherScored] = found.filter((finding) => !isTried(finding));
    const [tried, ...otherTried] = found.filter(isTried);
    if (scored) return { ...concludeBroken([scored, ...otherScored]), ...explain(scored, requirement), cells };
    const own = concludeHeld(id, met, cells);
    if (!tried) return own;
    const broken = [tried, ...otherTried] as const;
    const { reason, ...conclusion } = concludeBroken([...broken]);
    const trial = { cells: unique(broken.map(({ cell = "" }) => cellId(id, cell))), outcome: own.outcome };
    const story = explain(tried, requirement);
    return { ...conclusion, outcome: "warn", reason: `on trial: ${reason}`, trial, ...story, cells };
  };

  function concludeHeld(id: string, met: readonly Obstacle[], cells: JudgedCells): Conclusion {
    const failure = met.find(({ isOurFault, isDecisive }) => isOurFault || isDecisive);
    if (failure) return { ...notJudged("untestable", failure.why), cells };
    if (cells.judged === cells.of) return { outcome: "pass", evidence: [], cells, ...noteOf(id, met) };
    const obstacle = nearestOf(met.filter(({ applies }) => applies)) ?? met[0];
    if (obstacle && !obstacle.applies && cells.judged === 0) return notJudged("not-applicable", obstacle.why);
    return { ...notJudged("untestable", describeOpen(cells)), cells };
  }
}

/** A finding, and whether an accident may explain it: then it is a warning where it held when it was repeated. */
type WeighedFinding = RecordedFinding & { isExplained: boolean };

/** Adds to findings how often they failed when they were repeated alone, and whether an accident may explain them. */
function createScale(
  entries: readonly Entry[],
): (finding: RecordedFinding, requirement: Requirement) => WeighedFinding {
  const repeatedOf = repeatsIn(entries);
  const hasClock = entriesOf(entries, "world").some(({ abilities }) => abilities?.clock);
  return (finding, { accident }) => {
    // A certification repeats by itself what an accident may explain, and nothing else.
    if (finding.repeated) return { ...finding, isExplained: true };
    const repeated = repeatedOf(finding);
    const mayExplain = accident === "time" || (accident === "network" && finding.exchange === undefined);
    return { ...finding, ...(repeated ? { repeated } : {}), isExplained: mayExplain && !hasClock };
  };
}

/** Concludes from findings: a failure, unless each of them is flaky. */
function concludeBroken(found: readonly [WeighedFinding, ...WeighedFinding[]]): Conclusion {
  const [first = found[0], ...others] = found.filter((finding) => !isFlaky(finding));
  const { repeated } = first;
  const conclusion = { evidence: evidenceOf(found), ...(repeated ? { repeated } : {}) };
  return isFlaky(first)
    ? { outcome: "warn", reason: `flaky: ${reasonOf(found)}; ${heldAgain(first)}`, ...conclusion }
    : { outcome: "fail", reason: `${reasonOf([first, ...others])}${howOften(first)}`, ...conclusion };
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** True if what an accident may explain held at least once when it was repeated alone. */
const isFlaky = ({ isExplained, repeated }: WeighedFinding): boolean => isExplained && isIntermittent(repeated);

const isIntermittent = (repeated: Repeated | undefined): boolean =>
  repeated !== undefined && repeated.failed < repeated.of;

/** How often something failed that does not fail each time, the first time included. */
const howOften = ({ repeated }: RecordedFinding): string =>
  repeated && isIntermittent(repeated) ? `; failed ${repeated.failed + 1} of ${repeated.of + 1} times` : "";

const heldAgain = ({ repeated: { failed, of } = { failed: 0, of: 0 } }: RecordedFinding): string =>
  `tried again alone, it held ${of - failed === 1 ? "once" : `${of - failed} times`}${failed > 0 ? `, and failed ${failed} of ${of} times` : ""}`;

/** The proofs of each requirement that were begun. */
function proofsBegun(entries: readonly Entry[]): Map<string, Set<string>> {
  const begun = new Map<string, Set<string>>();
  for (const { slug, title, ids } of entriesOf(entries, "proof"))
    for (const id of ids) begun.set(id, (begun.get(id) ?? new Set()).add(slug ?? title));
  return begun;
}

/** Which of the cells that a requirement needs were judged, and what kept the others from it. */
function judgeCells(
  requirement: Requirement,
  judged: ReadonlySet<string>,
  obstacles: readonly (Obstacle & { cell: string })[],
  silence: string,
): JudgedCells {
  const required = scoredCells(requirement);
  const open = required.filter((cell) => !judged.has(cell));
  const further = [...judged].filter((cell) => cell !== "" && !required.includes(cell)).length;
  return {
    judged: required.length - open.length,
    of: required.length,
    open: open.map((cell) => {
      const met = obstacles.filter((obstacle) => obstacle.cell === cell || obstacle.cell === "");
      // A proof that could have judged it, had it been able to, shows that it applies, whichever proof came last.
      const obstacle = nearestOf(met.filter(({ applies }) => applies)) ?? met[0];
      return { cell: cellId(requirement.id, cell), reason: obstacle?.why ?? silence };
    }),
    further: { judged: further, of: further },
  };
}

/** Why a requirement cannot pass: its one cell was not judged, or some of several were not. */
function describeOpen({ judged, of, open }: JudgedCells): string {
  const reasons = new Set(open.map(({ reason }) => reason));
  const [only] = reasons;
  return judged === 0 && only !== undefined && reasons.size === 1
    ? only
    : `held in ${judged} of ${of} cells; ${openWords(open)}`;
}

type Obstacle = Extract<Entry, { kind: "untestable" }>;

/** The obstacles that kept proofs from judging; other needs of a surface that is not live are beside the point. */
function obstaclesIn(entries: readonly Entry[]): Obstacle[] {
  const obstacles = entriesOf(entries, "untestable");
  const isLive = entriesOf(entries, "observation").find(({ topic }) => topic === v3Topic)?.value;
  if (isLive !== false) return obstacles;
  const why = "the v3 surface is not live";
  return obstacles.map((entry) => (entry.surface === "v3" ? { ...entry, why, applies: false } : entry));
}

/** Of several obstacles the one that is easiest to take away: what was tried comes first, then what lacks least; a control protocol is the most. */
const nearestOf = <T extends { lacks?: readonly string[] }>(obstacles: readonly T[]): T | undefined =>
  obstacles.toSorted((a, b) => heightOf(a) - heightOf(b))[0];

const heightOf = ({ lacks = [] }: { lacks?: readonly string[] }): number =>
  lacks.reduce((height, supply) => height + (supply.startsWith("control.") ? 10 : 1), 0);

/** Explains a finding: how it came about, and how to fix it. Recorded traffic has no steps. */
function createExplanations(
  entries: readonly Entry[],
): (finding: RecordedFinding, requirement: Requirement) => Pick<Conclusion, "story" | "brief" | "mend"> {
  let storyOf: StoryOf | undefined;
  let partnerStoryOf: ((finding: RecordedFinding) => StoryStep[]) | undefined;
  const isPartner = entriesOf(entries, "run").some(({ judges }) => judges === "partner");
  const hasProofs = entriesOf(entries, "proof").length > 0;
  return (finding, { says }) => {
    if (isPartner) {
      partnerStoryOf ??= createPartnerStories(entries);
      return { story: partnerStoryOf(finding), mend: fixOf(finding, says, finding.pointer !== "") };
    }
    const mend = fixOf(finding, says, finding.isAlone ?? !hasProofs);
    if (!hasProofs) return { mend };
    storyOf ??= createStories(entries);
    const story = storyOf(finding);
    const brief = briefStory(story, finding);
    return { story: describeStory(story, finding), ...(brief ? { brief } : {}), mend };
  };
}

const notJudged = (outcome: "untestable" | "not-applicable", reason: string): Conclusion => ({
  outcome,
  reason,
  evidence: [],
});

/** Why nothing is known of a requirement that no proof was kept from judging. */
function silenceOf(entries: readonly Entry[]): string {
  const has = (kind: Entry["kind"]) => entries.some((entry) => entry.kind === kind);
  if (!has("exchange"))
    return has("contract") ? "only contracts were judged; `assay run` judges it" : "no request could be sent";
  const isPart = entriesOf(entries, "run").some(({ shard }) => shard);
  return `nothing in this ${isPart ? "part of the run" : "run"} shows it`;
}
