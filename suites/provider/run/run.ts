import { days, describeDuration, seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { printable } from "../../../base/printable.ts";
import { unlessAborted } from "../../../base/unless-aborted.ts";
import { Client } from "../../../harness/client.ts";
import type { Control, ControlCall } from "../../../harness/control.ts";
import { clockPath } from "../../../harness/control-calls.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { type Redaction, redactedWhole } from "../../../harness/redaction/redaction.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Depth } from "../../../record/depth.ts";
import type { Example, Journal } from "../../../record/journal.ts";
import { redactedJournal } from "../../../record/redacted-journal.ts";
import { ModelJudge } from "../../judging/model-judge.ts";
import { WebhookJudge } from "../../judging/webhooks.ts";
import { Withheld } from "../../judging/withheld.ts";
import { type LinkId, linkKey } from "../../model/link-id.ts";
import { Model } from "../../model/model.ts";
import { pathParameters } from "../../rules/exchange-view.ts";
import { ProfileDoubts } from "./doubts.ts";
import { EvidenceAllowance } from "./evidence-allowance.ts";
import { Memory } from "./memory.ts";
import { ProviderPresence, refusalWeights } from "./presence.ts";
import { waitAfter } from "./rate-wait.ts";
import { Settling } from "./settling.ts";

/** How many requests a run may send to a target whose clock cannot be moved: there, every request takes real time. */
const allowances: Record<Depth, number> = { quick: 80, standard: 400, deep: Number.POSITIVE_INFINITY };

/** How many requests a run may send whatever the target's clock does: many times what a run needs, also where much is wrong. */
const ceilings: Record<Depth, number> = { quick: 50_000, standard: 100_000, deep: 5_000_000 };

/** How far a clock that can be moved is moved because the target asks for it: longer than any window of a policy. */
const longestMove = days(1);

/** How many troubles are told: a control protocol may fail in another way with each call. */
const mostTroubles = 50;

/** How many values of one topic are observed. */
const mostSights = 500;

/** A wait of real time that is longer than this is announced, so that no run seems to hang. */
const longWait = seconds(5);

/** What is kept back of an allowance, so that what was installed can be uninstalled. */
const reserve = 6;

/** How many requests the last proof of a run takes, a second installation. */
export const keptForLast = 64;

/** How a run goes. */
export interface RunPlan {
  seed: number;
  depth: Depth;
  signal: AbortSignal;
  /** Whether a requirement is to be judged; every one if left out. */
  isWanted?: (id: string) => boolean;
}

/** What all proofs of a run share: the client, the journal, the allowance of requests, and what was learned of the target. */
export class Run {
  readonly session: Session;
  readonly client: Client;
  readonly journal: Journal;
  readonly redaction: Redaction;
  readonly seed: number;
  readonly depth: Depth;
  readonly isWanted: (id: string) => boolean;
  isV3Live: boolean | undefined;
  readonly presence: ProviderPresence;
  /** The number of the first page of each v1 list, once it is known: the specification does not give it. */
  readonly firstPages = {
    get: (operation: string): number | undefined => this.model.constants.firstPage(operation).value,
    has: (operation: string): boolean => this.model.constants.firstPage(operation).value !== undefined,
    set: (operation: string, page: number): void => void this.model.constants.firstPage(operation).agrees(page),
  };
  /** The links that this run made in the world that it is in, with the target as it was then. */
  readonly links = new Map<string, LinkId & { target: Target }>();
  readonly #observed = new Map<string, Set<string>>();
  /** The operations that were served at least once: only of those does a refusal show something. */
  readonly served = new Set<string>();
  /** The first cursor that this run was given for the Location, and when. */
  firstCursor: { cursor: string; at: number } | undefined;
  /** How often mistakes of each kind were made. */
  readonly #turns = new Map<string, number>();
  /** What was read in the world that the run is in. */
  readonly memory = new Memory();
  readonly settling: Settling;
  /** Whether the run reached a bound that holds for all of it, and judged less for that. */
  isCutShort = false;
  /** Everything that is known of the target's world. */
  readonly model: Model;
  readonly judge: ModelJudge;
  readonly webhooks: WebhookJudge;
  /** How often something was set aside because it moved while it was read. */
  moved = 0;
  /** What has to be let go of when the run ends. */
  readonly closing: (() => Promise<void>)[] = [];
  /** How many explorations the proof that is under way has begun. */
  explorations = 0;
  /** Present where only the generated cases that an earlier run reported are tried again. */
  examples: readonly Example[] | undefined;
  readonly #allowance: number;
  readonly #told = new Set<string>();
  /** Nobody doubts what the control protocol tells. */
  readonly #doubts: ProfileDoubts | undefined;
  readonly #began = performance.now();
  readonly evidence: EvidenceAllowance;
  /** What the run is doing, in words: the title of its proof. */
  #task = "the run";
  #taskBegan = 0;
  readonly #unjudged = new Set<string>();
  #waitedForTarget = 0;
  /** How long the run has waited for a time to come, in milliseconds. */
  #idle = 0;
  #isCleaningUp = false;
  #reserve = reserve;
  #signal: AbortSignal;

  constructor(
    session: Session,
    target: Target,
    { seed, depth, signal, isWanted = () => true }: RunPlan,
    journal: Journal,
  ) {
    this.isWanted = isWanted;
    this.#signal = signal;
    this.session = session;
    this.client = new Client(target, { interruption: signal, bounds: session.bounds });
    this.presence = new ProviderPresence(
      this.client,
      [...Object.values(target.urls), ...controlPlace(session)],
      session.bounds,
    );
    this.evidence = new EvidenceAllowance(session.bounds);
    this.redaction = session.redaction;
    this.journal = redactedJournal(journal, this.redaction);
    this.seed = seed;
    this.depth = depth;
    this.settling = new Settling(target.settle ?? 0, this);
    this.model = new Model(target, session.can("reset"), session.can("clock"));
    this.model.onTransition = (id, after) => this.journal.write({ kind: "transition", id, after });
    const withheld = new Withheld(this.model.facts);
    this.judge = new ModelJudge(this.model, withheld);
    this.webhooks = new WebhookJudge(this.model, withheld);
    if (session.control) this.#listenTo(session.control);
    this.#doubts = session.can("reset") ? undefined : new ProfileDoubts(target);
    this.#allowance = session.can("clock") ? Number.POSITIVE_INFINITY : allowances[depth];
  }

  /** Learns from every call of the control protocol. */
  #listenTo(control: Control): void {
    let earliest = this.now();
    control.onChange = (call) => {
      earliest = this.now();
      this.#noteChange(call);
    };
    control.onWrite = () => this.settling.noteWrite();
    control.onChanged = (call, answer) => {
      if (call.path === clockPath) return;
      this.model.learnControl(call, answer, { earliest, latest: this.now() });
      this.webhooks.settle(this.now());
    };
    control.onDeliveries = (deliveries) => this.webhooks.judgeDeliveries(deliveries, this.now());
  }

  /** Opens a world: a fresh one where the target can be reset, and the only one elsewhere. */
  async openWorld(seed = this.seed): Promise<Target> {
    const target = await this.session.open(seed);
    if (this.session.can("reset")) {
      this.model.openWorld(target, true);
      this.links.clear();
      this.memory.forget();
    }
    return target;
  }

  /** The number for this run's depth; where requests take real time, the next smaller one. */
  byDepth(quick: number, standard: number, deep: number): number {
    const isSlow = !this.session.can("clock");
    return { quick, standard: isSlow ? quick : standard, deep: isSlow ? standard : deep }[this.depth];
  }

  /** How many more requests proofs may send. */
  get requestsLeft(): number {
    return this.#allowance - this.#reserve - this.client.sent;
  }

  /** Takes the next turns of a kind, and answers which one the first of them is. */
  takeTurns(kind: string, count: number): number {
    const first = this.#turns.get(kind) ?? 0;
    this.#turns.set(kind, first + count);
    return first;
  }

  /** Keeps requests back for something that is done later; a negative number gives them free. */
  keepBack(requests: number): void {
    this.#reserve += requests;
  }

  /** Refuses a request that the allowance does not cover, or for which there is no time. */
  requireAllowance(): void {
    this.#requireTime();
    const most = Math.min(this.#allowance, ceilings[this.depth]);
    if (this.requestsLeft > 0 && this.client.sent < most) return;
    const why = `the ${most} requests of a ${this.depth} run are used up`;
    // An allowance is what a depth asks for; the ceiling is there for targets that make a run send without end.
    if (this.client.sent >= ceilings[this.depth]) this.#cutShort(why);
    throw new Untestable(`${why}; a deeper run (--depth) judges more`);
  }

  /** Notes why a case of the proof that is under way could not be judged. */
  noteUnjudged(why: string): void {
    this.#unjudged.add(why);
  }

  /** Why cases of the proof that ends now could not be judged. */
  takeUnjudged(): string[] {
    const all = [...this.#unjudged];
    this.#unjudged.clear();
    return all;
  }

  /** Begins a proof, or what it does later. */
  beginTask(title: string): void {
    this.#unjudged.clear();
    this.#task = title;
    this.#taskBegan = this.#spent;
  }

  /** For how long the run has gone on without waiting, in milliseconds. */
  get #spent(): number {
    const waited = this.session.can("clock") ? 0 : this.client.waited + this.#idle;
    return performance.now() - this.#began - waited;
  }

  /** Why the run may do nothing more; undefined while it may. */
  whyOver(): string | undefined {
    const most = seconds(this.session.bounds.run_s);
    if (performance.now() - this.#began <= most) return undefined;
    const why = `the run has taken ${describeDuration(most)}, which is all that it may (bounds.run_s)`;
    this.#cutShort(why);
    return why;
  }

  #cutShort(why: string): void {
    this.isCutShort = true;
    this.tellTrouble(why);
  }

  /** Refuses what the bounds of the proof, or of the run, leave no time for. */
  #requireTime(): void {
    if (this.#isCleaningUp) return;
    const { proof_s } = this.session.bounds;
    const over = this.whyOver();
    if (over) throw new Untestable(over);
    if (this.#spent - this.#taskBegan > seconds(proof_s))
      throw new Untestable(
        `it has taken ${describeDuration(seconds(proof_s))}, which is all that a proof may (bounds.proof_s)`,
      );
  }

  /** Waits as long as the target asks for, unless that is too long, or too much in all; then nothing more can be said. */
  async waitForTarget(milliseconds: number, why: string): Promise<void> {
    const { wait_s, waits_s } = this.session.bounds;
    const isFree = this.session.can("clock");
    const longest = isFree ? longestMove : Math.max(seconds(wait_s), this.session.patience);
    if (!(milliseconds <= longest))
      throw new Untestable(
        `${why} asks for a wait of ${describeDuration(milliseconds)}, and at most ${describeDuration(longest)} are waited${isFree ? "" : " (bounds.wait_s, --patience)"}`,
      );
    const most = Math.max(seconds(waits_s), this.session.patience);
    if (!isFree && this.#waitedForTarget + milliseconds > most) {
      const used = `the ${describeDuration(most)} that a run waits for a target are used up (bounds.waits_s)`;
      this.#cutShort(used);
      throw new Untestable(`${why} asks for one more wait, and ${used}`);
    }
    this.#waitedForTarget += milliseconds;
    await this.advanceTo(this.now() + milliseconds, why);
  }

  /** Waits as a refusal for the rate asks for, and sends the request again; a target that does nothing but refuse is given up where waits take real time. */
  async afterRefusal(refused: Exchange, sendAgain: () => Promise<Exchange>): Promise<Exchange> {
    const { request } = refused;
    const where = `${request.method} ${request.operation.path}`;
    const noted = (how: string, weight: keyof typeof refusalWeights): Untestable => {
      const isFree = this.session.can("clock");
      const givenUp = isFree ? undefined : this.presence.noteRefusal(request, how, refusalWeights[weight]);
      if (givenUp) this.tellTrouble(givenUp);
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

  /** What interrupts the run: whoever began before the clean-up goes on no longer than until then. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Lets the reserve be used, also after an interruption, until another signal says stop. */
  beginCleanUp(signal: AbortSignal): void {
    this.#reserve = 0;
    this.#isCleaningUp = true;
    this.#signal = signal;
    this.client.outlive(signal);
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.session.timer.now();
  }

  /** Waits until the target's clock shows a time, or moves it there; keeping the pace may have moved it further already. */
  async advanceTo(time: number, why = this.#task): Promise<void> {
    const wait = time - this.now();
    if (!(wait > 0)) return;
    this.#requireTime();
    if (wait > longWait && !this.session.can("clock"))
      this.journal.write({ kind: "wait", why, until: new Date(time).toISOString(), in: wait });
    const began = performance.now();
    await unlessAborted(this.#signal, this.session.timer.wait(wait));
    this.#idle += performance.now() - began;
    this.webhooks.settle(this.now());
  }

  /** Notes that something was set aside because it moved while it was read. */
  noteMoved(): void {
    this.moved++;
  }

  /** Tells, once, what keeps the run from judging. */
  tellTrouble(trouble: string): void {
    const what = printable(trouble);
    if (this.#told.has(what) || this.#told.size >= mostTroubles) return;
    this.#told.add(what);
    this.journal.write({ kind: "trouble", what });
  }

  /** Tells what of the profile may be wrong, by what was never served. */
  tellDoubts(): void {
    for (const doubt of this.#doubts?.told() ?? []) this.tellTrouble(doubt);
  }

  /** Whether something is observed for the first time, and worth it; from now on it was. */
  isFirstSight(topic: string, value: unknown): boolean {
    const sight = JSON.stringify(value) ?? "";
    const seen = this.#observed.get(topic) ?? new Set();
    this.#observed.set(topic, seen);
    if (seen.has(sight) || seen.size >= mostSights) return false;
    seen.add(sight);
    return true;
  }

  /** Writes an exchange down, without its secrets. */
  recordExchange(exchange: Exchange): void {
    const { id, at, took, request, response } = exchange;
    this.#doubts?.note(exchange);
    if (response.status !== 429) this.presence.noteAnswer(request);
    const { redact } = this.redaction;
    this.journal.write({
      kind: "exchange",
      id,
      at,
      took,
      ...(this.session.can("clock") ? { clock: this.now() } : {}),
      operation: request.operation.id,
      request: {
        method: request.method,
        url: this.evidence.keepAddress(request.url, redact),
        headers: request.headers.map(([name, value]) => [redact(name), redact(value)] as const),
        ...(request.body === undefined ? {} : { body: redact(request.body) }),
      },
      response: {
        status: response.status,
        headers: this.evidence.keepHeaders(response.headers, redact),
        body: this.evidence.keep(response.body, redact),
      },
    });
  }

  recordArrival({ id, method, path, body, at }: Arrival): void {
    this.journal.write({
      kind: "arrival",
      id,
      method,
      path: this.evidence.keepAddress(path, this.redaction.redact),
      body: this.evidence.keep(body, this.redaction.redact),
      clock: at,
    });
  }

  #noteChange({ path, body }: ControlCall): void {
    this.journal.write({ kind: "control", path, body: redactedWhole(body, this.redaction.redact) });
  }

  /** Notes what an exchange means for those that follow: a link that was made, an allowance that was used. */
  learnFrom(target: Target, exchange: Exchange): void {
    const { request, response } = exchange;
    this.memory.learnFrom(exchange, this.now());
    if (request.method !== "GET") this.settling.noteWrite();
    if (response.status < 300) this.served.add(request.operation.id);
    if (response.status < 300) this.noteGrant(target, request);
  }

  /** Notes the link that a request may have made, so that it is uninstalled at the end. */
  noteGrant(target: Target, request: Request): void {
    if (request.operation.id !== "grantAccess") return;
    const { company_id, application_id } = pathParameters(request.operation.path, new URL(request.url).pathname);
    const link = { location: Number(company_id), application: Number(application_id) };
    this.links.set(linkKey(link), { ...link, target });
  }
}

/** The address of a control protocol, where it has one. */
export const controlPlace = ({ control }: Session): string[] =>
  control?.key === "control.url" ? [control.port.place] : [];
