import { Untestable } from "../../../base/errors.ts";
import { unlessAborted } from "../../../base/unless-aborted.ts";
import { Client } from "../../../harness/client.ts";
import type { ControlCall } from "../../../harness/control.ts";
import type { Exchange, Request } from "../../../harness/exchange.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { type Redaction, redactedWhole } from "../../../harness/redaction/redaction.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Depth } from "../../../record/depth.ts";
import type { Example, Journal } from "../../../record/journal.ts";
import { redactedJournal } from "../../../record/redacted-journal.ts";
import { pathParameters } from "../../rules/exchange-view.ts";
import { type LinkId, linkKey } from "./link-id.ts";
import { Memory } from "./memory.ts";
import { ProviderPresence } from "./presence.ts";
import { Settling } from "./settling.ts";
import type { StatusReading } from "./status-reading.ts";
import { V3Surface } from "./v3-surface.ts";

/** How many requests a run may send to a target whose clock cannot be moved: there, every request takes real time. */
const allowances: Record<Depth, number> = { quick: 80, standard: 400, deep: Number.POSITIVE_INFINITY };

/** What is kept back of an allowance, so that what was installed can be uninstalled. */
const reserve = 6;

/** How many requests the last proofs of a run take: those of rates, and a second installation. */
export const keptForLast = 38;

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
  readonly v3 = new V3Surface();
  readonly presence: ProviderPresence;
  /** The number of the first page of each v1 list, once it is known: the specification does not give it. */
  readonly firstPages = new Map<string, number>();
  /** The most items that a page of each v1 list has had: no page is cut shorter than that. */
  readonly largestPages = new Map<string, number>();
  /** The v1 lists that refused a page which nobody promises, for being too large. */
  readonly refusedSizes = new Set<string>();
  /** The links that this run made in the world that it is in, with the target as it was then. */
  readonly links = new Map<string, LinkId & { target: Target }>();
  readonly #observed = new Set<string>();
  /** The operations that were served at least once: only of those does a refusal show something. */
  readonly served = new Set<string>();
  /** What the status told first of each link that was active, in the world that the run is in. */
  readonly firstActive = new Map<string, StatusReading>();
  /** Every state that a status told of. */
  readonly statesSeen = new Set<unknown>();
  /** What was read in the world that the run is in. */
  readonly memory = new Memory();
  readonly settling: Settling;
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
    this.client = new Client(target, { interruption: signal });
    this.presence = new ProviderPresence(this.client, [...Object.values(target.urls), ...controlPlace(session)]);
    this.redaction = session.redaction;
    this.journal = redactedJournal(journal, this.redaction);
    this.seed = seed;
    this.depth = depth;
    this.settling = new Settling(target.settle ?? 0, this);
    if (session.control) {
      session.control.onChange = (call) => this.#noteChange(call);
      session.control.onWrite = () => this.settling.noteWrite();
    }
    this.#allowance = session.can("clock") ? Number.POSITIVE_INFINITY : allowances[depth];
  }

  /** Opens a world: a fresh one where the target can be reset, and the only one elsewhere. */
  async openWorld(seed = this.seed): Promise<Target> {
    const target = await this.session.open(seed);
    if (this.session.can("reset")) {
      this.links.clear();
      this.firstActive.clear();
      this.v3.forgetWorld();
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

  /** Keeps requests back for something that is done later; a negative number gives them free. */
  keepBack(requests: number): void {
    this.#reserve += requests;
  }

  /** Refuses a request that the allowance does not cover. */
  requireAllowance(): void {
    if (this.requestsLeft > 0) return;
    throw new Untestable(
      `the ${this.#allowance} requests of a ${this.depth} run are used up; a deeper run (--depth) judges more`,
    );
  }

  /** What interrupts the run: whoever began before the clean-up goes on no longer than until then. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Lets the reserve be used, also after an interruption, until another signal says stop. */
  beginCleanUp(signal: AbortSignal): void {
    this.#reserve = 0;
    this.#signal = signal;
    this.client.outlive(signal);
  }

  /** The time on the target's clock, in milliseconds. */
  now(): number {
    return this.session.timer.now();
  }

  /** Waits until the target's clock shows a time, or moves it there; keeping the pace may have moved it further already. */
  async advanceTo(time: number): Promise<void> {
    const wait = time - this.now();
    if (wait > 0) await unlessAborted(this.#signal, this.session.timer.wait(wait));
  }

  /** Notes that something was set aside because it moved while it was read. */
  noteMoved(): void {
    this.moved++;
  }

  /** Tells, once, what keeps the run from judging. */
  tellTrouble(what: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.journal.write({ kind: "trouble", what });
  }

  /** Whether something is observed for the first time; from now on it was. */
  isFirstSight(topic: string, value: unknown): boolean {
    const sight = `${topic}: ${JSON.stringify(value)}`;
    const isNew = !this.#observed.has(sight);
    this.#observed.add(sight);
    return isNew;
  }

  /** Writes an exchange down, without its secrets. */
  recordExchange({ id, at, took, request, response }: Exchange): void {
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
        url: redact(request.url),
        headers: request.headers.map(([name, value]) => [redact(name), redact(value)] as const),
        ...(request.body === undefined ? {} : { body: redact(request.body) }),
      },
      response: {
        status: response.status,
        headers: redactedWhole(response.headers, redact),
        body: redact(response.body),
      },
    });
  }

  recordArrival({ id, method, path, body, at }: Arrival): void {
    this.journal.write({
      kind: "arrival",
      id,
      method,
      path: this.redaction.redact(path),
      body: this.redaction.redact(body),
      clock: at,
    });
  }

  #noteChange({ path, body }: ControlCall): void {
    this.journal.write({ kind: "control", path, body: redactedWhole(body, this.redaction.redact) });
  }

  /** Notes what an exchange means for those that follow: a link that was made, an allowance that was used. */
  learnFrom(target: Target, exchange: Exchange): void {
    const { request, response } = exchange;
    this.memory.learnFrom(exchange);
    if (request.method !== "GET") this.settling.noteWrite();
    if (response.status < 300) this.served.add(request.operation.id);
    if (request.operation.surface === "v3") this.v3.learnFrom(exchange, this.now());
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
