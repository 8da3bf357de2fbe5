import type { Exchange, Request } from "../../harness/exchange.ts";
import type { Arrival, Manner } from "../../harness/receiver.ts";
import type { Credentials } from "../../harness/target.ts";
import { Repeats } from "../../record/journal/repeats.ts";
import {
  type ArrivalEntry,
  type Entry,
  type Example,
  type ExchangeEntry,
  type FedEntry,
  type Journal,
  type RecordedFinding,
  v3Topic,
} from "../../record/journal.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import { operationsOverlaid } from "../../specs/overlays/overlays.ts";
import { tlsClauses } from "../model/handshakes.ts";
import { edge } from "../model/time-limits.ts";
import { FindingLog } from "./finding-log.ts";
import { Judgement, knownTarget } from "./judgement.ts";
import type { JudgedRun, TimedExchange } from "./model-judge.ts";

/** A journal that was judged again. */
export interface JudgedAgain {
  entries: Entry[];
  /** Gaps that keep the journal from being judged as a run is, and how often each was met. */
  lacks: ReadonlyMap<string, number>;
}

/** Entries that the judge writes; they are made anew. */
const madeAnew: ReadonlySet<Entry["kind"]> = new Set(["judged", "finding", "transition", "again"] as const);

const fed: ReadonlySet<Entry["kind"]> = new Set<FedEntry["kind"]>([
  "world",
  "control",
  "answer",
  "told",
  "deliveries",
  "moment",
  "receiver",
  "silence",
  "race",
]);

const isFed = (entry: Entry): entry is FedEntry => fed.has(entry.kind);

/** The journal does not hold what the judge asks for. */
class Lack extends Error {}

/** Why a journal keeps what was judged when it was written; undefined where it can be judged again. */
function whyLeft(entries: readonly Entry[]): string | undefined {
  if (entries.some((entry) => entry.kind === "run" && entry.judges === "partner"))
    return "what the scenarios of a certification see: what they judged stays as it was";
  if (!entries.some(({ kind }) => kind === "exchange" || kind === "world")) return "any exchange";
  return entries.some((entry) => entry.kind === "world" && entry.abilities)
    ? undefined
    : "the worlds and moments that the model is fed with: what was judged stays as it was (journals of earlier versions, and of recorded traffic)";
}

/** Judges a journal of a provider again by the present model and rules; sends nothing. */
export async function judgeAgain(entries: readonly Entry[]): Promise<JudgedAgain> {
  const kept = whyLeft(entries);
  if (kept) return { entries: [...entries], lacks: new Map([[kept, 1]]) };
  const again = new JournalJudge(entries);
  await again.judgeAll();
  const repeats = new Repeats();
  return { entries: again.entries.flatMap((entry) => repeats.take(entry)), lacks: again.lacks };
}

/** Reads a journal, entry by entry, and feeds a judgement with it. */
class JournalJudge implements JudgedAgain {
  readonly entries: Entry[] = [];
  readonly lacks = new Map<string, number>();
  readonly #source: readonly Entry[];
  readonly #sights: Set<string>;
  readonly #isV3Live: boolean;
  readonly #arrivals = new Map<string, Arrival>();
  /** Findings in generated cases that were not reported as such, since the proof began, and those that were. */
  #aside: RecordedFinding[] = [];
  readonly #reported = new Set<string>();
  #next = 0;
  #judgement: Judgement | undefined;
  #operations = operationsById(loadOperations());
  #credentials: Partial<Credentials> = {};
  #case: { example?: Example } | undefined;
  #isShared = false;
  #settle = 0;
  /** The time that the target's clock showed last, and when something was written last. */
  #now = Number.NEGATIVE_INFINITY;
  #wroteAt = Number.NEGATIVE_INFINITY;

  constructor(source: readonly Entry[]) {
    this.#source = source;
    const observed = source.flatMap((entry) => (entry.kind === "observation" ? [entry] : []));
    this.#sights = new Set(observed.flatMap(({ topic, value }) => [value].flat().map((each) => sightOf(topic, each))));
    this.#isV3Live = !observed.some(({ topic, value }) => topic === v3Topic && value === false);
  }

  async judgeAll(): Promise<void> {
    while (this.#next < this.#source.length) await this.#takeNext();
    this.#report();
  }

  async #takeNext(): Promise<void> {
    const entry = this.#source[this.#next++];
    if (!entry || madeAnew.has(entry.kind)) return;
    if (entry.kind === "proof" || entry.kind === "end" || entry.kind === "run") this.#report();
    this.entries.push(entry);
    if (entry.kind === "case") this.#case = entry;
    if (entry.kind === "world" && entry.abilities) this.#begin(entry);
    else if (entry.kind === "release") this.#release(entry);
    else if (isFed(entry)) this.#feed(entry);
    else if (entry.kind === "exchange") await this.#judge(entry);
    else if (entry.kind === "arrival") this.#arrive(entry);
    else if (entry.kind === "unanswered") this.#log.recordSilence(entry.found, entry.where);
    else if (entry.kind === "handshakes") this.#log.recordClauses(tlsClauses(entry), {});
  }

  #begin(world: Extract<Entry, { kind: "world" }>): void {
    const { reset, clock, settle, overlays } = world.abilities ?? {
      reset: false,
      clock: false,
      settle: 0,
      overlays: [],
    };
    this.#judgement = new Judgement(knownTarget(world), { reset, clock });
    this.#judgement.model.onTransition = (id, after) => this.entries.push({ kind: "transition", id, after });
    this.#credentials = world.credentials;
    this.#isShared = !reset;
    this.#settle = settle;
    this.#operations = operationsById(overlays.length > 0 ? operationsOverlaid(overlays) : loadOperations());
  }

  #feed(entry: FedEntry): void {
    if (entry.kind === "world") this.#credentials = entry.credentials;
    if (entry.kind === "moment") this.#now = entry.clock;
    if (entry.kind === "answer") this.#wroteAt = this.#now = entry.moment[1];
    if (entry.kind === "answer" && entry.answer === undefined && entry.path === "/seed")
      this.#lack("the answer to a call that seeded a collection");
    if (entry.kind === "deliveries" && entry.deliveries === undefined) return this.#lack("a list of deliveries");
    this.#judgement?.take(entry, this.#log);
  }

  #arrive({ id, method, path, body, clock, url, manner, headers, flaw }: ArrivalEntry): void {
    if (clock === undefined || url === undefined || manner === undefined || headers === undefined)
      return this.#lack("where a webhook arrived and how it was answered");
    const own = { id, method, path, body, url, headers, at: clock, manner: manner as Manner };
    const arrival: Arrival = { ...own, ...(flaw ? { flaw } : {}) };
    this.#arrivals.set(id, arrival);
    this.#judgement?.webhooks.arrive(arrival);
  }

  #release({ arrivals, status, clock }: Extract<Entry, { kind: "release" }>): void {
    for (const id of arrivals) {
      const arrival = this.#arrivals.get(id);
      if (arrival) arrival.released = { status, at: clock };
    }
  }

  /** Judges an exchange as it was judged when it came. */
  async #judge(entry: ExchangeEntry): Promise<void> {
    const operation = this.#operationOf(entry);
    if (!operation) return this.#lack(`the operation ${entry.operation} of a request`);
    if (entry.judged === "aside" || (operation.surface === "v3" && !this.#isV3Live)) return;
    if (entry.isCut) return this.#passOver(entry);
    const timed = timedExchange(entry, operation);
    this.#log.judge(timed.exchange);
    const judgement = this.#judgement;
    if (!judgement || entry.judged === "alone") return;
    if (!entry.moment) return this.#lack("when a request was sent and answered, by the target's clock");
    this.#now = timed.moment.latest;
    if (entry.request.method !== "GET") this.#wroteAt = this.#now;
    try {
      await judgement.exchanges.judge(timed, this.#run);
    } catch (error) {
      if (!(error instanceof Lack)) throw error;
      this.#lack(error.message);
    }
    judgement.webhooks.settle(timed.moment.latest);
  }

  /** The answer to a request and its effect are unknown. */
  #passOver({ operation, request }: ExchangeEntry): void {
    this.#lack("an answer that is too long to be recorded whole (bounds.evidence_kb)");
    this.#judgement?.take({ kind: "silence", operation, request }, this.#log);
  }

  /** The run as the judge needs it, as far as the journal has it. */
  get #run(): JudgedRun {
    const isSettling = () => this.#settle > 0 && this.#now < this.#wroteAt + this.#settle + edge;
    const isRepeated = () => this.#nextExchange()?.judged === "again";
    return {
      resend: (request) => this.#takeRepetition(request),
      settling: {
        get isUnderWay() {
          if (isRepeated()) return true;
          if (isSettling()) throw new Lack("a read that may lag behind a write, once more");
          return false;
        },
        awaitSecond: () => Promise.resolve(),
        noteLag: () => undefined,
      },
      isShared: this.#isShared,
      awaitQuiet: () => Promise.resolve(isRepeated()),
      noteMoved: () => undefined,
      record: (clauses, exchange) => this.#log.recordClauses(clauses, { exchange }),
    };
  }

  /** The operation of a request, at the address that it was sent to. */
  #operationOf({ operation: id, address }: ExchangeEntry): Operation | undefined {
    const operation = this.#operations.get(id);
    return operation && address !== undefined && address !== operation.address
      ? { ...operation, address: address as Operation["address"] }
      : operation;
  }

  #nextExchange(): ExchangeEntry | undefined {
    for (let index = this.#next; index < this.#source.length; index++) {
      const entry = this.#source[index];
      if (entry?.kind === "exchange") return entry;
      if (entry?.kind === "proof" || entry?.kind === "run") return undefined;
    }
    return undefined;
  }

  /** The repetition that the journal has of a request; everything before it is taken first. */
  async #takeRepetition(request: Request): Promise<TimedExchange> {
    const entry = this.#nextExchange();
    if (entry?.judged !== "again" || entry.request.url !== request.url || entry.request.method !== request.method)
      throw new Lack("a repetition of a read");
    while (this.#source[this.#next] !== entry) await this.#takeNext();
    this.#next++;
    this.entries.push(entry);
    if (entry.isCut) throw new Lack("an answer that is too long to be recorded whole (bounds.evidence_kb)");
    const timed = timedExchange(entry, this.#operationOf(entry) ?? request.operation);
    this.#now = timed.moment.latest;
    this.#log.judge(timed.exchange);
    return timed;
  }

  get #log(): FindingLog {
    const journal: Journal = { write: (entry) => this.#write(entry) };
    const isFirstSight = (topic: string, value: unknown) => this.#isFirstSight(topic, value);
    return new FindingLog({ credentials: this.#credentials }, { isFirstSight }, journal, this.#case?.example);
  }

  #isFirstSight(topic: string, value: unknown): boolean {
    const sight = sightOf(topic, value);
    const isFirst = !this.#sights.has(sight);
    this.#sights.add(sight);
    return isFirst;
  }

  /** A case that was tried to find a smaller one is not reported itself, unless no other shows what it broke. */
  #write(entry: Entry): void {
    if (entry.kind === "finding" && this.#case && !this.#case.example) this.#aside.push(entry);
    else this.entries.push(entry);
    if (entry.kind === "finding" && this.entries.at(-1) === entry) this.#reported.add(entry.requirement);
  }

  #report(): void {
    for (const finding of this.#aside)
      if (!this.#reported.has(finding.requirement)) this.entries.push({ kind: "finding", ...finding });
    this.#aside = [];
    this.#reported.clear();
    this.#case = undefined;
  }

  #lack(what: string): void {
    this.lacks.set(what, (this.lacks.get(what) ?? 0) + 1);
  }
}

const sightOf = (topic: string, value: unknown): string => JSON.stringify([topic, value]);

const operationsById = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.map((operation) => [operation.id, operation]));

/** A recorded exchange as it was judged. */
function timedExchange(
  { id, at, took, request, response, moment, isUnpaced }: ExchangeEntry,
  operation: Operation,
): TimedExchange {
  const { method, url, headers, body } = request;
  const query = Object.fromEntries(new URL(url).searchParams);
  const sent: Request = {
    operation,
    method,
    url,
    query,
    headers: [...headers],
    ...(body === undefined ? {} : { body }),
  };
  const exchange: Exchange = { id, at, took, request: sent, response };
  const [earliest, latest] = moment ?? [Date.parse(at), Date.parse(at)];
  return { exchange, moment: { earliest, latest }, isPaced: !isUnpaced };
}
