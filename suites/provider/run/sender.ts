import { NotApplicable, Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import { NoAnswer } from "../../../harness/client.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { Target } from "../../../harness/target.ts";
import { v3Topic } from "../../../record/journal.ts";
import { notLiveStatuses } from "../../../specs/not-live.ts";
import type { TimedExchange } from "../../judging/model-judge.ts";
import { edge } from "../../model/time-limits.ts";
import type { FindingLog } from "./finding-log.ts";
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
    const { client, settling } = this.#run;
    if (request.method === "GET" && settling.hasLagged && !client.isBursting) await settling.awaitEnd();
    const exchange = await this.#judgeByModel(request);
    if (exchange.response.status !== 429 || client.isBursting) return exchange;
    return this.#run.afterRefusal(exchange, () => this.#judgeByModel(request));
  }

  /** Waits where the allowance of the v3 surface is used up, as a client must. */
  async #awaitAllowance(): Promise<void> {
    const { v3, client } = this.#run;
    if (v3.spentUntil !== undefined && !client.isBursting)
      await this.#run.waitForTarget(v3.spentUntil - this.#run.now(), "an allowance of v3 that is used up");
    v3.spentUntil = undefined;
  }

  /** Sends a request, and judges the response by everything that is known. */
  async #judgeByModel(request: Request): Promise<Exchange> {
    const { settling, session, model } = this.#run;
    const run = this.#run;
    const first = await this.#sendAndJudge(request).catch((error: unknown) => {
      model.learnSilence(request);
      throw error;
    });
    const judged = await run.judge.judge(first, {
      resend: (again) => this.#sendAndJudge(again),
      isShared: !session.can("reset"),
      settling: {
        get isUnderWay() {
          return settling.isUnderWay;
        },
        awaitSecond: () => settling.awaitSecond(),
        noteLag: (operation) => this.#log.observe("a write is not seen by the next read", settling.noteLag(operation)),
      },
      async awaitQuiet(requests) {
        if (run.requestsLeft <= requests) return false;
        await run.advanceTo(run.now() + settling.span + edge);
        return true;
      },
      noteMoved: () => run.noteMoved(),
      record: (clauses, exchange) => this.#log.recordClauses(clauses, { exchange }),
    });
    run.webhooks.settle(run.now());
    return judged;
  }

  /** Sends a request, and judges the response by the rules of one exchange. */
  async #sendAndJudge(request: Request): Promise<TimedExchange> {
    const { client, v3 } = this.#run;
    const isV3 = request.operation.surface === "v3";
    if (isV3) await this.#awaitAllowance();
    const remaining = v3.remainingFor(request);
    const earliest = this.#run.now();
    const exchange = await this.#exchange(request);
    const moment = { earliest, latest: this.#run.now() };
    if (isV3) await this.#requireLive(exchange);
    this.#judge(exchange);
    if (exchange.response.status === 429 && !client.isBursting) this.#judgeRefusal(exchange, remaining);
    return { exchange, moment };
  }

  #judge(exchange: Exchange): void {
    const requestId = exchange.request.operation.surface === "v3" && exchange.response.headers["x-request-id"];
    if (requestId)
      this.#log.check("RES-13", this.#run.v3.isNewRequestId(requestId), {
        exchange,
        found: `the X-Request-Id ${requestId} for two requests`,
        expected: "a different one for each",
      });
    if (exchange.request.operation.surface === "v3") this.#judgeRemainder(exchange);
    this.#run.learnFrom(this.#target, exchange);
    this.#log.judge(exchange);
  }

  /** What is left falls by one with each request, where nobody else can have used the allowance. */
  #judgeRemainder(exchange: Exchange): void {
    const { v3, client, session } = this.#run;
    const before = v3.remainderBefore(exchange, client.sent, this.#run.now());
    if (before === undefined || !session.can("reset")) return;
    if (before === 0) {
      this.#log.check("RATE-8", false, { exchange, found: "service with no request left", expected: "the status 429" });
      return;
    }
    const left = exchange.response.headers["ratelimit-remaining"];
    this.#log.check("RATE-7", Number(left) === before - 1, {
      exchange,
      found: `RateLimit-Remaining ${left} after ${before}`,
      expected: String(before - 1),
    });
  }

  /** A 429 breaks a promise where nobody else can have used the allowance, which is so in a world of our own. */
  #judgeRefusal(exchange: Exchange, remaining: number): void {
    const { operation } = exchange.request;
    const isOurs = this.#run.session.can("reset");
    if (isOurs && operation.surface !== "v3")
      this.#log.check("RATE-1", false, {
        exchange,
        found: "the status 429",
        expected: "no refusal within the rate",
      });
    else if (isOurs && remaining > 0)
      this.#log.check("RATE-7", false, {
        exchange,
        found: `the status 429 with ${counted(remaining, "request")} left`,
        expected: "no refusal while requests are left",
      });
    else
      this.#log.journal.write({
        kind: "observation",
        topic: "refused for its rate, though it kept the pace",
        value: operation.id,
      });
  }

  /** A surface that answers the right request and the same one without a token alike is not live. */
  async #requireLive({ request, response: { status } }: Exchange): Promise<void> {
    const { v3 } = this.#run;
    if (v3.isLive === undefined && notLiveStatuses.has(status)) {
      const headers = request.headers.filter(([name]) => name !== "Authorization");
      const withoutToken = await this.#exchange({ ...request, headers });
      v3.isLive = withoutToken.response.status !== status;
      if (v3.isLive) this.#judge(withoutToken);
    }
    v3.isLive ??= true;
    this.#log.observe(v3Topic, v3.isLive);
    if (!v3.isLive) throw new NotApplicable(`the v3 surface is not live: it answers every call with ${status}`);
  }

  async #exchange(request: Request): Promise<Exchange> {
    this.#run.requireAllowance();
    this.#run.presence.require(request);
    try {
      const exchange = await this.#run.client.send(request, this.#signal);
      this.#run.recordExchange(exchange);
      return exchange;
    } catch (error) {
      // Nobody knows what became of a grant that is not answered.
      this.#run.noteGrant(this.#target, request);
      if (!(error instanceof NoAnswer)) throw error;
      const { presence } = this.#run;
      const where = `${request.method} ${request.operation.path}`;
      const gone = await presence.lookAfter({ url: request.url, what: where, reason: error.message });
      if (gone) {
        this.#run.tellTrouble(gone);
        throw new Untestable(gone);
      }
      const { found } = error;
      this.#log.check("ENV-7", false, { found, expected: "an answer", where });
      const givenUp = error.isLate ? presence.noteSilence(request) : undefined;
      if (givenUp) this.#run.tellTrouble(givenUp);
      throw new Untestable(`${where} gives ${found}`);
    }
  }
}
