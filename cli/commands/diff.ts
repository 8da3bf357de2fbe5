import { comparePaths } from "../../regression/diff/compare.ts";
import { readIgnores, siftDifferences } from "../../regression/diff/ignores.ts";
import { diffMarkdown } from "../../reports/diff-markdown.ts";
import { type DiffResults, diffResults } from "../../reports/diff-results.ts";
import { diffText } from "../../reports/diff-text.ts";
import { exits } from "../exits.ts";
import { type Io, jsonText } from "../io.ts";

export interface DiffOptions {
  ignore?: string;
  json?: true;
  markdown?: true;
}

/** Compares two versions of the API and shows what breaks. */
export function diff(old: string, fresh: string, { ignore, ...form }: DiffOptions, io: Io): number {
  const ignores = ignore ? readIgnores(ignore) : [];
  const today = new Date().toISOString().slice(0, 10);
  const results = diffResults(old, fresh, siftDifferences(comparePaths(old, fresh), ignores, today));
  io.stdout.write(textOf(results, form, io));
  return results.verdict === "breaking" ? exits.notConformant : exits.fine;
}

function textOf(results: DiffResults, { json, markdown }: DiffOptions, { paint }: Io): string {
  if (json) return jsonText(results);
  return markdown ? diffMarkdown(results) : diffText(results, paint);
}
