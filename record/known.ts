import { UsageError } from "../base/errors.ts";
import { checkFormat } from "../base/format-check.ts";
import { readDocument } from "../base/read-document.ts";
import type { KnownFailure } from "./journal.ts";
import type { RequirementResult } from "./results.ts";

/** Reads the known failures of a target; whatever is wrong with them is one line with file, key and mend. */
export function readKnown(file: string, ids: readonly string[]): KnownFailure[] {
  const document = readDocument(file) as { known: KnownFailure[] };
  const [complaint] = checkFormat("known-failures", document);
  if (complaint) throw new UsageError(`${file}#/${complaint.path.join("/")}: ${complaint.what}`);
  for (const [index, { id }] of document.known.entries())
    if (!ids.includes(id))
      throw new UsageError(
        `${file}#/known/${index}/id: ${id} is no requirement that binds a provider; \`assay spec\` lists them`,
      );
  return document.known;
}

/** What becomes of a requirement that is known to fail: it warns while it does, and fails once it passes in a whole run, or its time is over. */
export function excuse(
  results: RequirementResult[],
  known: readonly KnownFailure[],
  { today, isWhole }: { today: string; isWhole: boolean },
): RequirementResult[] {
  const byId = new Map(known.map((one) => [one.id, one]));
  return results.map((result): RequirementResult => {
    const one = byId.get(result.id);
    if (!one) return result;
    const { reason, expires } = one;
    if (result.outcome === "pass" && isWhole)
      return {
        ...result,
        outcome: "fail",
        reason: `it passes again; remove its line from the known failures (${reason})`,
      };
    if (result.outcome !== "fail") return result;
    return expires < today
      ? { ...result, reason: `${result.reason}; known until ${expires}, which is over (${reason})` }
      : { ...result, outcome: "warn", reason: `${result.reason}; known until ${expires} (${reason})` };
  });
}
