import type { Difference } from "./differences/difference.ts";
import { byLevel, type Differences } from "./differences/differences.ts";
import type { OpenDocument } from "./documents/document.ts";
import { onSurface } from "./documents/operations.ts";
import { below, type DocumentPlace } from "./documents/place.ts";

/** How a version number that does not fit the change counts. */
const versionings = ["off", "warn", "error"] as const;
export type VersionPolicy = (typeof versionings)[number];

/** Two versions of a document, and the surface that it describes where there are several. */
export interface DocumentPair {
  old: OpenDocument;
  new: OpenDocument;
  surface?: string;
}

/** The rules by which a version number is judged. */
const versionRules = ["major-version-missing", "minor-version-missing"] as const;

/** Judges whether the version numbers of documents moved as far as what was found asks for. */
export function judgeVersions(
  pairs: readonly DocumentPair[],
  found: readonly Difference[],
  differences: Differences,
): void {
  for (const { old, new: fresh, surface } of pairs) {
    const [before, after] = [versionAt(old.root), versionAt(fresh.root)];
    if (!before || !after) continue;
    const own = surface === undefined ? found : found.filter((difference) => isOn(difference, surface));
    const rule = missingStep(before.numbers, after.numbers, own);
    if (!rule) continue;
    const moved = after.text === before.text ? `is still ${after.text}` : `is ${after.text} after ${before.text}`;
    const reason =
      rule === "major-version-missing" ? "though partners have to change something" : "though there is something new";
    differences.add({
      rule,
      about: `The version of ${after.title}`,
      says: `${moved}, ${reason}`,
      old: before.place,
      new: after.place,
    });
  }
}

/** Differences in which what is said of version numbers counts as asked for, what breaks first. */
export const withVersioning = (differences: readonly Difference[], versioning: VersionPolicy): Difference[] =>
  versioning === "error"
    ? byLevel(
        differences.map((difference) =>
          (versionRules as readonly string[]).includes(difference.rule)
            ? { ...difference, level: "breaking" }
            : difference,
        ),
      )
    : [...differences];

/** The number that did not move, and should have; below 1.0 the second number does what the first does later. */
function missingStep(
  before: VersionNumbers,
  after: VersionNumbers,
  found: readonly Difference[],
): (typeof versionRules)[number] | undefined {
  const hasMajor = after[0] > before[0] || (before[0] === 0 && after[0] === 0 && after[1] > before[1]);
  if (hasMajor) return undefined;
  if (found.some(({ level }) => level === "breaking")) return "major-version-missing";
  const hasMinor = after[0] === before[0] && (after[1] > before[1] || (before[0] === 0 && after[2] > before[2]));
  return !hasMinor && found.some(isFeature) ? "minor-version-missing" : undefined;
}

/** Changes that give partners something new. */
const features =
  /(^|-)((operation|webhook|parameter|property|enum-value|media-type|body|alternative|success-status)-added|header-added)$/;

const isFeature = ({ rule, level }: Difference): boolean => level !== "breaking" && features.test(rule);

/** True if a difference is one of a surface: operations carry its name. */
const isOn = ({ operations }: Difference, surface: string): boolean =>
  operations.some((label) => label.endsWith(onSurface("", surface)));

type VersionNumbers = readonly [major: number, minor: number, patch: number];

interface DocumentVersion {
  title: string;
  text: string;
  numbers: VersionNumbers;
  place: DocumentPlace;
}

/** The version of a document, where it is written as numbers that have an order: two or three of them. */
function versionAt(root: DocumentPlace): DocumentVersion | undefined {
  const info = below(root, "info");
  const place = info && below(info, "version");
  const text = String(place?.node);
  const numbers = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(text);
  if (!place || !numbers) return undefined;
  const [major, minor, patch] = numbers.slice(1).map((digits) => Number(digits ?? 0));
  return { title: String(below(info, "title")?.node), text, numbers: [major ?? 0, minor ?? 0, patch ?? 0], place };
}
