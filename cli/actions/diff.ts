import { days } from "../../base/durations.ts";
import { UsageError } from "../../base/errors.ts";
import { dayOf, hasFormat } from "../../base/formats/formats.ts";
import { approve } from "../../regression/diff/approvals.ts";
import { compareAt } from "../../regression/diff/compare.ts";
import type { DifferenceLevel } from "../../regression/diff/differences/rules.ts";
import { readIgnores, siftDifferences } from "../../regression/diff/ignores.ts";
import { locateVersions, type Reach, type VersionPath } from "../../regression/diff/sources/locate-version.ts";
import { withOverlays } from "../../regression/diff/sources/with-overlays.ts";
import type { VersionPolicy } from "../../regression/diff/versions.ts";
import { diffMarkdown } from "../../reports/versions/diff-markdown.ts";
import { type DiffResults, diffResults, listedFrom } from "../../reports/versions/diff-results.ts";
import { diffSarif } from "../../reports/versions/diff-sarif.ts";
import { diffText, diffVerdict } from "../../reports/versions/diff-text.ts";
import { ignoreFileFor, ignoreFileName } from "../folders/ignore-file.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { reachOf } from "../options/partner-options.ts";
import { ownOverlays, ownProfileName, sayChosen } from "../profiles/own-profile.ts";
import { linesOf } from "../terminal/version-lines.ts";

export interface DiffOptions extends Reach {
  ignore?: string;
  approve?: string[];
  reason?: string;
  until?: string;
  versioning: VersionPolicy;
  json?: true;
  markdown?: true;
  sarif?: true;
  level: DifferenceLevel;
  quiet?: true;
  /** False where the overlays of assay.yaml are left out. */
  overlays?: boolean;
}

/** The number of days that an approval holds where no last day is given. */
const usualDays = 90;

/** Compares two versions of the API and shows what breaks. */
export async function diff(old: string, fresh: string, options: DiffOptions, io: Io): Promise<number> {
  for (const option of ["reason", "until"] as const)
    if (options[option] !== undefined && !options.approve)
      throw new UsageError(`--${option}: it belongs to an approval; say what is approved with --approve`);
  const versions = await locateVersions(old, fresh, reachOf(options));
  const overlays = options.overlays === false ? [] : ownOverlays();
  if (overlays.length > 0) {
    const isDocument = options.json ?? options.markdown ?? options.sarif;
    sayChosen(
      `${ownProfileName}: comparing with its overlays ${overlays.join(", ")}`,
      { file: ownProfileName, isImplied: true },
      { ...options, json: isDocument },
      io,
    );
  }
  const found = compareAt(...withOverlays(versions, overlays), options.versioning);
  const known = options.ignore ?? ignoreFileFor(fresh);
  const ignore = options.approve ? approveIn(known ?? ignoreFileName, options, found) : known;
  const [before, after] = versions.map(({ path }) => path) as [string, string];
  const sifted = siftDifferences(found, ignore ? readIgnores(ignore) : [], dayAfter(0));
  const results = diffResults(before, after, sifted, ignore);
  io.stdout.write(textOf(listedFrom(results, options.level), options, versions, io));
  return results.verdict === "breaking" ? exits.notConformant : exits.fine;
}

/** Writes approvals to an ignore file, and returns its path. */
function approveIn(ignore: string, options: DiffOptions, found: ReturnType<typeof compareAt>): string {
  const { approve: fingerprints = [], reason, until = dayAfter(usualDays) } = options;
  if (!reason) throw new UsageError("--approve: say why with --reason");
  if (!hasFormat("date", until)) throw new UsageError("--until: give a day such as 2027-01-31");
  if (until < dayAfter(0)) throw new UsageError(`--until: ${until} is over; give a day to come`);
  approve(ignore, { fingerprints, reason, expires: until }, found);
  return ignore;
}

/** The day so many days from now, such as `2026-03-01`. */
const dayAfter = (count: number): string => dayOf(Date.now() + days(count));

function textOf(
  results: DiffResults,
  { json, markdown, sarif, quiet }: DiffOptions,
  versions: readonly VersionPath[],
  { paint }: Io,
): string {
  if (json) return jsonText(results);
  if (sarif) return diffSarif(results, linesOf(versions));
  if (markdown) return diffMarkdown(results);
  return quiet ? diffVerdict(results, paint) : diffText(results, paint, linesOf(versions));
}
