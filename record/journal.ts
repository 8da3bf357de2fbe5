import { appendFileSync, openSync, readFileSync } from "node:fs";
import { UsageError } from "../base/errors.ts";
import type { Header } from "../harness/exchange.ts";
import type { Depth } from "./depth.ts";

/** One exchange as it is written down: its operation by name, and no secret in it. */
export interface RecordedExchange {
  id: string;
  at: string;
  /** How long the answer took, in milliseconds. */
  took: number;
  /** When it was answered by the target's own clock, in milliseconds; left out where that is the wall's. */
  clock?: number;
  operation: string;
  request: { method: string; url: string; headers: readonly Header[]; body?: string };
  response: { status: number; headers: Readonly<Record<string, string>>; body: string };
}

/** One place where a requirement does not hold. */
export interface RecordedFinding {
  requirement: string;
  pointer: string;
  found: string;
  expected: string;
  /** The exchange that shows it, or the webhook that arrived. */
  exchange?: string;
  /** The call and its answer in words. */
  where?: string;
  curl?: string;
  /** What reproduces it, where it was generated. */
  example?: Example;
}

/** A generated case that broke something, shrunk, with what it takes to see it again. */
export interface Example {
  seed: number;
  path: string;
  replayPath?: string;
  shrunk: string;
}

/** How a run was started: with this at its beginning, a journal tells everything even of a run that was killed. */
export interface RunFacts {
  name: string;
  /** Present where an application was judged, and not a provider. */
  judges?: "partner";
  seed: number;
  depth: Depth;
  started: string;
  only?: readonly string[];
  skip?: readonly string[];
  shard?: Shard;
  known?: readonly KnownFailure[];
}

/** A requirement that is known to fail on a target, for a while. */
export interface KnownFailure {
  id: string;
  reason: string;
  /** The last day on which it is put up with. */
  expires: string;
}

/** One of several parts of a run that are done on different machines: the first is 1. */
export interface Shard {
  part: number;
  of: number;
}

/** What a run writes down, one line each, as it goes. */
export type Entry =
  | ({ kind: "run" } & RunFacts)
  | { kind: "target"; name: string; urls: Record<string, string> }
  | { kind: "proof"; title: string; ids: readonly string[] }
  | ({ kind: "exchange" } & RecordedExchange)
  | { kind: "arrival"; id: string; method: string; path: string; body: string }
  | { kind: "judged"; ids: readonly string[] }
  | ({ kind: "finding" } & RecordedFinding)
  | { kind: "untestable"; title?: string; ids: readonly string[]; why: string; applies: boolean; isOurFault?: true }
  | { kind: "observation"; topic: string; value: unknown }
  | { kind: "transition"; id: string; after: string | null }
  | { kind: "skipped"; title: string; ids: readonly string[]; why: string }
  | { kind: "end"; at: string; complete: boolean };

/** The book of a run. */
export interface Journal {
  write(entry: Entry): void;
}

/** A journal that is written line by line, so that a run that is killed leaves what it saw. */
export function fileJournal(file: string): Journal {
  const open = openSync(file, "a");
  return { write: (entry) => appendFileSync(open, `${JSON.stringify(entry)}\n`) };
}

/** The entries of a journal; a last line that was cut off is left out, as a run that is killed leaves one. */
export function readJournal(file: string): Entry[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const entry = line && entryIn(line);
    if (entry) return [entry];
    if (line && index < lines.length - 1)
      throw new UsageError(`${file}: line ${index + 1} is no entry of a journal; remove it, and the rest can be read`);
    return [];
  });
}

function entryIn(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.kind === "string" ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
