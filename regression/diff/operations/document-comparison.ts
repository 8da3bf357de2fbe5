import { createLanguages } from "../../../base/text/regular-languages.ts";
import type { DifferenceDraft } from "../differences/difference.ts";
import type { Differences } from "../differences/differences.ts";
import { type ExchangePart, exchangeParts } from "../differences/rules.ts";
import type { OpenDocument } from "../documents/document.ts";
import { createEquality } from "../documents/equality.ts";
import type { DocumentPlace } from "../documents/place.ts";
import { type ChangeReporter, createChangeReporter } from "../schemas/pairs/change-reporter.ts";
import type { SchemaComparison } from "../schemas/pairs/pair-context.ts";
import { createSchemaComparison, createSchemaSide } from "../schemas/schema-comparison.ts";

/** Two documents that are compared, and where their differences are collected. */
export interface DocumentComparison {
  old: OpenDocument;
  new: OpenDocument;
  differences: Differences;
  /** Compares the schemas at two places and reports every difference in and below them. */
  compareSchemas(value: ComparedValue, old: DocumentPlace, fresh: DocumentPlace): void;
}

/** The subject of a difference: a value of a part of an exchange. */
export interface ComparedValue {
  part: ExchangePart;
  /** Its name, as sentences begin with it. */
  about: string;
  /** The status, parameter or header that it belongs to. */
  names: readonly string[];
  operation: string;
  /** True if it has a media type, in which types are distinguished, also where values of its part are texts. */
  hasContent?: boolean;
}

/** Adds a difference of a value, by the name of its change. */
export const reportValue = (
  { differences }: DocumentComparison,
  { part, about, names, operation }: ComparedValue,
  change: string,
  says: string,
  where: Pick<DifferenceDraft, "old" | "new">,
): void => differences.add({ rule: `${part}-${change}`, about, says, ...where, names, operation });

export function createDocumentComparison(
  old: OpenDocument,
  fresh: OpenDocument,
  differences: Differences,
): DocumentComparison {
  const sides = [createSchemaSide(old), createSchemaSide(fresh)] as const;
  const languages = createLanguages();
  const comparisons = new Map<string, SchemaComparison>();
  const comparisonFor = ({ part, hasContent }: ComparedValue): SchemaComparison => {
    const { direction } = exchangeParts[part];
    const isText = exchangeParts[part].isText && !hasContent;
    const key = `${direction} ${isText}`;
    const known = comparisons.get(key) ?? createSchemaComparison(...sides, { direction, isText, languages });
    comparisons.set(key, known);
    return known;
  };
  const reporters = new Map<ExchangePart, ChangeReporter>();
  const reporterFor = ({ part }: ComparedValue): ChangeReporter => {
    const known = reporters.get(part) ?? createChangeReporter(part, differences);
    reporters.set(part, known);
    return known;
  };
  const isEqual = createEquality(old, fresh);

  return {
    old,
    new: fresh,
    differences,
    compareSchemas(value, oldPlace, newPlace) {
      if (isEqual(oldPlace, newPlace)) return;
      const comparison = comparisonFor(value);
      const top = comparison.pair(sides[0].sets.of(oldPlace), sides[1].sets.of(newPlace));
      comparison.settle();
      reporterFor(value)(top, value);
    },
  };
}
