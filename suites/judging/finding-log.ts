import { quote } from "../../base/text/printable.ts";
import { curlLine } from "../../harness/curl.ts";
import type { Exchange } from "../../harness/exchange.ts";
import type { Arrival } from "../../harness/receiver.ts";
import type { Target } from "../../harness/target.ts";
import { condense } from "../../record/findings.ts";
import type { Example, Journal, RecordedFinding } from "../../record/journal.ts";
import { splitCell } from "../../specs/cells.ts";
import type { Clause } from "../model/clause.ts";
import { observeExchange } from "../observations/exchange-observations.ts";
import { judgeExchange } from "../rules/judge-exchange.ts";

/** The evidence of a clause: an exchange, a webhook that arrived, or the request to which no response came. */
export interface Shown {
  exchange?: Exchange;
  arrival?: Arrival;
  where?: string;
}

/** Tests by which a run sees something for the first time. */
interface Sights {
  isFirstSight(topic: string, value: unknown): boolean;
}

/** Writes down which requirements were judged, and where they do not hold. */
export class FindingLog {
  readonly journal: Journal;
  readonly #target: Pick<Target, "credentials">;
  readonly #sights: Sights;
  readonly #example: Example | undefined;

  /** Findings carry the generated example that led to them, where there is one. */
  constructor(target: Pick<Target, "credentials">, sights: Sights, journal: Journal, example?: Example) {
    this.#target = target;
    this.#sights = sights;
    this.journal = journal;
    this.#example = example;
  }

  /** Writes down what was judged: the cells that were judged, and where they do not hold. */
  recordClauses(clauses: readonly Clause[], shown: Shown): void {
    if (clauses.length > 0) this.journal.write({ kind: "judged", ids: [...new Set(clauses.map(({ cell }) => cell))] });
    for (const { cell: id, pointer = "", found, expected, promised } of clauses.filter(({ holds }) => !holds)) {
      const { requirement, cell } = splitCell(id);
      const finding = { requirement, ...(cell ? { cell } : {}), pointer, found, expected };
      this.#find(finding, { ...shown, ...(promised ? { promised } : {}) });
    }
  }

  /** Writes down that no response came. */
  recordSilence(found: string, where: string): void {
    this.recordClauses([{ cell: "ENV-7", holds: false, found, expected: "an answer" }], { where });
  }

  /** Checks an exchange against the schemas and the rules. */
  judge(exchange: Exchange): void {
    const { judged, findings, view } = judgeExchange(exchange);
    this.journal.write({ kind: "judged", ids: [...judged] });
    const plain = findings.map(({ requirement, pointer, found, expected }) => ({
      requirement,
      pointer,
      found,
      expected,
    }));
    for (const finding of condense(plain)) this.#find({ ...finding, isAlone: true }, { exchange });
    for (const [topic, values] of observeExchange(view)) this.observe(topic, values);
  }

  /** Writes down what was seen where the specification is silent, unless this run has seen it before. */
  observe(topic: string, value: unknown): void {
    const unseen = [value].flat().filter((each) => this.#sights.isFirstSight(topic, each));
    if (unseen.length > 0)
      this.journal.write({ kind: "observation", topic, value: Array.isArray(value) ? unseen : value });
  }

  #find(
    finding: RecordedFinding,
    { exchange, arrival, where, promised }: Shown & { promised?: readonly number[] },
  ): void {
    this.journal.write({
      kind: "finding",
      ...finding,
      found: quote(finding.found),
      expected: quote(finding.expected),
      pointer: quote(finding.pointer),
      ...(arrival ? { exchange: arrival.id, where: quote(`${arrival.method} ${arrival.path}`) } : {}),
      ...(exchange ? this.#evidenceOf(exchange) : {}),
      ...(where ? { where } : {}),
      ...(promised ? { promised } : {}),
      ...(this.#example ? { example: this.#example } : {}),
    });
  }

  #evidenceOf({ id, request, response }: Exchange): Pick<RecordedFinding, "exchange" | "where" | "curl"> {
    return {
      exchange: id,
      where: `${request.method} ${request.operation.path} (${response.status})`,
      curl: curlLine(request, this.#target.credentials),
    };
  }
}
