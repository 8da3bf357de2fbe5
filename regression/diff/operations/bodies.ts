import { below, type DocumentPlace, fieldsAt } from "../documents/place.ts";
import { compareContents } from "./contents.ts";
import { type ComparedValue, type DocumentComparison, reportValue } from "./document-comparison.ts";

/** Compares the bodies of two requests or webhooks. */
export function compareBodies(
  comparison: DocumentComparison,
  old: DocumentPlace,
  fresh: DocumentPlace,
  value: ComparedValue,
): void {
  const [oldBody, newBody] = [below(old, "requestBody"), below(fresh, "requestBody")];
  const [before, after] = [oldBody && comparison.old.follow(oldBody), newBody && comparison.new.follow(newBody)];
  const isRequired = (body: DocumentPlace | undefined) => body !== undefined && fieldsAt(body).required === true;
  const report = (change: string, says: string) =>
    reportValue(comparison, value, change, says, { old: before ?? old, new: after ?? fresh });
  if (!before && after) {
    if (isRequired(after)) report("required-body-added", "is new, and required");
    else report("body-added", "is new");
  } else if (before && !after) report("body-removed", "is gone");
  else if (before && after) {
    if (!isRequired(before) && isRequired(after)) report("body-became-required", "is now required");
    if (isRequired(before) && !isRequired(after)) report("body-became-optional", "is no longer required");
    compareContents(comparison, before, after, value);
  }
}
