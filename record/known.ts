import { UsageError } from "../base/errors.ts";
import { checkFormat } from "../base/format-check.ts";
import { readDocument } from "../base/read-document.ts";
import type { KnownFailure } from "./journal.ts";
import type { RequirementResult } from "./results.ts";

/** Reads the known failures of a target; whatever is wrong with them is one line with file, key and mend. */
export function readKnown(file: string, ids: readonly string[]): KnownFailure[] {
  const document = readDocument(file, "a file of known failures") as { known: KnownFailure[] };
  const [complaint] = checkFormat("known-failures", document);
  if (complaint) throw new UsageError(`${file}#/${complaint.path.join("/")}: ${complaint.what}`);
  for (const [index, { id }] of document.known.entries())
    if (!ids.includes(id))
      throw new UsageError(
        `${file}#/known/${index}/id: there is no requirement ${id} that binds a provider; \`assay list requirements\` lists them`,
      );
  return document.known;
}

/** When known failures are applied, and whether the run is whole: a part of one may not show a failure that the whole shows. */
export interface KnownContext {
  today: string;
  isWhole: boolean;
}

/** The known failures that no longer fail: a part of a run may not show what the whole shows. */
export const noLongerFailing = (
  results: readonly RequirementResult[],
  known: readonly KnownFailure[],
  { isWhole }: KnownContext,
): string[] =>
  isWhole
    ? results.flatMap(({ id, outcome }) =>
        outcome === "pass" && known.some((failure) => failure.id === id) ? [id] : [],
      )
    : [];

/** Results with known failures applied: one warns while it fails, and fails once it has expired. */
export function applyKnown(
  results: readonly RequirementResult[],
  known: readonly KnownFailure[],
  context: KnownContext,
): RequirementResult[] {
  const byId = new Map(known.map((failure) => [failure.id, failure]));
  return results.map((result) => {
    const failure = byId.get(result.id);
    return failure ? withKnown(result, failure, context) : result;
  });
}

function withKnown(
  result: RequirementResult,
  { reason, expires }: KnownFailure,
  { today }: KnownContext,
): RequirementResult {
  if (result.outcome !== "fail") return result;
  return expires < today
    ? { ...result, reason: `${result.reason}; known until ${expires}, which has passed (${reason})` }
    : { ...result, outcome: "warn", reason: `${result.reason}; known until ${expires} (${reason})` };
}
