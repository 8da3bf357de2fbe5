import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { realPath } from "../../base/files/real-path.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { type ReplayResults, type ReplayState, replay as replayRun } from "../../library/replay.ts";
import { failuresOf } from "../../record/failures.ts";
import { entriesOf } from "../../record/journal.ts";
import { type RunRecord, readRun } from "../../record/run-folder.ts";
import { replayText } from "../../reports/terminal/replay-text.ts";
import { loadLedger } from "../../specs/ledger.ts";
import type { LinkId } from "../../suites/model/link-id.ts";
import { requirementsNamed } from "../../suites/schedule/choose.ts";
import { usualSource } from "../folders/usual-folder.ts";
import { exits } from "../io/exits.ts";
import { type Io, interruptible, jsonText } from "../io/io.ts";
import { withTarget } from "../profiles/judged-target.ts";
import { uninstallLine } from "../terminal/uninstall-line.ts";

export interface ReplayCommandOptions {
  target?: string;
  json?: true;
}

/** Repeats what failed in an earlier run, and reports what is fixed. */
export async function replay(args: string[], { target, json }: ReplayCommandOptions, io: Io): Promise<number> {
  const { folder, names } = readArguments(args);
  const ids = names.length > 0 ? requirementsNamed(names, "replay") : undefined;
  const run = readRun(folder);
  if (run.results.kind === "partner")
    throw new UsageError(`${folder}: this is the run of an application; certify it again instead`);
  if (entriesOf(run.entries, "run").length > 0 && entriesOf(run.entries, "target").length === 0)
    throw new UsageError(`${folder}: this is recorded traffic; check its recordings again instead`);
  requireFailures(folder, run, ids);
  const file = target ?? profileOf(folder, run);
  return interruptible(io, ({ signal }) =>
    withTarget(file, io, async (profile) => {
      if (file !== undefined && file !== target) requireSameHosts(file, profile, run);
      const onUninstall = (link: LinkId) => io.stderr.write(uninstallLine(link));
      const results = await replayRun(run, profile, { ids, signal, onUninstall }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (!results) return exits.interrupted;
      io.stdout.write(json ? jsonText(results) : replayText(results, run.results, io.paint));
      return exitFor(results);
    }),
  );
}

/** The folder comes first; where there is no such folder, what is called like a requirement or an area is one. */
function readArguments(args: readonly string[]): { folder: string; names: readonly string[] } {
  const [first, ...rest] = args;
  if (first === undefined) return { folder: usualSource(), names: [] };
  const isArea = loadLedger().some(({ area }) => area === first.toUpperCase());
  return !existsSync(first) && (isArea || /^[a-z]+-\d+$/i.test(first))
    ? { folder: usualSource(), names: args }
    : { folder: first, names: rest };
}

/** The profile that a run was made with, if it is still there. */
function profileOf(folder: string, { entries }: RunRecord): string | undefined {
  const written = entriesOf(entries, "run")[0]?.target;
  if (written === undefined) return undefined;
  const file = relative("", resolve(folder, written));
  // A profile that came with a record runs nothing here, and gets no variable of the environment, unless someone names it.
  if (!/^\.\.(?:[/\\]|$)/.test(relative(realPath(folder), realPath(file))))
    throw new UsageError(
      `${folder}: the profile of this run, ${file}, lies in its folder; read it, and name it by --target`,
    );
  if (existsSync(file)) return file;
  throw new UsageError(`${folder}: the profile of this run, ${file}, is not there; name it by --target`);
}

/** A profile that leads somewhere else by now would have another provider judged. */
function requireSameHosts(file: string, { urls = {} }: TargetProfile, { results }: RunRecord): void {
  const hostOf = (url = "") => (URL.canParse(url) ? new URL(url).host : "");
  for (const [name, url] of Object.entries(urls)) {
    const [now, then] = [hostOf(url), hostOf(results.subject.urls[name])];
    if (then && now !== then)
      throw new UsageError(
        `${file}: ${name} is at ${now} now, and was at ${then} in that run; if that is the same provider, say so by --target`,
      );
  }
}

function requireFailures(folder: string, run: RunRecord, ids: readonly string[] | undefined): void {
  const failed = failuresOf(run).map(({ requirement }) => requirement.id);
  if (failed.length === 0) throw new UsageError(`${folder}: nothing failed in this run; there is nothing to repeat`);
  if (ids && !ids.some((id) => failed.includes(id)))
    throw new UsageError(`replay: ${ids.join(", ")} did not fail in ${folder}; what failed: ${failed.join(", ")}`);
}

const isAny = ({ failures }: ReplayResults, ...states: ReplayState[]): boolean =>
  failures.some(({ state }) => states.includes(state));

function exitFor(results: ReplayResults): number {
  if (isAny(results, "still failing", "flaky")) return exits.notConformant;
  return isAny(results, "not reproducible") ? exits.inconclusive : exits.fine;
}
