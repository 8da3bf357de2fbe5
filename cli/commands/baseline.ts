import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import colors from "picocolors";
import { Document, visit } from "yaml";
import { UsageError } from "../../base/errors.ts";
import { checkFormat } from "../../base/format-check.ts";
import { isRecord } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import { readDocument } from "../../base/read-document.ts";
import type { Depth } from "../../record/depth.ts";
import { readJournal } from "../../record/journal.ts";
import { type Baseline, baselineOf } from "../../regression/baseline/baseline.ts";
import {
  type AcceptedFact,
  type BaselineComparison,
  compareBaselines,
  type FactChange,
} from "../../regression/baseline/baseline-comparison.ts";
import { loadOperations } from "../../specs/operations.ts";
import { exits } from "../exits.ts";
import { run } from "./run.ts";

export interface BaselineOptions {
  target?: string;
  file: string;
  /** The folder of a run that was made already. */
  from?: string;
  accept?: string;
  out: string;
  depth: Depth;
  seed: number;
  json?: true;
}

/** Records what a provider does where the specification is silent. */
export async function record(options: BaselineOptions): Promise<number> {
  checkPlace(options.file);
  const seen = await see(options);
  const head =
    "# What the provider does where the specification is silent: shapes and words of the API, and nobody's data.\n";
  writeFileSync(options.file, head + oneLineEach(seen));
  process.stdout.write(
    options.json
      ? `${JSON.stringify(seen, null, 2)}\n`
      : `${Object.keys(seen.facts).length} facts of ${seen.target}: ${options.file}\n`,
  );
  return exits.fine;
}

/** A run takes a while, so whether its result can be written is found out before. */
function checkPlace(file: string): void {
  if (!existsSync(dirname(file)))
    throw new UsageError(`--file: there is no folder ${dirname(file)}; make it, or name another`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--file: ${file} is a folder; name a file`);
}

/** YAML with one line for each fact, so that a change of one is a change of one line. */
function oneLineEach(seen: Baseline): string {
  const document = new Document(seen);
  visit(document, { Seq: (_, node) => void (node.flow = true) });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Compares what a provider does now with what was recorded. */
export async function compare(options: BaselineOptions): Promise<number> {
  const before = readBaseline(options.file);
  const accepted = options.accept ? readAccepted(options.accept) : [];
  const comparison = compareBaselines(before, await see(options), accepted);
  process.stdout.write(options.json ? `${JSON.stringify(comparison, null, 2)}\n` : text(comparison));
  return comparison.changes.length + comparison.stale.length === 0 ? exits.fine : exits.notConformant;
}

/** The facts of a run that was made already, or of one that is made now. */
async function see({ from, out, target, depth, seed }: BaselineOptions): Promise<Baseline> {
  const folder = from ?? out;
  if (!from) {
    const code = await run({ out, depth, seed, silent: true, ...(target ? { target } : {}) });
    if (code === exits.interrupted)
      throw new UsageError("the run was interrupted, and half a run makes no baseline; run it again");
  }
  const journal = join(folder, "journal.jsonl");
  if (!existsSync(journal)) throw new UsageError(`--from: ${folder} holds no journal.jsonl; give the folder of a run`);
  return baselineOf(readJournal(journal), loadOperations());
}

function readBaseline(file: string): Baseline {
  if (!existsSync(file)) throw new UsageError(`--file: there is no ${file}; \`assay baseline record\` makes one`);
  const found = readDocument(file, "a baseline") as Partial<Baseline> | null;
  if (found?.format !== "assay-baseline/1" || !isRecord(found.facts))
    throw new UsageError(`${file}: format: expected assay-baseline/1, as \`assay baseline record\` writes it`);
  const odd = Object.entries(found.facts).find(([, words]) => !Array.isArray(words));
  if (odd) throw new UsageError(`${file}: facts: ${odd[0]}: expected a list, as \`assay baseline record\` writes it`);
  return found as Baseline;
}

function readAccepted(file: string): AcceptedFact[] {
  const document = readDocument(file, "a list of accepted differences") as { accepted: AcceptedFact[] };
  const [complaint] = checkFormat("baseline-accept", document);
  if (complaint) throw new UsageError(`${file}#${pointerOf(complaint.path)}: ${complaint.what}`);
  return document.accepted;
}

const paints = { new: colors.green, gone: colors.red, changed: colors.yellow };

function text({ changes, accepted, stale }: BaselineComparison): string {
  const line = ({ fact, change, before, after }: FactChange) =>
    `${paints[change](change.padEnd(8))} ${fact}  ${[before?.join(", "), after?.join(", ")].filter(Boolean).join(" → ")}`;
  return [
    ...changes.map(line),
    ...stale.map(
      ({ fact, reason }) => `${colors.red("stale")}    ${fact}  has not changed; remove its line (${reason})`,
    ),
    `${changes.length} changed, ${accepted.length} accepted, ${stale.length} stale`,
    "",
  ].join("\n");
}
