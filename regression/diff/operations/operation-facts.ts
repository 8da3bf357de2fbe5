import type { PlainRule } from "../differences/rules.ts";
import { canonical } from "../documents/canonical.ts";
import type { DocumentOperation } from "../documents/operations.ts";
import { below, type Fields, fieldsAt } from "../documents/place.ts";
import type { DocumentComparison } from "./document-comparison.ts";

type ReportFact = (rule: PlainRule, says: string, key: string) => void;
/** Compares what two versions of an operation say of themselves. */
export function compareOperationFacts(
  comparison: DocumentComparison,
  old: DocumentOperation,
  fresh: DocumentOperation,
): void {
  const [before, after] = [fieldsAt(old.place), fieldsAt(fresh.place)];
  const report: ReportFact = (rule, says, key) =>
    comparison.differences.add({
      rule,
      about: fresh.label,
      says,
      old: below(old.place, key) ?? old.place,
      new: below(fresh.place, key) ?? fresh.place,
      operation: fresh.label,
    });
  const [wasDeprecated, isDeprecated] = [before.deprecated === true, after.deprecated === true];
  if (!wasDeprecated && isDeprecated) report(`${fresh.kind}-deprecated`, "is now deprecated", "deprecated");
  if (wasDeprecated && !isDeprecated)
    report(`${fresh.kind}-no-longer-deprecated`, "is no longer deprecated", "deprecated");
  compareIds(before, after, report);
  compareOrders(before, after, report);
  for (const change of missingFrom(after, before, "x-changes"))
    report("webhook-occasion-removed", `is no longer sent when something is ${change}`, "x-changes");
  for (const change of missingFrom(before, after, "x-changes"))
    report("webhook-occasion-added", `is now also sent when something is ${change}`, "x-changes");
  for (const part of missingFrom(before, after, "x-not-judged"))
    report("operation-no-longer-judged", `is no longer checked against its ${part} schemas`, "x-not-judged");
  if (canonical(listIn(before, "x-data-call")) !== canonical(listIn(after, "x-data-call"))) {
    report("operation-data-call-changed", "names the Location of a data call in another way", "x-data-call");
  }
}

function compareIds(before: Fields, after: Fields, report: ReportFact): void {
  const idIn = ({ operationId }: Fields) => (operationId === undefined ? undefined : String(operationId));
  const [oldId, newId] = [idIn(before), idIn(after)];
  if (oldId === newId) return;
  if (oldId === undefined) report("operation-id-added", `now has the id ${newId}`, "operationId");
  else if (newId === undefined) report("operation-id-removed", `no longer has the id ${oldId}`, "operationId");
  else report("operation-id-changed", `now has the id ${newId} instead of ${oldId}`, "operationId");
}

function compareOrders(before: Fields, after: Fields, report: ReportFact): void {
  const [oldOrder, newOrder] = [listIn(before, "x-order").join(", "), listIn(after, "x-order").join(", ")];
  if (oldOrder === newOrder) return;
  if (oldOrder === "") report("operation-order-added", `is now ordered by ${newOrder}`, "x-order");
  else if (newOrder === "") report("operation-order-removed", `is no longer ordered by ${oldOrder}`, "x-order");
  else report("operation-order-changed", `is now ordered by ${newOrder} instead of ${oldOrder}`, "x-order");
}

const listIn = (fields: Fields, key: string): string[] =>
  Array.isArray(fields[key]) ? (fields[key] as unknown[]).map(String) : [];

/** The items that the list under a key of some fields lacks, and that of others has. */
const missingFrom = (fields: Fields, others: Fields, key: string): string[] =>
  listIn(others, key).filter((item) => !listIn(fields, key).includes(item));
