import type { Side } from "./schema-pairs.ts";
import type { SchemaSet } from "./schema-sets.ts";

/** As many forms as one may be split into. */
const most = 20;

/** One form as several, where those of the other side differ by the value of a property of which it lists the values. */
export function splitByValue(
  forms: SchemaSet[],
  side: Side,
  others: readonly SchemaSet[],
  otherSide: Side,
): SchemaSet[] {
  const [form, ...more] = forms;
  if (!form || more.length > 0 || others.length < 2) return forms;
  const view = side.view(form);
  const told = others.map((one) => otherSide.view(one));
  for (const name of view.names) {
    const property = view.property(name);
    const values = property && side.view(property).values;
    if (!values || values.size < 2 || values.size > most) continue;
    const isTold = told.every((one) => {
      const its = one.property(name);
      return its && otherSide.view(its).values?.size === 1;
    });
    if (!isTold) continue;
    return [...values].map(([text, value]) =>
      side.sets.narrowed(form, { ...view.place, node: only(name, text, value) }),
    );
  }
  return forms;
}

const known = new Map<string, object>();

/** A schema that takes one value of a property alone; always the same for the same. */
function only(name: string, text: string, value: unknown): object {
  const key = JSON.stringify([name, text]);
  const schema = known.get(key) ?? { properties: { [name]: { const: value } } };
  known.set(key, schema);
  return schema;
}
