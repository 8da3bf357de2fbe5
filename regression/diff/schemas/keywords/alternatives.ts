import { UsageError } from "../../../../base/errors.ts";
import { isRecord } from "../../../../base/json.ts";
import { type DocumentPlace, formatPlace, type PlacePair } from "../../documents/place.ts";
import { effectBetween, type PairContext, type SchemaSide } from "../pairs/pair-context.ts";
import { isUnchanged } from "../pairs/schema-pair.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import { allows, describeTypes } from "../reading/types.ts";
import { changeWithin, type FormLists } from "./covering.ts";

/** The maximum of pairs of alternatives that are compared, 300 with 300: people write ten, and each pair takes time and memory. */
const maxPairs = 90_000;

/** Finds for each form the form on the other side that it became, and reports which came and which went. */
export function compareAlternatives(
  before: SchemaSet[],
  after: SchemaSet[],
  context: PairContext,
  where: PlacePair,
): void {
  if (before.length * after.length > maxPairs)
    throw new UsageError(
      `${formatPlace(where.new)}: ${before.length} alternatives would have to be compared with ${after.length}; leave some out`,
    );
  const isDistinguished = [where.old, where.new].some(isBesideDiscriminator);
  const left = new Set(before);
  const right = new Set(after);
  for (const isMatch of signsOf(before, after, context)) {
    for (const form of left) {
      const match = [...right].find((candidate) => isMatch(form, candidate));
      if (!match) continue;
      left.delete(form);
      right.delete(match);
      compareMatch(form, match, { before, after, isDistinguished }, context, where);
    }
  }
  for (const form of left) {
    const isCovered = after.some((candidate) => isCoveredBy("wider", form, candidate, context));
    if (!isCovered) context.report("alternative-removed", `can no longer be ${inBrief(form, context.old)}`, where);
  }
  for (const form of right) {
    const isCovered = before.some((candidate) => isCoveredBy("narrower", candidate, form, context));
    if (!isCovered) context.report("alternative-added", `can now also be ${inBrief(form, context.new)}`, where);
  }
}

/** True if a choice, or the schema that leaves it, has a discriminator. */
const isBesideDiscriminator = (place: DocumentPlace): boolean =>
  [place, place.parent].some((near) => isRecord(near?.node) && isRecord(near.node.discriminator));

/** Two forms that match: what changes inside them counts unless other forms made up for it, or do so now. */
function compareMatch(
  form: SchemaSet,
  match: SchemaSet,
  among: FormLists,
  context: PairContext,
  where: PlacePair,
): void {
  const { isLost, isGained } = changeWithin(form, match, among, context);
  if (isLost) context.descend("", form, match);
  else if (isGained) context.report("alternative-added", `can now also be ${inBrief(match, context.new)}`, where);
}

type IsMatch = (old: SchemaSet, fresh: SchemaSet) => boolean;

/** Signs that a form became another, from the surest to the weakest; the cheap ones come first, as most alternatives have a name or a type of their own. */
function signsOf(before: SchemaSet[], after: SchemaSet[], context: PairContext): IsMatch[] {
  const typesIn = (set: SchemaSet, side: SchemaSide) => [...(side.view(set).types ?? [])].toSorted().join();
  const types = new Map([
    ...before.map((set) => [set, typesIn(set, context.old)] as const),
    ...after.map((set) => [set, typesIn(set, context.new)] as const),
  ]);
  const isSoleOfItsType = (set: SchemaSet, among: SchemaSet[]) =>
    among.every((known) => known === set || types.get(known) !== types.get(set));
  const hasSameTypes: IsMatch = (old, fresh) => types.get(old) === types.get(fresh);
  const hasSameLabel: IsMatch = (old, fresh) => old.label !== undefined && old.label === fresh.label;
  return [
    (old, fresh) => hasSameLabel(old, fresh) && hasSameTypes(old, fresh),
    (old, fresh) =>
      types.get(old) !== "" &&
      hasSameTypes(old, fresh) &&
      isSoleOfItsType(old, before) &&
      isSoleOfItsType(fresh, after),
    (old, fresh) => isSame(old, fresh, context),
    (old, fresh) => isAlike(old, fresh, context),
    hasSameLabel,
  ];
}

function isSame(old: SchemaSet, fresh: SchemaSet, context: PairContext): boolean {
  const pair = context.pair(old, fresh);
  context.settle();
  return isUnchanged(pair);
}

/** True if two forms without a common name are still the same thing: the same type, and objects with mostly the same properties. */
function isAlike(old: SchemaSet, fresh: SchemaSet, context: PairContext): boolean {
  const [before, after] = [context.old.view(old), context.new.view(fresh)];
  if (!before.types || !after.types || ![...before.types].every((type) => allows(after.types, type))) return false;
  if (!before.types.has("object")) return true;
  const shared = [...before.names].filter((name) => after.names.has(name)).length;
  return shared * 2 >= Math.max(before.names.size, after.names.size);
}

const isCoveredBy = (effect: "wider" | "narrower", old: SchemaSet, fresh: SchemaSet, context: PairContext): boolean =>
  ["none", effect].includes(effectBetween(context, old, fresh));

const inBrief = (set: SchemaSet, side: SchemaSide): string => set.label ?? describeTypes(side.view(set).types);
