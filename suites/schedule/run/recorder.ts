import { printable } from "../../../base/text/printable.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { Arrival } from "../../../harness/receiver.ts";
import { redactedWhole } from "../../../harness/redaction/redaction.ts";
import type { Session } from "../../../harness/session.ts";
import { redactedJournal } from "../../../record/journal/redacted-journal.ts";
import type { ExchangeEntry, FedEntry, Journal, RecordedExchange } from "../../../record/journal.ts";
import type { TimedExchange } from "../../judging/model-judge.ts";
import { EvidenceAllowance } from "./evidence-allowance.ts";

/** The number of troubles that are reported: a control protocol may fail in another way with each call. */
const maxTroubles = 50;

/** The number of values of one topic that are observed. */
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

  /** True if something is observed for the first time, and worth it; from now on it was. */
  isFirstSight(topic: string, value: unknown): boolean {
    const sight = JSON.stringify(value) ?? "";
    const seen = this.#observed.get(topic) ?? new Set();
    this.#observed.set(topic, seen);
    if (seen.has(sight) || seen.size >= maxSights) return false;
    seen.add(sight);
    return true;
  }

  recordExchange({ exchange, moment, isPaced }: TimedExchange, judged?: ExchangeEntry["judged"]): void {
    const { id, at, took, request, response } = exchange;
    const { redact } = this.#session.redaction;
    const { flaw } = response;
    const before = this.#evidence.cuts;
    const entry: ExchangeEntry = {
      kind: "exchange",
      id,
      at,
      took,
      ...(this.#session.can("clock") ? { clock: this.#session.timer.now() } : {}),
      operation: request.operation.id,
      request: this.#redactedRequest(request),
      response: {
        status: response.status,
        headers: this.#evidence.keepHeaders(response.headers, redact),
        body: this.#evidence.keep(response.body, redact),
        ...(flaw ? { flaw } : {}),
      },
      address: request.operation.address,
      moment: [moment.earliest, moment.latest],
      ...(isPaced ? {} : { isUnpaced: true }),
      ...(judged ? { judged } : {}),
    };
    this.journal.write(this.#evidence.cuts > before ? { ...entry, isCut: true } : entry);
  }

  #redactedRequest({ method, url, headers, body }: Request): RecordedExchange["request"] {
    const { redact } = this.#session.redaction;
    return {
      method,
      url: this.#evidence.keepAddress(url, redact),
      headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
      ...(body === undefined ? {} : { body: redact(body) }),
    };
  }

  recordArrival({ id, method, path, body, at, url, manner, headers, flaw }: Arrival): void {
    const { redact } = this.#session.redaction;
    const named = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    this.journal.write({
      kind: "arrival",
      id,
      method,
      path: this.#evidence.keepAddress(path, redact),
      body: this.#evidence.keep(body, redact),
      clock: at,
      url: redact(url),
      manner,
      headers: this.#evidence.keepHeaders(Object.fromEntries(named), redact),
      ...(flaw ? { flaw } : {}),
    });
  }

  /** No response came, as the model is fed with it. */
  requestOf(request: Request): Extract<FedEntry, { kind: "silence" }> {
    return { kind: "silence", operation: request.operation.id, request: this.#redactedRequest(request) };
  }

  /** Records what the model is fed with; of what a target returned no more than of other evidence. */
  recordFed(entry: FedEntry): void {
    const { redact } = this.#session.redaction;
    const { kind, ...fields } = entry;
    const kept = Object.entries(fields).filter(([name, value]) => !returned.has(name) || this.#evidence.admits(value));
    this.journal.write({ kind, ...redactedWhole(Object.fromEntries(kept), redact) } as FedEntry);
  }
}

/** The fields of what the model is fed with that a target returned. */
const returned: ReadonlySet<string> = new Set(["answer", "deliveries"]);
