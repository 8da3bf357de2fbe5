import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Document, visit } from "yaml";
import { UsageError } from "../../base/errors.ts";
import { readDocument } from "../../base/files/read-document.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import { isRecord } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import type { Baseline } from "./baseline.ts";
import type { AcceptedFact } from "./baseline-comparison.ts";

const head =
  "# What the provider does where the specification is silent: shapes and words of the API, and no personal data.\n";

/** Checks that a baseline can be written to a file; a run takes a while, so this is done before it. */
export function checkBaselineFile(file: string): void {
  if (!existsSync(dirname(file)))
    throw new UsageError(`--file: there is no folder ${dirname(file)}; make it, or name another`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--file: ${file} is a folder; name a file`);
}

/** Writes a baseline as YAML with one line for each fact, so that a change of one fact is a change of one line. */
export function writeBaseline(file: string, baseline: Baseline): void {
  const document = new Document(baseline);
  visit(document, { Seq: (_, node) => void (node.flow = true) });
  writeWhole(file, head + document.toString({ lineWidth: 0, flowCollectionPadding: false }));
}

/** Reads a baseline; whatever is wrong with it is one line with file, key and fix. */
export function readBaseline(file: string): Baseline {
  if (!existsSync(file)) throw new UsageError(`--file: there is no ${file}; \`assay baseline record\` makes one`);
  const found = readDocument(file, "a baseline") as Partial<Baseline> | null;
  if (found?.format !== "assay-baseline/1" || !isRecord(found.facts))
    throw new UsageError(`${file}: format: expected assay-baseline/1, as \`assay baseline record\` writes it`);
  const odd = Object.entries(found.facts).find(([, words]) => !Array.isArray(words));
  if (odd) throw new UsageError(`${file}: facts: ${odd[0]}: expected a list, as \`assay baseline record\` writes it`);
  return found as Baseline;
}

/** Reads the differences that are accepted, each with a reason. */
export function readAccepted(file: string): AcceptedFact[] {
  const document = readDocument(file, "a list of accepted differences") as { accepted: AcceptedFact[] };
  const [complaint] = checkFormat("baseline-accept", document);
  if (complaint) throw new UsageError(`${file}#${pointerOf(complaint.path)}: ${complaint.what}`);
  return document.accepted;
}
