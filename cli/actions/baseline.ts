import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { printable } from "../../base/text/printable.ts";
import type { Depth } from "../../record/depth.ts";
import { readJournal } from "../../record/journal/read-journal.ts";
import { entriesOf } from "../../record/journal.ts";
import { journalName } from "../../record/run-folder.ts";
import { type Baseline, baselineOf } from "../../regression/baseline/baseline.ts";
import { compareBaselines } from "../../regression/baseline/baseline-comparison.ts";
import {
  checkBaselineFile,
  readAccepted,
  readBaseline,
  writeBaseline,
} from "../../regression/baseline/baseline-file.ts";
import { baselineText } from "../../reports/terminal/baseline-text.ts";
import { loadOperations } from "../../specs/operations.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { run } from "./run.ts";

export interface BaselineOptions {
  target?: string;
  sandbox?: true;
  file: string;
  /** The folder of an earlier run. */
  from?: string;
  accept?: string;
  out: string;
  depth: Depth;
  seed: number;
  json?: true;
}

/** Records what a provider does where the specification is silent. */
export async function record(options: BaselineOptions, io: Io): Promise<number> {
  checkBaselineFile(options.file);
  const baseline = await observe(options, io);
  if (!baseline) return exits.interrupted;
  writeBaseline(options.file, baseline);
  const facts = Object.keys(baseline.facts).length;
  io.stdout.write(options.json ? jsonText(baseline) : `${facts} facts of ${baseline.target}: ${options.file}\n`);
  return exits.fine;
}

/** Compares what a provider does now with what was recorded. */
export async function compare(options: BaselineOptions, io: Io): Promise<number> {
  const before = readBaseline(options.file);
  const accepted = options.accept ? readAccepted(options.accept) : [];
  const now = await observe(options, io);
  if (!now) return exits.interrupted;
  if (before.target && before.target !== now.target)
    io.stderr.write(
      `assay: ${options.file} was recorded of ${printable(before.target)}, and this run is of ${printable(now.target)}: differences may come from that\n`,
    );
  if (before.depth && before.depth !== now.depth)
    io.stderr.write(
      `assay: ${options.file} was recorded by a run of depth ${before.depth}, and this one is ${now.depth}: differences may come from that; compare with --depth ${before.depth}\n`,
    );
  const comparison = compareBaselines(before, now, accepted);
  io.stdout.write(options.json ? jsonText(comparison) : baselineText(comparison, io.paint));
  return comparison.changes.length + comparison.stale.length === 0 ? exits.fine : exits.notConformant;
}

/** The facts of an earlier run, or of one that is made now; none where that is interrupted, since half a run makes no baseline. */
async function observe(
  { from, out, target, sandbox, depth, seed }: BaselineOptions,
  io: Io,
): Promise<Baseline | undefined> {
  if (!from) {
    const code = await run(
      { out, depth, seed, silent: true, ...(target ? { target } : {}), ...(sandbox ? { sandbox } : {}) },
      io,
    );
    if (code === exits.interrupted) return undefined;
  }
  const folder = from ?? out;
  const journal = join(folder, journalName);
  if (!existsSync(journal)) throw new UsageError(`--from: ${folder} holds no ${journalName}; give the folder of a run`);
  const entries = readJournal(journal);
  if (entriesOf(entries, "target").length === 0 || entriesOf(entries, "run").some(({ judges }) => judges))
    throw new UsageError(`--from: ${folder} is not of a run of a provider; give the folder of \`assay run\``);
  return baselineOf(entries, loadOperations());
}
