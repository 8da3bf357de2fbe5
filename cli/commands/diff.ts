import { comparePaths } from "../../regression/diff/compare.ts";
import { readIgnores, siftDifferences } from "../../regression/diff/ignores.ts";
import { diffMarkdown } from "../../reports/diff-markdown.ts";
import { diffResults } from "../../reports/diff-results.ts";
import { diffText } from "../../reports/diff-text.ts";
import { exits } from "../exits.ts";

export interface DiffOptions {
  ignore?: string;
  json?: true;
  markdown?: true;
}

/** Compares two versions of the API and shows what breaks. */
export function diff(old: string, fresh: string, { ignore, json, markdown }: DiffOptions): number {
  const ignores = ignore ? readIgnores(ignore) : [];
  const today = new Date().toISOString().slice(0, 10);
  const results = diffResults(old, fresh, siftDifferences(comparePaths(old, fresh), ignores, today));
  if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  else process.stdout.write(markdown ? diffMarkdown(results) : diffText(results));
  return results.verdict === "breaking" ? exits.notConformant : exits.fine;
}
