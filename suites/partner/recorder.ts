import { curlLine } from "../../harness/curl.ts";
import type { Request } from "../../harness/exchange.ts";
import type { Claim } from "../../harness/partner-profile.ts";
import { createRedaction, type Redaction, redacted } from "../../harness/redaction.ts";
import type { Entry, Journal, RecordedFinding } from "../../record/journal.ts";
import { claimOf } from "./claims.ts";
import type { Seen } from "./seen.ts";

/** What shows a finding: a request of the application, or something that was sent to it. */
export interface Shown {
  exchange: string;
  where: string;
  curl?: string;
}

/** One place where a requirement does not hold. */
export interface Flaw {
  found: string;
  expected: string;
  pointer?: string;
  by?: Shown | Seen | undefined;
}

/** How many requests of an application are written down; who floods needs no more to be convicted. */
const writtenMost = 5_000;

/** How many tokens that nobody gave an application are kept from the recorder. */
const strangersMost = 50;

/** What a certification finds, written to a journal; nothing is written of what is not claimed, and no secret. */
export class Recorder {
  readonly #journal: Journal;
  readonly #claims: readonly Claim[];
  readonly #secrets: Record<string, string>;
  readonly #redaction: Redaction;
  readonly #settled = new Set<string>();

  constructor(journal: Journal, claims: readonly Claim[], secrets: Record<string, string>) {
    this.#journal = journal;
    this.#claims = claims;
    this.#secrets = secrets;
    this.#redaction = createRedaction(secrets, strangersMost);
  }

  /** Whether a requirement is asked to be judged. */
  asks(id: string): boolean {
    const claim = claimOf(id);
    return claim === undefined || this.#claims.includes(claim);
  }

  /** Whether it was found to hold or not to hold. */
  isSettled(id: string): boolean {
    return this.#settled.has(id);
  }

  /** It was looked at; it holds unless a finding says otherwise. */
  judged(...ids: string[]): void {
    const asked = ids.filter((id) => this.asks(id));
    for (const id of asked) this.#settled.add(id);
    if (asked.length > 0) this.#write({ kind: "judged", ids: asked });
  }

  flaw(requirement: string, { found, expected, pointer = "", by }: Flaw): void {
    if (!this.asks(requirement)) return;
    this.#settled.add(requirement);
    if (by && "n" in by) this.#learn(by);
    const shown: Partial<Shown> = by && "n" in by ? this.shown(by) : (by ?? {});
    this.#write({ kind: "finding", requirement, found, expected, pointer, ...shown } satisfies RecordedFinding & {
      kind: "finding";
    });
  }

  /** It cannot be judged, or (where it does not apply) need not be. */
  lacking(ids: readonly string[], why: string, applies = true): void {
    this.#write({ kind: "untestable", ids, why, applies });
  }

  observe(topic: string, value: unknown): void {
    this.#write({ kind: "observation", topic, value });
  }

  target(name: string, urls: Record<string, string>): void {
    this.#write({ kind: "target", name, urls });
  }

  /** A request of the application as evidence. */
  shown(seen: Seen): Shown {
    return {
      exchange: `r-${seen.n}`,
      where: `${seen.method} ${seen.address} answered ${seen.status ?? "by a closed connection"}`,
      curl: this.curl(seen.method, seen.address, seen.headers, seen.body),
    };
  }

  /** The line that repeats a request; connection headers are curl's own affair. */
  curl(method: string, url: string, headers: readonly (readonly [string, string])[], body: string): string {
    const own = headers.filter(([name]) => !/^(host|connection|content-length|transfer-encoding)$/i.test(name));
    const shown = body.length > 2000 ? `${this.#redaction.redact(body).slice(0, 2000)}…` : body;
    const request = { method, url, headers: own, ...(shown ? { body: shown } : {}) } as unknown as Request;
    return curlLine(request, this.#secrets);
  }

  /** Writes down what the application sent. */
  exchanges(seen: readonly Seen[]): void {
    for (const one of seen) this.#learn(one);
    for (const { n, at, method, address, headers, body, status, operation, surface } of seen.slice(0, writtenMost)) {
      this.#write({
        kind: "exchange",
        id: `r-${n}`,
        at: new Date(at).toISOString(),
        took: 0,
        operation: operation?.id ?? `${surface}: unknown`,
        request: {
          method,
          url: address,
          headers,
          ...(body ? { body: this.#redaction.redact(body).slice(0, 100_000) } : {}),
        },
        response: { status: status ?? 0, headers: {}, body: "" },
      });
    }
  }

  /** A token that nobody gave the application may be its real one. */
  #learn({ headers }: Seen): void {
    const values = headers.flatMap(([name, value]) => (/^authorization$/i.test(name) ? value.split(/[\s,]+/) : []));
    for (const authorization of values) if (authorization.length >= 12) this.#redaction.learn({ authorization });
  }

  #write(entry: Entry): void {
    this.#journal.write({ ...redacted(entry, this.#redaction.redact), kind: entry.kind } as Entry);
  }
}
