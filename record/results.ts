import { existsSync } from "node:fs";
import { join } from "node:path";
import { HarnessError, UsageError } from "../base/errors.ts";
import { textOrNothing } from "../base/files/text-or-nothing.ts";
import { writeWhole } from "../base/files/write-whole.ts";
import { checkFormat, parseFormat } from "../base/formats/format-check.ts";
import { parseJson } from "../base/json.ts";
import type { SpecificationIdentity } from "../specs/identity.ts";
import type { Level } from "../specs/ledger.ts";
import type { SuiteIdentity } from "../specs/suite.ts";
import type { ContractResult } from "./contract-result.ts";
import type { Depth } from "./depth.ts";
import type { JudgedAgain, KnownFailure, Repeated } from "./journal.ts";

export type Outcome = "pass" | "fail" | "warn" | "untestable" | "not-applicable";
export type Verdict = "pass" | "fail" | "inconclusive";

/** Shows that a requirement does not hold. */
export interface Evidence {
  exchange: string;
  curl?: string;
  pointer?: string;
}

export interface RequirementResult {
  id: string;
  level: Level;
  title: string;
  sources: string[];
  outcome: Outcome;
  reason?: string;
  /** Present where it is no part of the verdict, until a revision promotes it. */
  status?: "trial";
  /** The clauses of it that are on trial and do not hold, and its outcome without them. */
  trial?: { cells: string[]; outcome: Outcome };
  /** The number of times that a failure that time or the network may explain was found again alone; a warning where it was not, each time: it is flaky. */
  repeated?: Repeated;
  /** Present where it fails, is known to, and warns instead. */
  known?: Pick<KnownFailure, "kind" | "reason" | "until">;
  /** The gaps of a pass: its proofs that could not be judged, and why. */
  note?: string;
  evidence: Evidence[];
  /** Present where --only or --skip left it out of the run. */
  selected?: false;
  /** How it came to this: the steps that led to the first finding, the last of them what was found. */
  story?: StoryStep[];
  /** The story in one line. */
  brief?: string;
  /** The script in the run's folder that shows it again. */
  repro?: string;
  /** A sentence that says how to fix it. */
  mend?: string;
  /** The cells behind the outcome; left out where nothing could be judged because it is open, does not apply or was not selected. */
  cells?: JudgedCells;
}

/** The cells that a requirement needs to pass: how many were judged, of how many, and why the others were not. */
export interface JudgedCells {
  judged: number;
  of: number;
  open: { cell: string; reason: string }[];
  /** Repetitions in other circumstances, which do not decide. */
  further: { judged: number; of: number };
  /** How far the run went with what the requirement says of every case, where it does: `250 clients, 400 days`. */
  bound?: string;
}

/** One step of a story, in words; the exchange or arrival that shows it, where there is one. */
export interface StoryStep {
  step: string;
  exchange?: string;
}

/** A requirement that is broken, and those that probably are for the same cause. */
export interface Cause {
  id: string;
  also: string[];
}

/** The number of judged requirements among those that could be judged. */
export interface JudgedCount {
  count: number;
  of: number;
}

/** Something that would let more requirements be judged. */
export interface Unlock {
  supply: string;
  /** The requirements that it alone would open. */
  requirements: string[];
}

/** The content of results.json. */
export interface Results {
  format: "assay-results/1";
  kind: "provider" | "partner";
  verdict: Verdict;
  complete?: false;
  subject: { name: string; urls: Record<string, string> };
  specification: SpecificationIdentity;
  /** The suite that judged; results of earlier versions do not name it. */
  suite?: SuiteIdentity;
  /** The revision that scored, and what others that were shown would still ask for. */
  revisions?: { scored: string; shown?: { revision: string; toGo: string[] }[] };
  /** Present where a stored journal was judged again. */
  judgedAgain?: JudgedAgain;
  seed: number;
  depth: Depth;
  started: string;
  finished: string;
  requests: number;
  requirements: RequirementResult[];
  /** The causes of failures, in the order in which to fix them. */
  causes?: Cause[];
  /** Known failures that no longer fail, and should be removed from their list. */
  noLongerFailing?: string[];
  observations: { topic: string; value: unknown }[];
  /** The number of requirements that --only and --skip selected; absent where all were. */
  selected?: JudgedCount;
  /** Set while results are shown by anyone who decides on certificates apart from the run; no file has it. */
  certifies?: false;
  /** The number of judged requirements among those that could be judged. */
  judged?: JudgedCount;
  /** The number of judged cells among those that the requirements need. */
  cells?: { judged: number; of: number };
  /** The missing parts of a profile that would let more be judged, the most useful first. */
  unlock?: Unlock[];
  /** The number of requests that each requirement took until it was decided. */
  decided?: Record<string, number>;
  /** Troubles that kept the run from judging more, each reported once: a provider that is gone, a control protocol that fails. */
  troubles?: string[];
  /** Where assay itself failed; a verdict that would be a pass is inconclusive then. */
  ourFaults?: string[];
  /** The number of requests that went to each operation, most first. */
  spent?: Record<string, number>;
  /** The rows of the install machine that were taken, and which followed which on one link. */
  machine?: { transitions: Record<string, number>; pairs: Record<string, number> };
  /** Where pacts were verified or checked. */
  contracts?: ContractResult[];
}

/** The settings of a run that sent requests; recorded traffic, and contracts without a provider, were judged without them. */
export const settingsOf = ({ subject, depth, seed }: Results): Readonly<Record<string, string>> =>
  Object.keys(subject.urls).length > 0 ? { depth, seed: String(seed) } : {};

const resultsFile = (folder: string): string => join(folder, "results.json");

/** The text of results.json. */
export const textOfResults = (results: Results): string => `${JSON.stringify(results, null, 2)}\n`;

/** The results that a text of results.json holds; a UsageError says what it holds otherwise. */
export const resultsOf = (text: string): Results => parseFormat<Results>("results", text);

/** Writes results.json into a folder; results of another form are our mistake. */
export function writeResults(folder: string, results: Results): string {
  const [complaint] = checkFormat("results", results);
  if (complaint) throw new HarnessError(`results.json: ${complaint.path.join(".")}: ${complaint.what}`);
  const file = resultsFile(folder);
  writeWhole(file, textOfResults(results));
  return file;
}

/** Reads the results.json of a folder, where there is one. */
export const readResults = (folder: string): Results | undefined => holdResults(folder)?.();

/** Holds on to the results.json of a folder, where there is one, which may be written anew before it is looked at. */
export function holdResults(folder: string): (() => Results) | undefined {
  const file = resultsFile(folder);
  if (!existsSync(file)) return undefined;
  const text = textOrNothing(file);
  return () => resultsIn(text, file);
}

function resultsIn(text: string, file: string): Results {
  const results = parseResults(text, file);
  if (results?.format !== "assay-results/1")
    throw new UsageError(
      `${file}: format: these are not the results of a run (assay-results/1); give a folder that a run wrote`,
    );
  const [complaint] = checkFormat("results", results);
  if (complaint) throw new UsageError(`${file}: ${complaint.path.join(".")}: ${complaint.what}`);
  return results as Results;
}

function parseResults(text: string, file: string): Partial<Results> | null {
  const results = parseJson(text);
  if (results === undefined)
    throw new UsageError(`${file}: this is not JSON; remove it, and the journal will be read instead`);
  return results;
}
