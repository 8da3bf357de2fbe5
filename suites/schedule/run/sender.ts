import { NotApplicable, Untestable } from "../../../base/errors.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import { NoAnswer } from "../../../harness/http/client.ts";
import type { Target } from "../../../harness/target.ts";
import { type ExchangeEntry, v3Topic } from "../../../record/journal.ts";
import { notLiveStatuses } from "../../../specs/ledger/not-live.ts";
import type { FindingLog } from "../../judging/finding-log.ts";
import type { TimedExchange } from "../../judging/model-judge.ts";
import { edge } from "../../model/time-limits.ts";
import type { Run } from "./run.ts";

/** Sends requests to a target, keeps to the rates that it names, and judges every answer. */
export class Sender {
  readonly #target: Target;
  readonly #run: Run;
  readonly #log: FindingLog;
  readonly #signal: AbortSignal;

  constructor(target: Target, run: Run, log: FindingLog, signal: AbortSignal) {
    this.#target = target;
    this.#run = run;
    this.#log = log;
    this.#signal = signal;
  }

  /** Sends a request; where it kept the pace and is refused for its rate, it is sent once more after the wait: others may use the same allowance. */
  async send(request: Request): Promise<Exchange> {
    const { client } = this.#run.context;
    const { settling } = this.#run.facts;
    if (request.method === "GET" && settling.hasLagged && !client.isBursting) await settling.awaitEnd();
    const exchange = await this.#judgeByModel(request);
    if (exchange.response.status !== 429 || client.isBursting) return exchange;
    return this.#run.budget.afterRefusal(exchange, () => this.#judgeByModel(request));
  }

  /** Waits where the allowance of the v3 surface is used up, as a client must. */
  async #awaitAllowance(): Promise<void> {
    const { context, facts, budget } = this.#run;
    const { allowances } = facts.model;
    if (allowances.spentUntil !== undefined && !context.client.isBursting)
      await budget.waitForTarget(allowances.spentUntil - context.now(), "an allowance of v3 that is used up");
    allowances.spentUntil = undefined;
  }

  /** Sends a request, and judges the response by everything that is known. */
  async #judgeByModel(request: Request): Promise<Exchange> {
    const { context, facts, budget } = this.#run;
    const { settling } = facts;
    const first = await this.#sendAndJudge(request).catch((error: unknown) => {
      facts.feed(context.recorder.requestOf(request));
      throw error;
    });
    const judged = await facts.judgement.exchanges.judge(first, {
      resend: (again) => this.#sendAndJudge(again, "again"),
      isShared: !context.session.can("reset"),
      settling: {
        get isUnderWay() {
          return settling.isUnderWay;
        },
        awaitSecond: () => settling.awaitSecond(),
        noteLag: (operation) => this.#log.observe("a write is not seen by the next read", settling.noteLag(operation)),
      },
      async awaitQuiet(requests) {
        if (budget.requestsLeft <= requests) return false;
        await budget.advanceTo(context.now() + settling.span + edge);
        return true;
      },
      noteMoved: () => facts.moved++,
      record: (clauses, exchange) => this.#log.recordClauses(clauses, { exchange }),
    });
    facts.judgement.webhooks.settle(context.now());
    return judged;
  }

  /** Sends a request, and judges the response by the rules of one exchange. */
  async #sendAndJudge(request: Request, judged?: "again"): Promise<TimedExchange> {
    const { context } = this.#run;
    const isV3 = request.operation.surface === "v3";
    if (isV3) await this.#awaitAllowance();
    const timed = await this.#exchange(request, judged);
    const { exchange, isPaced } = timed;
    if (isV3) await this.#requireLive(exchange);
    this.#judge(exchange);
    if (exchange.response.status === 429 && isPaced && !context.session.can("reset"))
      this.#log.observe("refused for its rate, though it kept the pace", request.operation.id);
    return timed;
  }

  #judge(exchange: Exchange): void {
    this.#run.facts.learnFrom(this.#target, exchange);
    this.#log.judge(exchange);
  }

  /** A surface that answers the right request and the same one without a token alike is not live. */
  async #requireLive({ request, response: { status } }: Exchange): Promise<void> {
    const { facts } = this.#run;
    if (facts.isV3Live === undefined && notLiveStatuses.has(status)) {
      const headers = request.headers.filter(([name]) => name !== "Authorization");
      const { exchange: withoutToken } = await this.#exchange({ ...request, headers }, "alone");
      facts.isV3Live = withoutToken.response.status !== status;
      if (facts.isV3Live) this.#judge(withoutToken);
    }
    facts.isV3Live ??= true;
    this.#log.observe(v3Topic, facts.isV3Live);
    if (!facts.isV3Live) throw new NotApplicable(`the v3 surface is not live: it answers every call with ${status}`);
  }

  async #exchange(request: Request, judged: ExchangeEntry["judged"]): Promise<TimedExchange> {
    const { presence, recorder } = this.#run.context;
    this.#run.budget.requireAllowance();
    presence.require(request);
    try {
      return await this.#run.context.exchange(request, judged, this.#signal);
    } catch (error) {
      // The effect of a grant that is not answered is unknown.
      this.#run.facts.noteGrant(this.#target, request);
      if (!(error instanceof NoAnswer)) throw error;
      const where = `${request.method} ${request.operation.path}`;
      const gone = await presence.lookAfter({ url: request.url, what: where, reason: error.message });
      if (gone) {
        recorder.reportTrouble(gone);
        throw new Untestable(gone);
      }
      const { found } = error;
      recorder.journal.write({ kind: "unanswered", found, where });
      this.#log.recordSilence(found, where);
      const givenUp = error.isLate ? presence.noteSilence(request) : undefined;
      if (givenUp) recorder.reportTrouble(givenUp);
      throw new Untestable(`${where} gives ${found}`);
    }
  }
}
