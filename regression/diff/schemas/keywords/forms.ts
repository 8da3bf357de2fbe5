import { UsageError } from "../../../../base/errors.ts";
import { formatPlace } from "../../documents/place.ts";
import type { SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** The forms that a schema allows, each of one type where types are named, and whether null is one. */
export function formsOf(view: SchemaView, side: SchemaSide): { forms: SchemaSet[]; hasNull: boolean } {
  const forms: SchemaSet[] = [];
  let hasNull = false;
  for (const set of wholeForms(view, side)) {
    const { types, place, choices } = side.view(set);
    if (types?.has("null")) hasNull = true;
    const others = types && [...types].filter((type) => type !== "null");
    if (!others || choices.length > 0) forms.push(set);
    else if (others.length === 1 && types.size === 1) forms.push(set);
    else {
      const typed = others.map((type) => side.sets.narrowed(set, { ...place, node: onlyType(type) }));
      forms.push(...typed.map((form) => ({ ...form, ...(set.label ? { label: set.label } : {}) })));
    }
  }
  return { forms, hasNull };
}

/** The maximum of forms that choices within choices may come to: each level may double them. */
const maxForms = 10_000;

/** The forms of a choice, and of the choices that these leave in their turn; one that leads back adds nothing. */
function wholeForms(view: SchemaView, side: SchemaSide, seen = new Set<SchemaSet>()): SchemaSet[] {
  const [choice, ...more] = view.choices;
  if (seen.has(view.set)) return [];
  seen.add(view.set);
  if (seen.size > maxForms)
    throw new UsageError(
      `${formatPlace(view.place)}: the choices that lead here allow more than ${maxForms} forms; leave some out`,
    );
  if (!choice || more.length > 0) return [view.set];
  return choice.alternatives.flatMap((alternative) =>
    wholeForms(side.view(side.sets.without(view.set, choice.part, choice.keyword, alternative)), side, seen),
  );
}

/** True if no value can fit two forms, as each has a type of its own; then one of them and any of them is the same. */
export function areApart(forms: readonly SchemaSet[], side: SchemaSide): boolean {
  const types = forms.flatMap((set) => [...(side.view(set).types ?? ["number", "number"])]);
  const wide = types.map((type) => (type === "integer" ? "number" : type));
  return new Set(wide).size === wide.length;
}

/** The most forms that a form is split into. */
const most = 20;

/** A single form as several, where those of the other side differ by the value of a property of which it lists the values. */
export function splitByValue(
  forms: SchemaSet[],
  side: SchemaSide,
  otherForms: readonly SchemaSet[],
  otherSide: SchemaSide,
): SchemaSet[] {
  const [form, ...more] = forms;
  if (!form || more.length > 0 || otherForms.length < 2) return forms;
  const view = side.view(form);
  const otherViews = otherForms.map((set) => otherSide.view(set));
  for (const name of view.names) {
    const property = view.property(name);
    const values = property && side.view(property).values;
    if (!values || values.size < 2 || values.size > most) continue;
    const isSingleIn = (other: SchemaView): boolean => {
      const set = other.property(name);
      return set !== undefined && otherSide.view(set).values?.size === 1;
    };
    if (!otherViews.every(isSingleIn)) continue;
    return [...values].map(([text, value]) =>
      side.sets.narrowed(form, { ...view.place, node: onlyValue(name, text, value) }),
    );
  }
  return forms;
}

const typeSchemas = new Map<string, object>();

/** A schema that takes one type alone; always the same for the same type. */
function onlyType(type: string): object {
  const schema = typeSchemas.get(type) ?? { type };
  typeSchemas.set(type, schema);
  return schema;
}

const valueSchemas = new Map<string, object>();

/** A schema that takes one value of a property alone; always the same for the same value. */
function onlyValue(name: string, text: string, value: unknown): object {
  const key = JSON.stringify([name, text]);
  const schema = valueSchemas.get(key) ?? { properties: { [name]: { const: value } } };
  valueSchemas.set(key, schema);
  return schema;
}
