import type { Differences } from "../differences/differences.ts";
import type { OpenDocument } from "../documents/document.ts";
import { type DocumentOperation, onSurface, operationsOf } from "../documents/operations.ts";
import { below, type DocumentPlace, fieldsAt } from "../documents/place.ts";
import { compareOperation } from "./compare-operation.ts";
import { createDocumentComparison, type DocumentComparison } from "./document-comparison.ts";

/** Compares two OpenAPI documents and adds every difference that someone can notice. */
export function compareDocuments(
  old: OpenDocument,
  fresh: OpenDocument,
  differences: Differences,
  surface?: string,
): void {
  const comparison = createDocumentComparison(old, fresh, differences);
  const [before, after] = [operationsByKey(old, surface), operationsByKey(fresh, surface)];
  const added = [...after.values()].filter(({ key }) => !before.has(key));
  const moved = new Set<DocumentOperation>();
  for (const [key, oldOperation] of before) {
    const newOperation = after.get(key);
    if (newOperation) compareOperation(comparison, oldOperation, newOperation);
    else {
      const elsewhere = added.find((candidate) => hasSameId(oldOperation, candidate));
      if (elsewhere) moved.add(elsewhere);
      reportRemoved(comparison, oldOperation, elsewhere);
    }
  }
  for (const operation of added) {
    if (moved.has(operation)) continue;
    differences.add({
      rule: `${operation.kind}-added`,
      about: operation.label,
      says: "is new",
      old: placeFor(operation, old),
      new: operation.place,
      operation: operation.label,
    });
  }
  comparePreview(comparison);
}

const operationsByKey = (document: OpenDocument, surface: string | undefined): Map<string, DocumentOperation> =>
  new Map(
    operationsOf(document).map((operation) => [
      operation.key,
      surface ? { ...operation, label: onSurface(operation.label, surface) } : operation,
    ]),
  );

/** Where an operation would stand in a document that does not have it. */
const placeFor = ({ kind }: DocumentOperation, { root }: OpenDocument): DocumentPlace =>
  below(root, kind === "operation" ? "paths" : "webhooks") ?? root;

/** True if an operation that is gone is one that came, at another place. */
function hasSameId(old: DocumentOperation, fresh: DocumentOperation): boolean {
  const [oldId, newId] = [old, fresh].map(({ place }) => fieldsAt(place).operationId);
  return old.kind === "operation" && fresh.kind === "operation" && oldId !== undefined && oldId === newId;
}

function reportRemoved(
  { differences, new: fresh }: DocumentComparison,
  operation: DocumentOperation,
  elsewhere: DocumentOperation | undefined,
): void {
  const { kind, label, place } = operation;
  const draft = { about: label, old: place, operation: label };
  if (elsewhere) {
    differences.add({ ...draft, rule: "operation-moved", says: `is now at ${elsewhere.label}`, new: elsewhere.place });
    return;
  }
  const isDeprecated = kind === "operation" && fieldsAt(place).deprecated === true;
  differences.add({
    ...draft,
    rule: isDeprecated ? "deprecated-operation-removed" : `${kind}-removed`,
    says: isDeprecated ? "was deprecated, and is gone" : "is gone",
    new: placeFor(operation, fresh),
  });
}

function comparePreview({ old, new: fresh, differences }: DocumentComparison): void {
  const [wasPreview, isPreview] = [old, fresh].map(({ root }) => fieldsAt(root)["x-preview"] === true);
  if (wasPreview === isPreview) return;
  const { title } = fieldsAt(fresh.root).info as { title: string };
  differences.add({
    rule: isPreview ? "surface-became-preview" : "surface-left-preview",
    about: title,
    says: isPreview ? "is now a preview" : "is no longer a preview",
    old: old.root,
    new: fresh.root,
  });
}
