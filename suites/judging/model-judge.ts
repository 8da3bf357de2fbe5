import type { Exchange, Request } from "../../harness/exchange.ts";
import type { CellId } from "../../specs/cells.ts";
import type { Clause } from "../model/clause.ts";
import type { Moment } from "../model/link.ts";
import type { Model } from "../model/model.ts";
import type { Seen } from "../model/operation.ts";
import { viewOf } from "../rules/exchange-view.ts";
import type { Withheld } from "./withheld.ts";

/** One exchange, and between which moments of the target's clock it was. */
export interface TimedExchange {
  exchange: Exchange;
  moment: Moment;
  /** True if the request kept to the rates that the target names. */
  isPaced: boolean;
}

/** The run as the judge needs it. */
export interface JudgedRun {
  /** Sends a request once more; what rules show of the response is recorded. */
  resend(request: Request): Promise<TimedExchange>;
  /** The time after a write in which a read may still show what was before. */
  settling: { readonly isUnderWay: boolean; awaitSecond(): Promise<void>; noteLag(operation: string): void };
  /** True if others may write to the world that is judged, so that what was read before is read again before anyone is blamed. */
  isShared: boolean;
  /** Waits until what others wrote has settled; returns false where no more requests may be sent. */
  awaitQuiet(requests: number): Promise<boolean>;
  /** Notes that something was set aside because it changed while it was read. */
  noteMoved(): void;
  /** Records which cells an exchange judged, and where they do not hold. */
  record(clauses: readonly Clause[], exchange: Exchange): void;
}

/** The number of reads that are repeated before someone is blamed by what they said. */
const maxReads = 12;

/** After how many findings of a cell its reads are not repeated any more. */
const maxConfirmed = 2;

/** The number of times that everything is read again before someone is blamed. */
const confirmations = 2;

const seenIn = ({ exchange, ...sent }: TimedExchange): Seen => ({
  request: exchange.request,
  view: viewOf(exchange),
  ...sent,
});

const keyOf = ({ url, body = "" }: Request): string => `${url} ${body}`;

/** Each of several reads once. */
const distinct = (reads: readonly Request[]): Request[] => [
  ...new Map(reads.map((read) => [keyOf(read), read])).values(),
];

/** The other pages that clauses about a page rest on: learned before it is sent again, it would bear itself out. */
const pagesBeside = (request: Request, clauses: readonly Clause[]): Request[] =>
  clauses.flatMap(({ pages = [] }) => pages).filter((page) => keyOf(page) !== keyOf(request));

const isBroken = ({ holds }: Clause): boolean => !holds;

/** Two clauses that say the same. */
const isSame = (a: Clause, b: Clause): boolean =>
  a.cell === b.cell && a.pointer === b.pointer && a.found === b.found && a.expected === b.expected;

/** Judges every exchange of a run by the model, and feeds the model with it. */
export class ModelJudge {
  readonly model: Model;
  readonly #withheld: Withheld;
  /** The number of times that each cell was found to be broken by reads that were repeated. */
  readonly #confirmed = new Map<CellId, number>();

  constructor(model: Model, withheld: Withheld) {
    this.model = model;
    this.#withheld = withheld;
  }

  /** The cells that were judged in this run. */
  get cells(): ReadonlySet<CellId> {
    return this.#withheld.cells;
  }

  /** Judges an exchange; a read that lags, or disagrees with an earlier one, is repeated. Returns the exchange that counts. */
  async judge(first: TimedExchange, judged: JudgedRun): Promise<Exchange> {
    const run: JudgedRun = { ...judged, resend: (request) => this.#resend(request, judged) };
    this.#judgeEach(first, run);
    const settled = await this.#settle(first, run);
    const clauses = await this.#confirm(settled.timed, settled.clauses, run);
    this.#withheld.record(clauses, (ready) => run.record(ready, settled.timed.exchange));
    this.model.learn(seenIn(settled.timed));
    this.#withheld.release();
    return settled.timed.exchange;
  }

  /** Repeats a read that is not as it should be soon after a write, until the write has settled. */
  async #settle(first: TimedExchange, run: JudgedRun): Promise<{ timed: TimedExchange; clauses: Clause[] }> {
    let timed = first;
    let clauses = this.#judgeSteady(timed, run);
    const { settling } = run;
    const { request } = first.exchange;
    while (request.method === "GET" && clauses.some(isBroken) && settling.isUnderWay) {
      await settling.awaitSecond();
      await this.#readAgain(pagesBeside(request, clauses.filter(isBroken)), run);
      timed = await run.resend(request);
      clauses = this.#judgeSteady(timed, run);
      if (!clauses.some(isBroken)) settling.noteLag(request.operation.id);
    }
    return { timed, clauses };
  }

  /** Judges an exchange; what is broken and cannot be explained by a write is recorded at once, and the other clauses are returned. */
  #judgeSteady(timed: TimedExchange, run: JudgedRun): Clause[] {
    const clauses = this.model.judge(seenIn(timed));
    const broken = clauses.filter((clause) => isBroken(clause) && clause.isSteady);
    if (broken.length > 0) this.#withheld.record(broken, (ready) => run.record(ready, timed.exchange));
    return clauses.filter((clause) => !broken.includes(clause));
  }

  /** Where others may write, repeats what a broken clause rests on, and the read itself: what then holds, or is another, blames no one. */
  async #confirm({ exchange: { request } }: TimedExchange, clauses: Clause[], run: JudgedRun): Promise<Clause[]> {
    if (!run.isShared) return clauses;
    const certain = clauses.filter((clause) => !isBroken(clause) || !clause.reads);
    const others = clauses.filter((clause) => !certain.includes(clause));
    // One clause of each cell is enough, and a cell that was found to be broken a few times is not read again.
    const doubted = [...new Map(others.map((clause) => [clause.cell, clause])).values()].filter(
      ({ cell }) => (this.#confirmed.get(cell) ?? 0) < maxConfirmed,
    );
    if (doubted.length === 0) return certain;
    // Several reads may contradict it in the same words.
    const alike = others.filter((other) => doubted.some((clause) => isSame(clause, other)));
    const reads = distinct([...alike.flatMap((clause) => clause.reads ?? []), ...pagesBeside(request, alike)]);
    if (reads.length > maxReads || !(await run.awaitQuiet(confirmations * (reads.length + 1)))) {
      run.noteMoved();
      return certain;
    }
    let confirmed = doubted;
    // Others may write between any two reads: what stays the same twice is as it seems.
    for (let round = 0; round < confirmations && confirmed.length > 0; round++) {
      for (const { forget } of confirmed) forget?.();
      await this.#readAgain(reads, run);
      const renewed = this.model.renew(request);
      const again = renewed ? this.model.judge(seenIn(await run.resend(renewed))) : [];
      confirmed = confirmed.filter((clause) => again.some((other) => isBroken(other) && isSame(clause, other)));
    }
    if (confirmed.length < doubted.length) run.noteMoved();
    for (const { cell } of confirmed) this.#confirmed.set(cell, (this.#confirmed.get(cell) ?? 0) + 1);
    return [...certain, ...confirmed];
  }

  async #resend(request: Request, run: JudgedRun): Promise<TimedExchange> {
    const timed = await run.resend(request);
    this.#judgeEach(timed, run);
    this.model.note(seenIn(timed));
    return timed;
  }

  /** Records what every response shows, also one that is repeated and set aside. */
  #judgeEach(timed: TimedExchange, run: JudgedRun): void {
    this.#withheld.record(this.model.judgeEach(seenIn(timed)), (ready) => run.record(ready, timed.exchange));
  }

  /** Reads again what something rests on. */
  async #readAgain(reads: readonly Request[], run: JudgedRun): Promise<void> {
    for (const read of distinct(reads)) {
      const renewed = this.model.renew(read);
      if (renewed) this.model.learn(seenIn(await run.resend(renewed)));
    }
  }
}
