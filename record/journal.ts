import { appendFileSync, openSync } from "node:fs";
import type { Header } from "../harness/exchange.ts";
import type { CellId } from "../specs/cells.ts";
import type { SuiteIdentity } from "../specs/suite.ts";
import type { ContractResult } from "./contract-result.ts";
import type { Depth } from "./depth.ts";

/** One exchange as a journal records it: its operation by name, and without secrets. */
export interface RecordedExchange {
  id: string;
  at: string;
  /** The time that the answer took, in milliseconds. */
  took: number;
  /** When it was answered by the target's own clock, in milliseconds; left out where that clock shows the real time. */
  clock?: number;
  operation: string;
  request: { method: string; url: string; headers: readonly Header[]; body?: string };
  response: { status: number; headers: Readonly<Record<string, string>>; body: string; flaw?: string };
  /** The key of the address that it went to; journals of earlier versions do not say it. */
  address?: string;
  /** Between which moments of the target's clock it was; journals of earlier versions do not say it. */
  moment?: RecordedMoment;
  /** Present where the request did not keep to the rates that the target names. */
  isUnpaced?: true;
  /** Present where it is not an exchange that the model judged first: a repetition, one that rules alone judged, or one that nothing judged. */
  judged?: "again" | "alone" | "aside";
  /** Present where it is not recorded whole. */
  isCut?: true;
  /** The scenario that it came of, where a partner's application is judged. */
  scenario?: string;
}

/** The earliest and the latest moment at which something happened, on the target's clock, in milliseconds. */
export type RecordedMoment = readonly [earliest: number, latest: number];

/** Abilities of a target that decide how its world is judged, recorded once: from here on a model begins that knows nothing. */
interface RecordedAbilities {
  reset: boolean;
  clock: boolean;
  /** For how long after a write a read may show what was before, in milliseconds. */
  settle: number;
  /** The overlays that supply payloads, whole. */
  overlays: readonly { file: string; text: string }[];
}

/** Entries that feed the model, beside exchanges and webhooks. */
export type FedEntry =
  // A world opens; its credentials are the names that stand for them everywhere else.
  | {
      kind: "world";
      credentials: Readonly<Record<string, string>>;
      fixtures: Readonly<Record<string, unknown>>;
      abilities?: RecordedAbilities;
    }
  | { kind: "control"; path: string; body: Readonly<Record<string, unknown>> }
  // The answer to a call of the control protocol; left out where it is too long.
  | { kind: "answer"; path: string; answer?: unknown; moment: RecordedMoment }
  // Facts of the platform that a driver knows apart from the control protocol.
  | { kind: "told"; path: string; body: Readonly<Record<string, unknown>>; moment: RecordedMoment }
  | { kind: "deliveries"; deliveries?: unknown; clock: number }
  // A wait has ended.
  | { kind: "moment"; clock: number }
  | { kind: "receiver"; does: "open" | "close" | "refuse" | "listen" | "lose"; clock: number }
  // Webhooks that were kept waiting are answered.
  | { kind: "release"; arrivals: readonly string[]; status: number; clock: number }
  // Nothing came back to a request.
  | { kind: "silence"; operation: string; request: RecordedExchange["request"] }
  // Steps are taken at once from here on, or no longer.
  | { kind: "race"; begins: boolean };

/** One finding as a journal records it. */
export interface RecordedFinding {
  requirement: string;
  /** The cell that it breaks, where its requirement has several. */
  cell?: string;
  pointer: string;
  found: string;
  expected: string;
  /** The exchange that shows it, or the webhook that arrived. */
  exchange?: string;
  /** The call and its answer in words. */
  where?: string;
  curl?: string;
  /** Present where its exchange alone shows it; elsewhere others may have to be seen beside it. */
  isAlone?: true;
  /** The statuses that were promised, where the answer's status is what was judged. */
  promised?: readonly number[];
  /** Reproduces it, where it was generated. */
  example?: Example;
  /** The scenario that it was found in, where a partner's application is judged. */
  scenario?: string;
  /** The number of times that an application's failure was found again when it was tried again alone; present where time or the network may explain it. */
  repeated?: Repeated;
  /** The number of findings of its place that it stands for, where more were made than are written down. */
  times?: number;
}

/** The number of times that something failed when it was repeated alone. */
export interface Repeated {
  failed: number;
  of: number;
}

/** A generated case that broke a requirement, shrunk: as JSON, so that it can be tried again. */
export interface Example {
  /** Which of its proof's explorations generated it; the first is 0. */
  exploration: number;
  value: unknown;
  /** The case in words. */
  text: string;
  /** Present where the case is a sequence of steps, which the story shows better. */
  isSequence?: true;
}

/** How a run was started. A journal begins with it, so that even a run that was killed can be reported. */
export interface RunFacts {
  name: string;
  /** Present where a partner's application was judged, and not a provider. */
  judges?: "partner";
  /** The suite that judges; journals of earlier versions do not name it. */
  suite?: SuiteIdentity;
  seed: number;
  depth: Depth;
  started: string;
  only?: readonly string[];
  skip?: readonly string[];
  shard?: Shard;
  known?: readonly KnownFailure[];
  /** The time that the run was allowed to wait for real time, such as `20m`; left out where the profile says it. */
  patience?: string;
  /** The profile of the target, as a path from the folder of the run; left out for the embedded sandbox. */
  target?: string;
  /** The frozen revision that scores, and others that are shown beside it; the present requirements if left out. */
  revisions?: readonly string[];
  /** Present where the journal was judged again, without sending anything. */
  judgedAgain?: JudgedAgain;
  /** Present where the target is controlled by an adapter, and not at an address. */
  isAdapted?: true;
}

/** That a journal was judged again: who judged it first, and what it lacks of what a run is judged by, and how often. */
export interface JudgedAgain {
  first?: SuiteIdentity;
  lacks: readonly { what: string; times: number }[];
}

/** The observation of whether the v3 surface is live. */
export const v3Topic = "VER-5: the v3 surface is live";

/** A requirement that is known not to hold, and tolerated for a while. */
export interface KnownFailure {
  id: string;
  /** The cell that alone is tolerated; all of them if left out. */
  cell?: string;
  reason: string;
  /** The last day on which it is tolerated. */
  until: string;
  /** Fails each time, fails at times, or does not count by a decision. */
  kind: "fails" | "flaky" | "waived";
}

/** One of the parts into which a run is cut, to be done on several machines; the first is 1. */
export interface Shard {
  part: number;
  of: number;
}

/** A line of a run's journal. */
export type Entry =
  | ({ kind: "run" } & RunFacts)
  // `control` is the address of its control protocol, where it has one that outlives the run.
  | { kind: "target"; name: string; urls: Record<string, string>; control?: string }
  // A driver begins, or is repeated for the time that `again` says; journals of earlier versions name it by its title alone.
  | { kind: "proof"; slug?: string; title: string; ids: readonly string[]; again?: number }
  // A proof was repeated alone: the cells that it found broken again.
  | { kind: "again"; slug: string; failed: readonly CellId[] }
  // A generated case begins; one whose findings are reported has its example.
  | { kind: "case"; example?: Example }
  | ({ kind: "exchange" } & RecordedExchange)
  | {
      kind: "arrival";
      id: string;
      method: string;
      path: string;
      body: string;
      clock?: number;
      url?: string;
      manner?: number | string;
      headers?: Readonly<Record<string, string>>;
      flaw?: string;
    }
  | FedEntry
  // A request stayed without an answer, and what handshakes with a host showed.
  | { kind: "unanswered"; found: string; where: string }
  | {
      kind: "handshakes";
      host: string;
      isFloorAccepted: boolean;
      offered: readonly string[];
      accepted: readonly string[];
    }
  // Judged requirements, or cells of those that have several.
  | { kind: "judged"; ids: readonly string[] }
  | ({ kind: "finding" } & RecordedFinding)
  | {
      kind: "untestable";
      title?: string;
      ids: readonly string[];
      why: string;
      applies: boolean;
      lacks?: readonly string[];
      /** Present where it asks the v3 surface, which need not be live. */
      surface?: "v3";
      isOurFault?: true;
      /** Present where it counts whatever was judged before. */
      isDecisive?: true;
    }
  | { kind: "observation"; topic: string; value: unknown }
  | { kind: "trouble"; what: string }
  | { kind: "transition"; id: string; after: string | null }
  | { kind: "appointment"; title: string; ids: readonly string[]; at: string; in: number }
  // The run waits for real time, until a moment.
  | { kind: "wait"; why: string; until: string; in: number }
  | { kind: "step"; at: string; text: string; scenario?: string; claim?: string }
  | { kind: "skipped"; title: string; ids: readonly string[]; why: string }
  | { kind: "contract"; result: ContractResult }
  // Exchanges that a long run no longer holds in memory, by operation; a file has them all.
  | { kind: "forgotten"; operations: Readonly<Record<string, number>> }
  | { kind: "end"; at: string; complete: boolean };

export type ExchangeEntry = Extract<Entry, { kind: "exchange" }>;
export type ArrivalEntry = Extract<Entry, { kind: "arrival" }>;
export type ControlEntry = Extract<Entry, { kind: "control" }>;

/** Takes the entries of a run. */
export interface Journal {
  write(entry: Entry): void;
}

/** The entries of one kind, in their order. */
export const entriesOf = <K extends Entry["kind"]>(entries: readonly Entry[], kind: K): Extract<Entry, { kind: K }>[] =>
  entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind);

/** An entry whose exchange, or webhook that arrived, has another id. */
export function renamed(entry: Entry, rename: (id: string) => string): Entry {
  if (entry.kind === "exchange" || entry.kind === "arrival") return { ...entry, id: rename(entry.id) };
  if (entry.kind === "release") return { ...entry, arrivals: entry.arrivals.map(rename) };
  if (entry.kind === "finding" && entry.exchange) return { ...entry, exchange: rename(entry.exchange) };
  return entry;
}

/** A journal in a file, written line by line, so that a run that is killed leaves what it saw. */
export function fileJournal(file: string): Journal {
  const open = openSync(file, "a");
  return {
    write(entry) {
      try {
        appendFileSync(open, `${JSON.stringify(entry)}\n`);
      } catch (error) {
        // The system names no file that is open already.
        throw Object.assign(error as Error, { path: file });
      }
    },
  };
}
