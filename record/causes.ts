import { groupBy } from "../base/group-by.ts";
import { clockPath, resetPath } from "../harness/control/control-calls.ts";
import { loadInstallMachine } from "../specs/install-machine.ts";
import { areaOf } from "../specs/ledger/areas.ts";
import { placeOf } from "./findings.ts";
import { type Entry, entriesOf, type RecordedFinding } from "./journal.ts";
import { isBroken } from "./outcomes.ts";
import type { Cause, RequirementResult, Results } from "./results.ts";
import type { Happening } from "./story/history.ts";
import { createStories, shortestMove } from "./story/story.ts";
import { senderOf } from "./story/words.ts";

/** Areas that the others rest on, in this order: who is refused sees nothing, and what cannot be read shows nothing. */
const basis = ["TLS", "AUTH", "ENV", "VER", "INST", "STAT", "ERR"];

/** Something that was done to the target, and how many seconds after what was done before. */
interface Act {
  deed: string;
  after: number;
}

/** A broken requirement, and what led to its first finding. */
interface TracedBreach {
  result: RequirementResult;
  finding: RecordedFinding;
  acts: readonly Act[];
  /** True if its acts leave a link in a wrong state, so that whatever builds on them may break too. */
  leavesWrongState: boolean;
  ranks: readonly number[];
}

/**
 * The causes that a provider has to fix: failures before warnings, first those that the rest depends on, and then the most frequent. A requirement that was
 * found broken after the same acts as another, and more, probably breaks for the same cause.
 */
export function causesOf(entries: readonly Entry[], requirements: readonly RequirementResult[]): Cause[] {
  const breaches = breachesIn(entries, requirements);
  const byActs = breaches.toSorted((a, b) => a.acts.length - b.acts.length || compare(a.ranks, b.ranks));
  const rootOf = (breach: TracedBreach): TracedBreach => {
    const cause = byActs.slice(0, byActs.indexOf(breach)).find((other) => isLikelyCause(other, breach));
    return cause ? rootOf(cause) : breach;
  };
  const roots = new Map(breaches.map((breach) => [breach.result.id, rootOf(breach).result.id]));
  const isRoot = ({ result: { id } }: TracedBreach) => roots.get(id) === id;
  return breaches
    .filter(isRoot)
    .toSorted((a, b) => compare(a.ranks, b.ranks))
    .map(({ result: { id } }) => ({
      id,
      also: [...roots].flatMap(([other, root]) => (root === id && other !== id ? [other] : [])),
    }));
}

/** Requirements whose fix names what to fix first, where it probably is the cause. */
export function withCauses(requirements: readonly RequirementResult[], causes: readonly Cause[]): RequirementResult[] {
  const roots = new Map(causes.flatMap(({ id, also }) => also.map((other) => [other, id])));
  return requirements.map((result) => {
    const root = roots.get(result.id);
    return root
      ? { ...result, mend: `fix ${root} first, which probably has the same cause; then ${result.mend}` }
      : result;
  });
}

/** The broken requirements in the order of the results' causes: each with those that probably have the same cause. */
export function fixesIn({ causes, requirements }: Results): { first: RequirementResult; also: RequirementResult[] }[] {
  const byId = new Map(requirements.filter(isBroken).map((result) => [result.id, result]));
  const found = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  // Results of an earlier version have no causes.
  const all = causes ?? [...byId.keys()].map((id) => ({ id, also: [] }));
  return all.flatMap(({ id, also }) => {
    const [first, ...rest] = found([id, ...also]);
    return first ? [{ first, also: rest }] : [];
  });
}

/** The place of each broken requirement in the order of causes. */
export const placesByCause = (results: Results): ReadonlyMap<string, number> =>
  new Map(
    fixesIn(results)
      .flatMap(({ first, also }) => [first, ...also])
      .map(({ id }, place) => [id, place]),
  );

function breachesIn(entries: readonly Entry[], requirements: readonly RequirementResult[]): TracedBreach[] {
  const findings = groupBy(entriesOf(entries, "finding"), ({ requirement }) => requirement);
  // Recorded traffic has no steps.
  const storyOf = entriesOf(entries, "proof").length > 0 ? createStories(entries) : () => [];
  const ofLinks = new Set<string>(loadInstallMachine().transitions.map(({ requirement }) => requirement));
  return requirements.filter(isBroken).flatMap((result) => {
    const [finding, ...more] = findings.get(result.id) ?? [];
    if (!finding) return [];
    const happenings = storyOf(finding).flat();
    const area = basis.indexOf(areaOf(result.id));
    return {
      result,
      finding,
      acts: actsOf(happenings),
      leavesWrongState: ofLinks.has(result.id) && !finding.isAlone && isOtherwiseAnswered(finding, happenings.at(-1)),
      ranks: [result.outcome === "fail" ? 0 : 1, area < 0 ? basis.length : area, -1 - more.length],
    };
  });
}

/** True if a call was refused that had to be served, or served that had to be refused; 200 in place of 201 changes no link. */
const isOtherwiseAnswered = ({ promised }: RecordedFinding, last: Happening | undefined): boolean =>
  !promised ||
  (last?.kind === "exchange" && promised.every((status) => isRefusal(status) !== isRefusal(last.response.status)));

const isRefusal = (status: number): boolean => status >= 400;

/** The acts on the target, without those that only read or prepare it. */
function actsOf(happenings: readonly Happening[]): Act[] {
  const acts: Act[] = [];
  let after = 0;
  for (const happening of happenings) {
    if (happening.kind === "control" && happening.path === clockPath) after += Number(happening.body.seconds);
    const deed = deedOf(happening);
    if (!deed) continue;
    acts.push({ deed, after: after < shortestMove ? 0 : after });
    after = 0;
  }
  return acts;
}

function deedOf(happening: Happening): string | undefined {
  if (happening.kind === "control")
    return [clockPath, resetPath, "/seed"].includes(happening.path) ? undefined : happening.path;
  if (happening.kind !== "exchange" || happening.request.method === "GET") return undefined;
  const { operation, request, response } = happening;
  const authorization = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  return `${senderOf(authorization)} ${operation} ${response.status}`;
}

/** True if what breaks one requirement probably breaks another: its acts are among the other's, and left a wrong state or show the same. */
function isLikelyCause(one: TracedBreach, other: TracedBreach): boolean {
  if ((one.ranks[0] ?? 0) > (other.ranks[0] ?? 0) || !areAmong(one.acts, other.acts)) return false;
  return (one.leavesWrongState && one.acts.length > 0) || isSameFinding(one.finding, other.finding);
}

const isSameFinding = (one: RecordedFinding, other: RecordedFinding): boolean =>
  one.found === other.found && placeOf(one) === placeOf(other);

/** True if acts are among others in the same order, with no less time between them. */
function areAmong(acts: readonly Act[], others: readonly Act[]): boolean {
  let index = 0;
  for (const [number, { deed, after }] of acts.entries()) {
    let passed = 0;
    for (; ; index++) {
      const other = others[index];
      if (!other) return false;
      passed += other.after;
      if (other.deed === deed && (number === 0 || passed >= after)) break;
    }
    index++;
  }
  return true;
}

/** Compares lists of numbers by the first that differ. */
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((rank, index) => rank - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
