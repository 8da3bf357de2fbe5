import { printable } from "../../../base/printable.ts";
import type { ControlCall } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { redactedWhole } from "../../../harness/redaction/redaction.ts";
import type { Session } from "../../../harness/session.ts";
import type { Journal } from "../../../record/journal.ts";
import { redactedJournal } from "../../../record/redacted-journal.ts";
import { EvidenceAllowance } from "./evidence-allowance.ts";

/** How many troubles are reported: a control protocol may fail in another way with each call. */
const maxTroubles = 50;

/** How many values of one topic are observed. */
const maxSights = 500;

/** Writes what a run sends, receives and meets to its journal, without secrets. */
export class Recorder {
  readonly journal: Journal;
  readonly #session: Session;
  readonly #evidence: EvidenceAllowance;
  readonly #reported = new Set<string>();
  readonly #observed = new Map<string, Set<string>>();

  constructor(session: Session, journal: Journal) {
    this.#session = session;
    this.journal = redactedJournal(journal, session.redaction);
    this.#evidence = new EvidenceAllowance(session.bounds);
  }

  /** Reports, once, what keeps the run from judging. */
  reportTrouble(trouble: string): void {
    const what = printable(trouble);
    if (this.#reported.has(what) || this.#reported.size >= maxTroubles) return;
    this.#reported.add(what);
    this.journal.write({ kind: "trouble", what });
  }

  /** Whether something is observed for the first time, and worth it; from now on it was. */
  isFirstSight(topic: string, value: unknown): boolean {
    const sight = JSON.stringify(value) ?? "";
    const seen = this.#observed.get(topic) ?? new Set();
    this.#observed.set(topic, seen);
    if (seen.has(sight) || seen.size >= maxSights) return false;
    seen.add(sight);
    return true;
  }

  recordExchange({ id, at, took, request, response }: Exchange): void {
    const { redact } = this.#session.redaction;
    this.journal.write({
      kind: "exchange",
      id,
      at,
      took,
      ...(this.#session.can("clock") ? { clock: this.#session.timer.now() } : {}),
      operation: request.operation.id,
      request: {
        method: request.method,
        url: this.#evidence.keepAddress(request.url, redact),
        headers: request.headers.map(([name, value]) => [redact(name), redact(value)] as const),
        ...(request.body === undefined ? {} : { body: redact(request.body) }),
      },
      response: {
        status: response.status,
        headers: this.#evidence.keepHeaders(response.headers, redact),
        body: this.#evidence.keep(response.body, redact),
      },
    });
  }

  recordArrival({ id, method, path, body, at }: Arrival): void {
    const { redact } = this.#session.redaction;
    this.journal.write({
      kind: "arrival",
      id,
      method,
      path: this.#evidence.keepAddress(path, redact),
      body: this.#evidence.keep(body, redact),
      clock: at,
    });
  }

  recordControl({ path, body }: ControlCall): void {
    this.journal.write({ kind: "control", path, body: redactedWhole(body, this.#session.redaction.redact) });
  }
}
