import type { Differences } from "../differences/differences.ts";
import { below, type Fields, fieldsAt, namedBelow, type PlacePair } from "../documents/place.ts";
import { namesIn, type ReportRow, rowReporter } from "./row-differences.ts";

/** Compares how versions are selected. */
export function compareVersioning(around: PlacePair, differences: Differences): void {
  for (const key of ["accept", "content_type"]) {
    const [before, after] = [below(around.old, key), below(around.new, key)];
    if (before?.node === after?.node) continue;
    const report = rowReporter(differences, { about: `The media type ${key}`, old: before, new: after, around });
    report(
      "media-type-changed",
      `is now ${String(after?.node ?? "left out")} instead of ${String(before?.node ?? "left out")}`,
    );
  }
  const [before, after] = [new Map(namedBelow(around.old, "paths")), new Map(namedBelow(around.new, "paths"))];
  for (const name of namesIn(before.keys(), after.keys())) {
    const [oldPlace, newPlace] = [before.get(name), after.get(name)];
    const report = rowReporter(differences, { about: `The version ${name}`, old: oldPlace, new: newPlace, around });
    if (!oldPlace) report("version-added", "is new");
    else if (!newPlace) report("version-withdrawn", "is gone");
    else compareVersion(fieldsAt(oldPlace), fieldsAt(newPlace), report);
  }
}

function compareVersion(old: Fields, fresh: Fields, report: ReportRow): void {
  if (old.prefix !== fresh.prefix)
    report("version-prefix-changed", `now has ${prefixIn(fresh)} instead of ${prefixIn(old)}`);
  if (old.live !== false && fresh.live === false) report("version-withdrawn", "is no longer live");
  if (old.live === false && fresh.live !== false) report("version-went-live", "is now live");
}

const prefixIn = ({ prefix }: Fields): string => (prefix === undefined ? "no prefix" : `the prefix ${String(prefix)}`);
