import { Untestable } from "../../../base/errors.ts";
import { Client } from "../../../harness/client.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { createRedaction, type Redaction } from "../../../harness/redaction.ts";
import type { Session } from "../../../harness/session.ts";
import type { Target } from "../../../harness/target.ts";
import type { Depth } from "../../../record/depth.ts";
import type { Journal } from "../../../record/journal.ts";
import { redactedJournal } from "../../../record/redacted-journal.ts";

/** How far a run goes. */

/** How many requests a run may send to a target whose clock cannot be moved, and which is therefore paid for in time. */
const allowances: Record<Depth, number> = { quick: 80, standard: 400, deep: Number.POSITIVE_INFINITY };

/** What is kept back of an allowance, so that what was installed can be uninstalled. */
const reserve = 6;

/** What all proofs of a run share: who is talked to, what it may cost, what was left behind, and the book. */
export class Run {
  readonly session: Session;
  readonly client: Client;
  readonly journal: Journal;
  readonly redaction: Redaction;
  readonly seed: number;
  readonly depth: Depth;
  /** What is known of the preview surface. */
  readonly v3: { isLive?: boolean; spentUntil?: number; left: Map<string, number>; requestIds: Set<string> } = {
    left: new Map(),
    requestIds: new Set(),
  };
  /** The number of the first page of each v1 list, where it is known; it is not told. */
  readonly firstPages = new Map<string, number>();
  /** The links that this run made in the world that it is in, by `location application`. */
  readonly links = new Map<string, Target>();
  readonly #allowance: number;
  #reserve = reserve;

  constructor(
    session: Session,
    target: Target,
    { journal, seed, depth, signal }: { journal: Journal; seed: number; depth: Depth; signal: AbortSignal },
  ) {
    this.session = session;
    this.client = new Client(target, { interruption: signal });
    this.redaction = createRedaction(session.secrets);
    this.journal = redactedJournal(journal, this.redaction);
    this.seed = seed;
    this.depth = depth;
    this.#allowance = session.can("clock") ? Number.POSITIVE_INFINITY : allowances[depth];
  }

  /** Opens a world: a fresh one where the target can be reset, and the only one elsewhere. */
  async open(): Promise<Target> {
    const target = await this.session.open(this.seed);
    this.redaction.learn(target.credentials);
    if (this.session.can("reset")) {
      this.links.clear();
      this.v3.requestIds.clear();
      this.v3.left.clear();
    }
    return target;
  }

  /** One figure for each depth; where requests are paid for in time, the next smaller one. */
  far(quick: number, standard: number, deep: number): number {
    const isPaidInTime = !this.session.can("clock");
    return { quick, standard: isPaidInTime ? quick : standard, deep: isPaidInTime ? standard : deep }[this.depth];
  }

  /** How many more requests proofs may send. */
  get left(): number {
    return this.#allowance - this.#reserve - this.client.sent;
  }

  /** Lets what was kept back be spent too, also after an interruption, until a signal says stop. */
  leave(signal: AbortSignal): void {
    this.#reserve = 0;
    this.client.outlive(signal);
  }

  /** Refuses a request that the run may not send any more. */
  spend(): void {
    if (this.left > 0) return;
    throw new Untestable(
      `the ${this.#allowance} requests of a ${this.depth} run are used up; a deeper run (--depth) judges more`,
    );
  }

  /** Writes an exchange down, without its secrets. */
  record({ id, at, took, request, response }: Exchange): void {
    const { redact } = this.redaction;
    this.journal.write({
      kind: "exchange",
      id,
      at,
      took,
      ...(this.session.can("clock") ? { clock: this.session.timer.now() } : {}),
      operation: request.operation.id,
      request: {
        method: request.method,
        url: redact(request.url),
        headers: request.headers.map(([name, value]) => [name, redact(value)] as const),
        ...(request.body === undefined ? {} : { body: redact(request.body) }),
      },
      response: {
        status: response.status,
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, redact(value)])),
        body: redact(response.body),
      },
    });
  }

  recordArrival({ id, method, path, body }: Arrival): void {
    this.journal.write({ kind: "arrival", id, method, path, body: this.redaction.redact(body) });
  }

  /** Keeps in mind what an exchange means for those that follow: links that were made, and an allowance that is spent. */
  remember(target: Target, { request, response: { status, headers } }: Exchange): void {
    // What a refusal costs of an allowance is not told.
    if (request.operation.surface === "v3" && status !== 200) this.v3.left.delete(credentialOf(request));
    if (request.operation.surface === "v3" && status === 200) {
      const left = Number(headers["ratelimit-remaining"]);
      this.v3.left.set(credentialOf(request), left);
      if (left === 0) this.v3.spentUntil = this.session.timer.now() + Number(headers["ratelimit-reset"] || 1) * 1000;
    }
    const [, location, application] =
      /\/company\/(\d+)\/marketplace\/applications\/(\d+)\/grant_access$/.exec(new URL(request.url).pathname) ?? [];
    if (location && application && status < 300) this.links.set(`${location} ${application}`, target);
  }
}

/** The credential that a request was made with. */
export const credentialOf = ({ headers }: Exchange["request"]): string =>
  headers.find(([name]) => name === "Authorization")?.[1] ?? "";
