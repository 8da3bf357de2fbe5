import { seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import type { Request } from "../../../harness/exchange.ts";
import { edge } from "../../model/time-limits.ts";
import { ensureInstalled, fixtureLink } from "../run/installing.ts";
import { keyOf, type Lookup, type RememberedRead } from "../run/memory.ts";
import { type Lack, lackOf } from "../run/needs.ts";
import type { World } from "../run/world.ts";
import type { Relation, Subject, SubjectKind } from "./relation.ts";

/** How much more something counts that was not judged yet than what was. */
const openWeight = 10;

/** How often something is read again before it counts as moving. */
const mostAttempts = 2;

/** For how many relations that seem broken requests are kept back. */
const mostKeptFor = 10;

/** After how many breaches of a requirement no more of them are read again. */
const mostConfirmed = 3;

/** Asks for what decides most, and judges every relation that the answers show. */
export class Planner {
  readonly #world: World;
  readonly #keptBack: number;
  /** The requirements that relations have judged, and how often each of them and each side was. */
  readonly #judged = new Set<string>();
  readonly #times = new Map<string, number>();
  readonly #done = new Set<string>();
  /** Relations that seemed broken, until what they rest on is read again. */
  #doubted: Relation[] = [];
  /** How many breaches of each requirement were read again, and were there still. */
  readonly #breaches = new Map<string, number>();
  readonly #proposals = new Map<Subject, readonly Relation[]>();
  /** What could not be read at all, or is too large to be remembered. */
  readonly #unanswered = new Set<string>();
  readonly #asked = new Set<string>();
  /** Whether the application is known to be active at the Location. */
  #isInstalled = false;

  /** So many requests are kept back for whatever comes after. */
  constructor(world: World, keptBack: number) {
    this.#world = world;
    this.#keptBack = keptBack;
  }

  get #lookup(): Lookup {
    return this.#world.run.memory.lookup;
  }

  get #mayAsk(): boolean {
    const confirming = this.#doubted.slice(0, mostKeptFor).reduce((sum, relation) => sum + costOf(relation), 0);
    return this.#world.run.requestsLeft > this.#keptBack + confirming;
  }

  /** Goes on until nothing is left to ask for, or no more requests may be sent. */
  async decide(kinds: readonly SubjectKind[]): Promise<void> {
    const subjects: Subject[] = [];
    for (const kind of kinds) {
      const lack = await this.#lackOf(kind);
      if (lack) this.#leave(Object.keys(kind.ids), lack.why, lack.lacks);
      else subjects.push({ ...kind, ...kind.at(this.#world) });
    }
    await this.#judgeAll(subjects);
    for (const request of subjects.flatMap((subject) => subject.repeats(this.#lookup)))
      if (this.#mayAsk) await this.#ask(request);
    await this.#judgeAll(subjects);
    await this.#confirmDoubted();
    for (const subject of subjects) this.#leaveUnjudged(subject);
  }

  async #judgeAll(subjects: readonly Subject[]): Promise<void> {
    for (;;) {
      const open = subjects
        .flatMap((subject) => this.#proposedBy(subject))
        .filter((relation) => !this.#done.has(nameOf(relation)) && !relation.reads.some(this.#isUnanswered));
      const ready = open.filter(({ reads }) => reads.every((read) => this.#lookup(read)));
      for (const relation of ready) this.#judge(relation);
      if (ready.length > 0) continue;
      const next = this.#mayAsk ? this.#choose(open) : undefined;
      if (!next) return;
      if (this.#asked.has(keyOf(next))) this.#unanswered.add(keyOf(next));
      else await this.#ask(next);
    }
  }

  /** What a subject proposes; that changes only with what its operations answer. */
  #proposedBy(subject: Subject): readonly Relation[] {
    const known = this.#proposals.get(subject) ?? [...subject.propose(this.#lookup)];
    this.#proposals.set(subject, known);
    return known;
  }

  readonly #isUnanswered = (request: Request): boolean => this.#unanswered.has(keyOf(request));

  /** Reads something; what gives no answer that can be used is not asked for again. */
  async #ask(request: Request): Promise<void> {
    for (const subject of this.#proposals.keys())
      if (subject.operations.includes(request.operation.id)) this.#proposals.delete(subject);
    this.#asked.add(keyOf(request));
    try {
      await this.#world.send(request);
    } catch (error) {
      if (!(error instanceof Untestable)) throw error;
      this.#unanswered.add(keyOf(request));
    }
  }

  /** The read that most relations wait for, each counted by how little is known of its requirement and how much else it takes. */
  #choose(open: readonly Relation[]): Request | undefined {
    const worth = new Map<string, { request: Request; worth: number }>();
    for (const relation of open) {
      const { reads } = relation;
      const missing = reads.filter((read) => !this.#lookup(read));
      // Reads that are taken for one relation often serve the next.
      const weight = this.#worthOf(relation) / Math.sqrt(missing.length);
      for (const request of missing.slice(0, 1)) {
        const key = keyOf(request);
        worth.set(key, { request, worth: (worth.get(key)?.worth ?? 0) + weight });
      }
    }
    const [best] = [...worth.values()].toSorted((a, b) => b.worth - a.worth);
    return best?.request;
  }

  /** What a relation is worth: most where its requirement is not judged yet, much where this side of it is not, and less with each relation of its requirement. */
  #worthOf(relation: Relation): number {
    const { id, cell = id, weight = 1 } = relation;
    const isOpen = !this.#judged.has(cell) && !this.#doubted.some((doubted) => (doubted.cell ?? doubted.id) === cell);
    if (isOpen && !relation.isIdle) return openWeight * openWeight;
    const again = relation.isIdle ? 0 : openWeight * this.#timesOf(sideOf(relation));
    return (weight * openWeight) / (1 + again) / (1 + this.#timesOf(id));
  }

  /** How often a requirement, or a side of one, was judged. */
  #timesOf(requirementOrSide: string): number {
    return this.#times.get(requirementOrSide) ?? 0;
  }

  #judge(relation: Relation): void {
    this.#done.add(nameOf(relation));
    const result = relation.check(this.#known(relation.reads));
    if (result !== undefined || relation.isIdle)
      for (const key of [sideOf(relation), relation.id]) this.#times.set(key, this.#timesOf(key) + 1);
    if (result === undefined) return;
    if (result === "holds") this.#note(relation, result);
    else this.#doubted.push(relation);
  }

  #note({ id, cell = id }: Relation, result: Result, last?: RememberedRead): void {
    for (const judged of [id, cell]) this.#judged.add(judged);
    if (result === "holds") return this.#world.check(cell, true, { found: "", expected: "" });
    this.#breaches.set(id, (this.#breaches.get(id) ?? 0) + 1);
    const { rests: _, by = last?.exchange, ...breach } = result;
    this.#world.check(cell, false, { ...breach, ...(by ? { exchange: by } : {}) });
  }

  #known(reads: readonly Request[]): RememberedRead[] {
    return reads.flatMap((read) => this.#lookup(read) ?? []);
  }

  /** Reads everything again that a breach rests on, twice: only what stays as it was can be blamed. Others may write meanwhile. */
  async #confirmDoubted(): Promise<void> {
    const { run } = this.#world;
    for (let attempt = 0; attempt < mostAttempts && this.#doubted.length > 0; attempt++) {
      // Nothing promises that what somebody wrote is seen by the very next read.
      await this.#world.advanceTo(this.#world.now() + run.settling.span + edge + seconds(1));
      const moving: Relation[] = [];
      for (const relation of byTurns(this.#doubted)) if (!(await this.#confirm(relation))) moving.push(relation);
      this.#doubted = moving;
    }
    for (const _ of this.#doubted) run.noteMoved();
  }

  /** Whether there is nothing more to learn of a breach: it is there still or no longer, or enough others were seen. */
  async #confirm(relation: Relation): Promise<boolean> {
    const { run } = this.#world;
    if ((this.#breaches.get(relation.id) ?? 0) >= mostConfirmed) return true;
    if (run.requestsLeft <= costOf(relation)) return false;
    const [once, again] = [await this.#readAgain(relation), await this.#readAgain(relation)];
    if (typeof again.result !== "object") run.noteMoved();
    else if (typeof once.result !== "object" || once.result.rests !== again.result.rests) return false;
    if (again.result !== undefined) this.#note(relation, again.result, again.last);
    return true;
  }

  async #readAgain(relation: Relation): Promise<{ result: Result | undefined; last: RememberedRead | undefined }> {
    const { reads, doubts = [] } = relation;
    for (const request of [...doubts, ...reads]) await this.#ask(request);
    const known = this.#known(reads);
    const isWhole = known.length === reads.length;
    return { result: isWhole ? relation.check([...known, ...this.#known(doubts)]) : undefined, last: known.at(-1) };
  }

  async #lackOf({ needs }: SubjectKind): Promise<(Partial<Lack> & Pick<Lack, "why">) | undefined> {
    const { target, run } = this.#world;
    const lack = lackOf(needs, target, run.session);
    if (lack || !needs.includes("installed") || this.#isInstalled) return lack;
    try {
      await ensureInstalled(this.#world, fixtureLink(this.#world));
      this.#isInstalled = true;
      return undefined;
    } catch (error) {
      if (!(error instanceof Untestable)) throw error;
      return { why: error.message, ...(error.lacks ? { lacks: error.lacks } : {}) };
    }
  }

  /** Says of each requirement that no relation has judged what was missing. */
  #leaveUnjudged({ ids, ...subject }: Subject): void {
    const found = subject.describe(this.#lookup);
    for (const [id, wanted] of Object.entries(ids)) {
      if (this.#judged.has(id)) continue;
      const used = "the requests of the run are used up; a deeper run (--depth) judges more";
      this.#leave([id], this.#mayAsk ? `${found}; ${wanted}` : used);
    }
  }

  #leave(ids: readonly string[], why: string, lacks?: readonly string[]): void {
    const lacking = lacks ? { lacks } : {};
    this.#world.journal.write({ kind: "untestable", title: relationTitle, ids, why, applies: true, ...lacking });
  }
}

/** What is judged by relations, in words. */
export const relationTitle = "the answers of reads hang together";

type Result = NonNullable<ReturnType<Relation["check"]>>;

/** The first of each requirement before others, because requests may run out. */
function byTurns(relations: readonly Relation[]): Relation[] {
  const turns = new Map<string, number>();
  const ranked = relations.map((relation) => {
    const turn = turns.get(relation.id) ?? 0;
    turns.set(relation.id, turn + 1);
    return { relation, turn };
  });
  return ranked.toSorted((a, b) => a.turn - b.turn).map(({ relation }) => relation);
}

/** The requests that reading a relation again, twice, takes. */
const costOf = ({ reads, doubts = [] }: Relation): number => 2 * (reads.length + doubts.length);

const sideOf = ({ id, side = "" }: Relation): string => `${id} ${side}`;

const nameOf = ({ id, about }: Relation): string => `${id}: ${about}`;
