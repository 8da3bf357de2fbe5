import { below, fieldsOf } from "../../base/place.ts";
import { compareOperation } from "./compare-operations.ts";
import type { Findings } from "./findings.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { createScene, type Scene } from "./scene.ts";
import type { Sources } from "./sources.ts";

/** Compares two OpenAPI documents and tells every difference that somebody can notice. */
export function compareDocuments(old: Sources, fresh: Sources, findings: Findings, surface?: string): void {
  const scene = createScene(old, fresh, findings);
  const named = (operation: Operation): Operation =>
    surface ? { ...operation, label: `${operation.label} (${surface})` } : operation;
  const [before, after] = [old, fresh].map(
    (sources) => new Map(operationsOf(sources).map((one) => [one.key, named(one)])),
  ) as [Map<string, Operation>, Map<string, Operation>];
  const came = [...after.values()].filter((one) => !before.has(one.key));
  const moved = new Set<Operation>();
  for (const [key, one] of before) {
    const other = after.get(key);
    if (other) compareOperation(scene, one, other);
    else {
      const elsewhere = came.find((its) => isSame(one, its));
      if (elsewhere) moved.add(elsewhere);
      tellGone(scene, one, elsewhere);
    }
  }
  for (const one of came) {
    if (moved.has(one)) continue;
    findings.tell({
      rule: `${one.kind}-added`,
      about: one.label,
      says: "is new",
      old: around(old, one),
      new: one.place,
      operation: one.label,
    });
  }
  comparePreview(scene);
}

/** Where an operation would stand in a document that has none such. */
const around = ({ root }: Sources, { kind }: Operation) =>
  below(root, kind === "operation" ? "paths" : "webhooks") ?? root;

/** Whether an operation that is gone is one that came, at another place. */
const isSame = (one: Operation, other: Operation): boolean => {
  const [id, its] = [one, other].map(({ place }) => fieldsOf(place).operationId);
  return one.kind === "operation" && other.kind === "operation" && id !== undefined && id === its;
};

function tellGone({ findings, new: fresh }: Scene, one: Operation, elsewhere: Operation | undefined): void {
  const base = { about: one.label, old: one.place, operation: one.label };
  if (elsewhere) {
    findings.tell({ ...base, rule: "operation-moved", says: `is at ${elsewhere.label} now`, new: elsewhere.place });
    return;
  }
  const isDeprecated = one.kind === "operation" && fieldsOf(one.place).deprecated === true;
  findings.tell({
    ...base,
    rule: isDeprecated ? "deprecated-operation-removed" : `${one.kind}-removed`,
    says: isDeprecated ? "was deprecated, and is gone" : "is gone",
    new: around(fresh, one),
  });
}

function comparePreview({ old, new: fresh, findings }: Scene): void {
  const [was, is] = [old, fresh].map(({ root }) => fieldsOf(root)["x-preview"] === true);
  if (was === is) return;
  const title = (fieldsOf(fresh.root).info as { title: string }).title;
  findings.tell({
    rule: is ? "surface-became-preview" : "surface-left-preview",
    about: title,
    says: is ? "is a preview now" : "is no longer a preview",
    old: old.root,
    new: fresh.root,
  });
}
