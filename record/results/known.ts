import { UsageError } from "../../base/errors.ts";
import { readDocument } from "../../base/files/read-document.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import { cellsOf } from "../../specs/cells.ts";
import { binds, loadLedger } from "../../specs/ledger.ts";
import { type Entry, entriesOf, type KnownFailure } from "../journal.ts";
import type { RequirementResult, Results } from "../results.ts";

const subjects: Record<Results["kind"], string> = { provider: "a provider", partner: "a partner" };

/** Reads the known failures of a subject; a mistake in them is one line with file, key and fix. */
export function readKnown(file: string, kind: Results["kind"]): KnownFailure[] {
  const document = readDocument(file, "a file of known failures") as { known: WrittenFailure[] };
  const [complaint] = checkFormat("known-failures", document);
  if (complaint) throw new UsageError(`${file}#/${complaint.path.join("/")}: ${complaint.what}`);
  const bound = new Map(loadLedger().flatMap((each) => (binds(each, kind) ? [[each.id, each]] : [])));
  for (const [index, { id, cell }] of document.known.entries()) {
    const requirement = bound.get(id);
    if (!requirement)
      throw new UsageError(
        `${file}#/known/${index}/id: there is no requirement ${id} that binds ${subjects[kind]}; \`assay list requirements\` lists them`,
      );
    if (cell !== undefined && !cellsOf(requirement).includes(cell))
      throw new UsageError(
        `${file}#/known/${index}/cell: ${id} has no such cell; \`assay explain ${id}\` lists its cells`,
      );
  }
  return document.known.map(normalized);
}

/** A known failure as files and journals have it; earlier versions called its last day `expires`, and knew one kind. */
type WrittenFailure = Omit<KnownFailure, "until" | "kind"> & Partial<KnownFailure> & { expires?: string };

function normalized({ expires = "", until = expires, kind = "fails", ...failure }: WrittenFailure): KnownFailure {
  return { ...failure, until, kind };
}

/** The failures that are known in all of several runs: what is not tolerated in one of them failed. */
export function knownToAll(runs: readonly { known?: readonly KnownFailure[] }[]): KnownFailure[] {
  const [first = [], ...others] = runs.map(({ known = [] }) => known.map(normalized));
  return first.filter(({ id, cell }) =>
    others.every((known) => known.some((other) => other.id === id && other.cell === cell)),
  );
}

/** When known failures are applied, and what was found. */
export interface KnownContext {
  today: string;
  entries: readonly Entry[];
}

/** The known failures that no longer fail; one that fails at times may pass, and one that is waived may stay. */
export const noLongerFailing = (results: readonly RequirementResult[], known: readonly KnownFailure[]): string[] =>
  results.flatMap(({ id, outcome }) =>
    outcome === "pass" && known.some((failure) => failure.id === id && failure.kind === "fails") ? [id] : [],
  );

/** Results with known failures applied: one warns while it is known, and fails once its last day is over or another of its cells fails. */
export function applyKnown(
  results: readonly RequirementResult[],
  known: readonly KnownFailure[],
  { today, entries }: KnownContext,
): RequirementResult[] {
  const broken = entriesOf(entries, "finding");
  return results.map((result) => {
    const own = known.filter(({ id }) => id === result.id);
    if (result.outcome !== "fail" || own.length === 0) return result;
    const cells = broken.filter(({ requirement }) => requirement === result.id).map(({ cell }) => cell);
    return withKnown(result, own, { today, cells });
  });
}

function withKnown(
  result: RequirementResult,
  own: readonly KnownFailure[],
  { today, cells }: { today: string; cells: readonly (string | undefined)[] },
): RequirementResult {
  const current = own.filter(({ until }) => until >= today);
  const covers = (cell: string | undefined): KnownFailure | undefined =>
    current.find((failure) => failure.cell === undefined || failure.cell === cell);
  const [failure = current[0]] = cells.flatMap((cell) => covers(cell) ?? []);
  const unknown = cells.find((cell) => !covers(cell));
  if (!failure) return { ...result, reason: `${result.reason}; ${own.map(describeOverdue).join("; ")}` };
  if (unknown !== undefined || cells.some((cell) => !covers(cell)))
    return { ...result, reason: `${result.reason}; ${describe(failure)}, but ${unknown ?? "the rest"} is not` };
  const { kind, reason, until } = failure;
  return {
    ...result,
    outcome: "warn",
    reason: `${result.reason}; ${describe(failure)}`,
    known: { kind, reason, until },
  };
}

const called: Record<KnownFailure["kind"], string> = { fails: "known", flaky: "known to be flaky", waived: "waived" };

const describe = ({ kind, cell, until, reason }: KnownFailure): string =>
  `${cell === undefined ? "" : `${cell} is `}${called[kind]} until ${until} (${reason})`;

const describeOverdue = ({ kind, until, reason }: KnownFailure): string =>
  `${called[kind]} until ${until}, which has passed (${reason})`;
