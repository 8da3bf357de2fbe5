import { AsyncLocalStorage } from "node:async_hooks";
import { Untestable } from "../../base/errors.ts";
import { curlLine } from "../../harness/curl.ts";
import type { Claim } from "../../harness/profiles/partner-profile.ts";
import { createRedaction, type Redaction, type Secrets } from "../../harness/redaction/redaction.ts";
import type { ActingClock } from "../../harness/time/acting-clock.ts";
import { redactedEntry } from "../../record/journal/redacted-journal.ts";
import type { Entry, Journal, Repeated } from "../../record/journal.ts";
import { isScored, loadLedger } from "../../specs/ledger.ts";
import { claimOf } from "./claims.ts";
import type { PartnerRequest } from "./requests/partner-request.ts";
import type { PlatformAnswer } from "./requests/platform-answer.ts";
import { milliseconds } from "./times.ts";

/** Something that was sent to the application, and shows a finding that none of its requests shows. */
export interface PartnerEvidence {
  exchange: string;
  where: string;
  curl?: string;
}

/** One place where a requirement does not hold. */
export interface PartnerFinding {
  found: string;
  expected: string;
  pointer?: string;
  by?: PartnerEvidence | PartnerRequest | undefined;
  /** True if the application was not reached, or hung up. */
  isLost?: boolean | undefined;
  /**
   * Present where time or the network may explain it, so that it counts only if it is found again: how that is tried, unless its scenario is played again, or
   * what the history shows is brought about again. Returns whether it held, or undefined where
   * it could not be tried.
   */
  again?: "the scenario" | "the history" | (() => Promise<boolean | undefined>) | undefined;
  /** The Location whose callback never came, where that is found: what is lost at several is no accident, so it is not tried again. */
  lostAt?: number | undefined;
  /** The number of times that it was found again. */
  repeated?: Repeated;
}

/** A finding that counts only if it is found again, and what was played then. */
export interface Suspicion {
  requirement: string;
  finding: PartnerFinding;
  played: PlayedScenario;
}

/** The scenario that is being played: findings and steps are written down as part of it. */
export interface PlayedScenario {
  title: string;
  claim: Claim;
}

/** When the platform did something, in which scenario, and at which Location. */
interface PlayedStep {
  at: number;
  scenario: string;
  location: number | undefined;
  text: string;
}

/** A finding, and the requirement that it is about. */
export type FoundBreach = readonly [requirement: string, finding: PartnerFinding];

/** The outcome of a play that counts only if others agree: the findings, the requirements that were judged, and what was in the way. */
export interface ProvisionalPlay {
  found: FoundBreach[];
  judged: Set<string>;
  /** Requirements that were looked at, and not to their end. */
  unsure: Set<string>;
  obstacle?: Untestable;
}

/** The number of requests of an application that are written to the journal; thousands are enough to show a flood. */
const maxRequests = 5_000;

/** The number of characters of a request's body that are written to the journal, and how many a curl line repeats. */
const maxCharacters = { journal: 100_000, curl: 2_000 };

/** The maximum of tokens that are learnt, so that they are kept out of the journal: each takes time, and no application needs more. Others are not shown at all. */
const maxTokens = 30;

/** The minimum length of a token among the words of an Authorization header. */
const shortestToken = 12;

/** The scenario that plays where this is asked; one storage serves all certifications, since each costs time at every promise. */
const playing = new AsyncLocalStorage<PlayedScenario & { provisional?: ProvisionalPlay }>();

/** Writes the findings of a certification to a journal; nothing of what is not claimed, and no secret. */
export class Recorder {
  readonly #journal: Journal;
  readonly #clock: Pick<ActingClock, "now">;
  readonly #claims: readonly Claim[];
  readonly #secrets: Record<string, string>;
  readonly #redaction: Redaction;
  readonly #tokens = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #steps: PlayedStep[] = [];
  readonly #troubles = new Set<string>();
  readonly #suspicions: Suspicion[] = [];
  readonly #broken = new Set<string>();
  #lost: { at: number; scenario: string; isFailed: boolean } | undefined;

  /** The secrets that curl lines name; others are only kept out of what is written. */
  constructor(
    journal: Journal,
    claims: readonly Claim[],
    {
      clock,
      secrets,
      others = [],
    }: { clock: Pick<ActingClock, "now">; secrets: Record<string, string>; others?: Secrets | undefined },
  ) {
    this.#journal = journal;
    this.#clock = clock;
    this.#claims = claims;
    this.#secrets = secrets;
    this.#redaction = createRedaction(secrets, { most: maxTokens });
    this.#redaction.keep(others);
  }

  /** Plays a scenario; whatever is written down meanwhile is part of it. */
  during<T>({ title, claim }: PlayedScenario, play: () => T): T {
    return playing.run({ title, claim }, play);
  }

  /** Plays a scenario, and returns what was found instead of writing it down. */
  async provisionally({ title, claim }: PlayedScenario, play: () => Promise<void>): Promise<ProvisionalPlay> {
    const provisional: ProvisionalPlay = { found: [], judged: new Set(), unsure: new Set() };
    try {
      await playing.run({ title, claim, provisional }, play);
    } catch (error) {
      if (!(error instanceof Untestable)) throw error;
      provisional.obstacle = error;
    }
    return provisional;
  }

  /** Something that is done later, and still belongs to what is being played now. */
  asPartOfThis(act: () => void): () => void {
    const played = playing.getStore();
    return played ? () => playing.run(played, act) : act;
  }

  /** The platform does something, in words. */
  step(text: string, location?: number): void {
    const played = playing.getStore();
    const at = this.#clock.now();
    if (played) this.#steps.push({ at, scenario: played.title, location, text });
    this.#write({
      kind: "step",
      at: new Date(at).toISOString(),
      text,
      ...(played ? { scenario: played.title, claim: played.claim } : {}),
    });
  }

  /** The platform's last action, in a scenario or in any. */
  lastStep(scenario?: string): Pick<PlayedStep, "scenario" | "text"> | undefined {
    return this.#steps.findLast((step) => scenario === undefined || step.scenario === scenario);
  }

  /** The scenario in which the application was first not reached in the last seconds, where a finding says so, and whether it fails by that. */
  lostWithin(seconds: number): { scenario: string; isFailed: boolean } | undefined {
    return this.#lost && this.#clock.now() - this.#lost.at <= milliseconds(seconds) ? this.#lost : undefined;
  }

  /** True if a requirement was found to hold, or not to hold. */
  isSettled(id: string): boolean {
    return this.#settled.has(id);
  }

  /** True if the application is not certified if it breaks a requirement: a must of what is claimed. */
  isDecisive(id: string): boolean {
    return this.#isClaimed(id) && loadLedger().some((requirement) => requirement.id === id && isScored(requirement));
  }

  /** True if the application was found to break what it must not break. */
  get hasFailed(): boolean {
    return this.#broken.size > 0;
  }

  /** True if the application was found to break a requirement that it must not break, beyond doubt. */
  isBroken(id: string): boolean {
    return this.#broken.has(id);
  }

  /** Requirements were looked at; they hold unless a finding says otherwise. */
  judged(...ids: string[]): void {
    const claimed = ids.filter((id) => this.#isClaimed(id));
    for (const id of claimed) {
      this.#settled.add(id);
      playing.getStore()?.provisional?.judged.add(id);
    }
    if (claimed.length > 0) this.#write({ kind: "judged", ids: claimed });
  }

  /** A requirement was looked at, but not to the end: where that repeats something, it shows nothing. */
  unsure(id: string): void {
    playing.getStore()?.provisional?.unsure.add(id);
  }

  /** A requirement does not hold. */
  finding(requirement: string, finding: PartnerFinding): void {
    const { found, expected, pointer = "", by, isLost, again, lostAt, repeated } = finding;
    if (!this.#isClaimed(requirement)) return;
    this.#settled.add(requirement);
    const played = playing.getStore();
    if (isLost && played) this.#lose(requirement, played.title);
    if (played?.provisional) {
      played.provisional.found.push([requirement, { found, expected, pointer, by, again }]);
      return;
    }
    // A warning is not worth playing a scenario again.
    if (played && again && !repeated && (this.isDecisive(requirement) || typeof again === "function")) {
      const { title, claim } = played;
      this.#suspicions.push({
        requirement,
        finding: { found, expected, pointer, by, again, lostAt },
        played: { title, claim },
      });
      return;
    }
    const isCertain = repeated === undefined || repeated.failed === repeated.of;
    if (isCertain && this.isDecisive(requirement)) this.#broken.add(requirement);
    const evidence = by && "n" in by ? this.#evidence(by) : by;
    const scenario = played?.title;
    this.#write({
      kind: "finding",
      requirement,
      found,
      expected,
      pointer,
      ...evidence,
      ...(scenario ? { scenario } : {}),
      ...(repeated ? { repeated } : {}),
    });
  }

  /** The findings that count only if they are found again; they are taken once. */
  takeSuspicions(): Suspicion[] {
    return this.#suspicions.splice(0);
  }

  /** Requirements cannot be judged or, where they do not apply, need not be; where that is decisive, whatever was seen of them before. */
  untestable(ids: readonly string[], why: string, { applies = true, isDecisive = false } = {}): void {
    const claimed = isDecisive ? ids.filter((id) => this.#isClaimed(id)) : ids;
    this.#write({ kind: "untestable", ids: claimed, why, applies, ...(isDecisive ? { isDecisive } : {}) });
  }

  /** Something went wrong that no requirement speaks of; of each kind it is said once. */
  trouble(kind: string, what: string): void {
    if (this.#troubles.has(kind)) return;
    this.#troubles.add(kind);
    this.#write({ kind: "trouble", what });
  }

  observe(topic: string, value: unknown): void {
    this.#write({ kind: "observation", topic, value });
  }

  target(name: string, urls: Record<string, string>): void {
    this.#write({ kind: "target", name, urls });
  }

  /** The line that repeats a request, without the headers that a client sends of itself. */
  curl(method: string, url: string, headers: PartnerRequest["headers"], body: string): string {
    const kept = headers.filter(
      ([name, value]) => !ofClients.test(name) && !(/^accept$/i.test(name) && value === "*/*"),
    );
    const shown =
      body.length > maxCharacters.curl ? `${this.#redaction.redact(body).slice(0, maxCharacters.curl)}…` : body;
    return curlLine({ method, url, headers: kept, body: shown || undefined }, this.#secrets);
  }

  /** Writes down what the application sent, and what it was answered. */
  exchanges(requests: readonly PartnerRequest[], answers: ReadonlyMap<number, PlatformAnswer>): void {
    const shown = requests
      .slice(0, maxRequests)
      .map((request) => ({ ...request, headers: this.#shownHeaders(request) }));
    for (const request of shown) {
      const scenario = this.scenarioOf(request);
      const { n, at, method, address, headers, body, status, operation, surface } = request;
      const answer = answers.get(n) ?? { took: 0, headers: {}, body: "" };
      this.#write({
        kind: "exchange",
        id: exchangeId(n),
        at: new Date(at).toISOString(),
        took: answer.took,
        operation: operation?.id ?? `${surface}: unknown`,
        request: {
          method,
          url: address,
          headers,
          ...(body ? { body: this.#redaction.redact(body).slice(0, maxCharacters.journal) } : {}),
        },
        response: { status: status ?? 0, headers: answer.headers, body: answer.body },
        ...(scenario ? { scenario } : {}),
      });
    }
  }

  /** The scenario that a request came of: the one that last did something at its Location. */
  scenarioOf({ at, location }: PartnerRequest): string | undefined {
    const before = this.#steps.filter((step) => step.at <= at);
    return (before.findLast((step) => step.location === location) ?? before.at(-1))?.scenario;
  }

  #lose(requirement: string, scenario: string): void {
    this.#lost ??= { at: this.#clock.now(), scenario, isFailed: false };
    if (this.#lost.scenario === scenario) this.#lost.isFailed ||= this.isDecisive(requirement);
  }

  #isClaimed(id: string): boolean {
    const claim = claimOf(id);
    return claim === undefined || this.#claims.includes(claim);
  }

  #evidence(request: PartnerRequest): PartnerEvidence {
    const { n, method, address, body, status } = request;
    return {
      exchange: exchangeId(n),
      where: `${method} ${address} ${status === null ? "got no answer" : `answered ${status}`}`,
      curl: this.curl(method, address, this.#shownHeaders(request), body),
    };
  }

  /** The headers of a request, whose tokens are learnt: one that the certifier did not hand out may be the application's real one. */
  #shownHeaders({ headers }: PartnerRequest): PartnerRequest["headers"] {
    return headers.map(([name, value]) => [
      name,
      /^authorization$/i.test(name) ? value.replace(/[^\s,]+/g, (word) => this.#learnt(word)) : value,
    ]);
  }

  #learnt(word: string): string {
    if (word.length < shortestToken || this.#tokens.has(word)) return word;
    if (this.#tokens.size >= maxTokens) return "…";
    this.#tokens.add(word);
    this.#redaction.learn({ authorization: word });
    return word;
  }

  #write(entry: Entry): void {
    this.#journal.write(redactedEntry(entry, this.#redaction.redact));
  }
}

/** Headers that clients send of themselves: they say nothing of what was asked for. */
const ofClients =
  /^(host|connection|content-length|transfer-encoding|accept-(encoding|language)|sec-fetch-\w+|user-agent|te|upgrade-insecure-requests)$/i;

const exchangeId = (n: number): string => `r-${n}`;
