import type { SchemaChangeName } from "../../differences/rules.ts";
import { canonical } from "../../documents/canonical.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareDiscriminators } from "./discriminators.ts";

/** Compares the parts of a schema that restrict no value: defaults, deprecation, discriminator, and the project's own extensions. */
export function compareAnnotations(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  for (const { keyword, added, changed, removed } of facts) {
    const [before, after] = [textOf(old, keyword), textOf(fresh, keyword)];
    if (before === after) continue;
    if (before === undefined) context.report(added[0], `${added[1]} ${after}`, keyword);
    else if (after === undefined) context.report(removed[0], `${removed[1]} ${before}`, keyword);
    else context.report(changed[0], `${changed[1]} ${after} instead of ${before}`, keyword);
  }
  const [wasDeprecated, isDeprecated] = [old.isTrue("deprecated"), fresh.isTrue("deprecated")];
  if (!wasDeprecated && isDeprecated) context.report("value-deprecated", "is now deprecated", "deprecated");
  if (wasDeprecated && !isDeprecated)
    context.report("value-no-longer-deprecated", "is no longer deprecated", "deprecated");
  compareDiscriminators(old, fresh, context);
  compareCodes(old, fresh, context);
}

function textOf(view: SchemaView, keyword: string): string | undefined {
  const place = view.all(keyword)[0];
  return place && canonical(place.node);
}

type Fact = [change: SchemaChangeName, says: string];

/** Keywords that are compared as a whole. */
const facts: { keyword: string; added: Fact; changed: Fact; removed: Fact }[] = [
  {
    keyword: "default",
    added: ["default-added", "now has the default"],
    changed: ["default-changed", "now has the default"],
    removed: ["default-removed", "no longer has the default"],
  },
  {
    keyword: "xml",
    added: ["xml-changed", "is now written in XML as"],
    changed: ["xml-changed", "is now written in XML as"],
    removed: ["xml-changed", "is no longer written in XML as"],
  },
  {
    keyword: "x-present-when",
    added: ["presence-condition-added", "is now present only under the condition"],
    changed: ["presence-condition-changed", "is now present only under the condition"],
    removed: ["presence-condition-removed", "is no longer present only under the condition"],
  },
  {
    keyword: "x-holds-while",
    added: ["promise-condition-added", "is now promised only under the condition"],
    changed: ["promise-condition-changed", "is now promised only under the condition"],
    removed: ["promise-condition-removed", "is no longer promised only under the condition"],
  },
];

/** Codes that stand somewhere in a body of unknown shape. */
function compareCodes(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const codesOf = (view: SchemaView) =>
    new Set(Object.values((view.first("x-names") ?? {}) as Record<string, string[]>).flat());
  const [before, after] = [codesOf(old), codesOf(fresh)];
  for (const code of before)
    if (!after.has(code)) context.report("code-removed", `no longer names the code ${code}`, "x-names");
  for (const code of after) if (!before.has(code)) context.report("code-added", `names a new code ${code}`, "x-names");
}
