import { days, describeDuration, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { unlessAborted } from "../../../base/unless-aborted.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { Depth } from "../../../record/depth.ts";
import type { Context } from "./context.ts";
import { refusalWeights } from "./presence.ts";
import { waitAfter } from "./rate-wait.ts";

/** The number of requests that a run may send to a target whose clock cannot be moved: there, every request takes real time. */
const allowances: Record<Depth, number> = { quick: 80, standard: 400, deep: Number.POSITIVE_INFINITY };

/** The number of requests that a run may send whatever the target's clock does: many times what a run needs, also where much is wrong. */
const ceilings: Record<Depth, number> = { quick: 50_000, standard: 100_000, deep: 5_000_000 };

/** How far a clock that can be moved is moved because the target asks for it: longer than any window of a policy. */
const longestMove = days(1);

/** A wait of real time that is longer than this is announced, so that no run seems to hang. */
const longWait = seconds(5);

/** The part of an allowance that is reserved for uninstalling. */
const reserve = 6;

/** The number of requests that the last proof of a run takes, a second installation. */
export const reservedForLast = 56;

/** The means of a run: requests, time, and waits for the target. */
export class Budget {
  /** True if the run reached a bound that holds for all of it, and judged less for that. */
  isCutShort = false;
  /** Hears that the target's time has moved. */
  onAdvance: () => void = () => undefined;
  readonly #context: Context;
  readonly #hasClock: boolean;
  readonly #allowance: number;
  readonly #began = performance.now();
  /** The run's task, in words: the title of its proof. */
  #task = "the run";
  #taskBegan = 0;
  #waitedForTarget = 0;
  /** The time that the run has waited for a time to come, in milliseconds. */
  #idle = 0;
  #isCleaningUp = false;
  #reserve = reserve;

  constructor(context: Context) {
    this.#context = context;
    this.#hasClock = context.session.can("clock");
    this.#allowance = this.#hasClock ? Number.POSITIVE_INFINITY : allowances[context.depth];
  }

  /** The number for this run's depth; where requests take real time, the next smaller one. */
  byDepth(quick: number, standard: number, deep: number): number {
    return { quick, standard: this.#hasClock ? standard : quick, deep: this.#hasClock ? deep : standard }[
      this.#context.depth
    ];
  }

  /** The number of more requests that proofs may send. */
  get requestsLeft(): number {
    return this.#allowance - this.#reserve - this.#context.client.sent;
  }

  /** Keeps requests back for something that is done later; a negative number gives them free. */
  keepBack(requests: number): void {
    this.#reserve += requests;
  }

  /** Refuses a request that the allowance does not cover, or for which there is no time. */
  requireAllowance(): void {
    this.#requireTime();
    const { client, depth } = this.#context;
    const max = Math.min(this.#allowance, ceilings[depth]);
    if (this.requestsLeft > 0 && client.sent < max) return;
    const why = `the ${max} requests of a ${depth} run are used up`;
    // An allowance is what a depth asks for; the ceiling is there for targets that make a run send without end.
    if (client.sent >= ceilings[depth]) this.#cutShort(why);
    throw new Untestable(`${why}; a deeper run (--depth) judges more`);
  }

  /** Begins a proof, or what it does later. */
  beginTask(title: string): void {
    this.#task = title;
    this.#taskBegan = this.#spent;
  }

  /** For how long the run has gone on without waiting, in milliseconds. */
  get #spent(): number {
    const waited = this.#hasClock ? 0 : this.#context.client.waited + this.#idle;
    return performance.now() - this.#began - waited;
  }

  /** Why the run may do nothing more; undefined while it may. */
  whyOver(): string | undefined {
    const max = seconds(this.#context.session.bounds.run_s);
    if (performance.now() - this.#began <= max) return undefined;
    const why = `the run has taken ${describeDuration(max)}, which is all that it may (bounds.run_s)`;
    this.#cutShort(why);
    return why;
  }

  #cutShort(why: string): void {
    this.isCutShort = true;
    this.#context.recorder.reportTrouble(why);
  }

  /** Refuses what the bounds of the proof, or of the run, leave no time for. */
  #requireTime(): void {
    if (this.#isCleaningUp) return;
    const { proof_s } = this.#context.session.bounds;
    const over = this.whyOver();
    if (over) throw new Untestable(over);
    if (this.#spent - this.#taskBegan > seconds(proof_s))
      throw new Untestable(
        `it has taken ${describeDuration(seconds(proof_s))}, which is all that a proof may (bounds.proof_s)`,
      );
  }

  /** Lets the reserve be used, also after an interruption, until another signal says stop. */
  beginCleanUp(signal: AbortSignal): void {
    this.#reserve = 0;
    this.#isCleaningUp = true;
    this.#context.outlive(signal);
  }

  /** Waits until the target's clock shows a time, or moves it there; keeping the pace may have moved it further already. */
  async advanceTo(time: number, why = this.#task): Promise<void> {
    const { journal, session, signal } = this.#context;
    const wait = time - this.now();
    if (!(wait > 0)) return;
    this.#requireTime();
    if (wait > longWait && !this.#hasClock)
      journal.write({ kind: "wait", why, until: new Date(time).toISOString(), in: wait });
    const began = performance.now();
    await unlessAborted(signal, session.timer.wait(wait));
    this.#idle += performance.now() - began;
    this.onAdvance();
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.#context.now();
  }

  /** Waits as long as the target asks for, unless that is too long, or too much in all; then nothing more can be said. */
  async waitForTarget(milliseconds: number, why: string): Promise<void> {
    const { bounds, patience } = this.#context.session;
    const longest = this.#hasClock ? longestMove : Math.max(seconds(bounds.wait_s), patience);
    if (!(milliseconds <= longest))
      throw new Untestable(
        `${why} asks for a wait of ${describeDuration(milliseconds)}, and at most ${describeDuration(longest)} are waited${this.#hasClock ? "" : " (bounds.wait_s, --patience)"}`,
      );
    const max = Math.max(seconds(bounds.waits_s), patience);
    if (!this.#hasClock && this.#waitedForTarget + milliseconds > max) {
      const used = `the ${describeDuration(max)} that a run waits for a target are used up (bounds.waits_s)`;
      this.#cutShort(used);
      throw new Untestable(`${why} asks for one more wait, and ${used}`);
    }
    this.#waitedForTarget += milliseconds;
    await this.advanceTo(this.now() + milliseconds, why);
  }

  /** Waits as a refusal for the rate asks for, and sends the request again; a target that does nothing but refuse is given up where waits take real time. */
  async afterRefusal(refused: Exchange, sendAgain: () => Promise<Exchange>): Promise<Exchange> {
    const { presence, recorder } = this.#context;
    const { request } = refused;
    const where = `${request.method} ${request.operation.path}`;
    const noted = (how: string, weight: keyof typeof refusalWeights): Untestable => {
      const givenUp = this.#hasClock ? undefined : presence.noteRefusal(request, how, refusalWeights[weight]);
      if (givenUp) recorder.reportTrouble(givenUp);
      return new Untestable(how);
    };
    await this.waitForTarget(waitAfter(refused, this.now()), `${where} (429)`).catch((error: unknown) => {
      throw error instanceof Untestable ? noted(error.message, "without a wait") : error;
    });
    const again = await sendAgain();
    // A refusal for the rate says nothing of what a proof is about.
    if (again.response.status === 429) throw noted(`${where} answers 429 twice`, "after the wait");
    return again;
  }
}
