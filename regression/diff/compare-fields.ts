import { isRecord } from "../../base/json.ts";
import { fieldsOf, listBelow, namedBelow, type Place, schemaBelow } from "../../base/place.ts";
import { compareContents } from "./compare-bodies.ts";
import type { Operation } from "./operations.ts";
import type { Area } from "./rules.ts";
import type { Scene } from "./scene.ts";
import type { Sources } from "./sources.ts";

/** A parameter or a header. */
interface Field {
  name: string;
  in: string;
  /** What it is recognised by. */
  key: string;
  place: Place;
}

interface Where {
  area: Area;
  operation: string;
  /** Ends the name of a field in a sentence, such as ` of the 200 answer`. */
  of: string;
  /** What the fields belong to on either side, which shows where one that is there no more, or was not yet, would stand. */
  holders: { old: Place; new: Place };
}

/** Compares the parameters of two versions of an operation. */
export function compareParameters(scene: Scene, old: Operation, fresh: Operation, area: Area): void {
  const [before, after] = [parametersOf(scene.old, old), parametersOf(scene.new, fresh)];
  for (const [key, one] of before) {
    const other = after.get(key);
    if (one.in === "path" && other && one.name !== other.name) {
      scene.findings.tell({
        rule: "path-parameter-renamed",
        about: `The path parameter ${one.name}`,
        says: `is called ${other.name} now`,
        old: one.place,
        new: other.place,
        operation: fresh.label,
      });
    }
  }
  compareFields(scene, before, after, {
    area,
    operation: fresh.label,
    of: "",
    holders: { old: old.place, new: fresh.place },
  });
}

/** Compares the headers of two versions of an answer. */
export function compareHeaders(scene: Scene, old: Place, fresh: Place, where: Omit<Where, "holders">): void {
  const holders = { old, new: fresh };
  compareFields(scene, headersOf(scene.old, old), headersOf(scene.new, fresh), { ...where, holders });
}

function headersOf(sources: Sources, answer: Place): Map<string, Field> {
  return new Map(
    namedBelow(answer, "headers")
      // By OpenAPI a header of this name is passed over; the media types tell of it.
      .filter(([name]) => name.toLowerCase() !== "content-type")
      .map(([name, place]) => {
        const key = name.toLowerCase();
        return [key, { name, in: "header", key, place: sources.follow(place) }];
      }),
  );
}

/** The parameters of an operation, its own before those of its path; parameters in the path go by their position. */
function parametersOf(sources: Sources, { item, place, path }: Operation): Map<string, Field> {
  const positions = new Map([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""], index) => [name, index]));
  const fields = [...listBelow(item, "parameters"), ...listBelow(place, "parameters")].map((one): Field => {
    const parameter = sources.follow(one);
    const { name: given, in: kind } = fieldsOf(parameter);
    const name = String(given);
    const key =
      kind === "path" && positions.has(name)
        ? `path ${positions.get(name)}`
        : `${String(kind)} ${kind === "header" ? name.toLowerCase() : name}`;
    return { name, in: String(kind), key, place: parameter };
  });
  return new Map(fields.map((field) => [field.key, field]));
}

function compareFields(
  scene: Scene,
  before: ReadonlyMap<string, Field>,
  after: ReadonlyMap<string, Field>,
  where: Where,
): void {
  const moved = new Set<string>();
  for (const [key, one] of before) {
    const other = after.get(key);
    if (other) compareField(scene, one, other, where);
    else {
      const elsewhere = [...after.values()].find(({ name, key: its }) => name === one.name && !before.has(its));
      if (elsewhere) {
        moved.add(elsewhere.key);
        tell(scene, "moved", one, elsewhere, where, `stands in the ${elsewhere.in} now, and before in the ${one.in}`);
      } else tell(scene, isRequired(one) ? "required-removed" : "removed", one, undefined, where, "is gone");
    }
  }
  for (const [key, one] of after) {
    if (before.has(key) || moved.has(key)) continue;
    if (isRequired(one)) tell(scene, "required-added", undefined, one, where, "is new, and required");
    else tell(scene, "added", undefined, one, where, "is new");
  }
}

const isRequired = ({ place }: Field): boolean => fieldsOf(place).required === true;

const nameOf = (field: Field, { area, of }: Where): string => {
  const kind = area.endsWith("header") ? "header" : `${field.in} parameter`;
  return `The ${kind} ${field.name}${of}`;
};

function tell(
  scene: Scene,
  change: string,
  old: Field | undefined,
  fresh: Field | undefined,
  where: Where,
  says: string,
): void {
  scene.findings.tell({
    rule: `${where.area}-${change}`,
    about: nameOf((fresh ?? old) as Field, where),
    says,
    old: old?.place ?? where.holders.old,
    new: fresh?.place ?? where.holders.new,
    operation: where.operation,
  });
}

function compareField(scene: Scene, old: Field, fresh: Field, where: Where): void {
  const [before, after] = [fieldsOf(old.place), fieldsOf(fresh.place)];
  const say = (change: string, says: string) => tell(scene, change, old, fresh, where, says);
  for (const [key, came, went] of flags) {
    if (before[key] !== true && after[key] === true) say(...came);
    if (before[key] === true && after[key] !== true) say(...went);
  }
  const about = { area: where.area, about: nameOf(fresh, where), operation: where.operation };
  if (before.content && after.content) {
    compareContents(scene, old.place, fresh.place, { ...about, hasContent: true });
    return;
  }
  const types = [...writtenTypes(scene.old, old), ...writtenTypes(scene.new, fresh)];
  const [one, other] = [styleOf(old, types), styleOf(fresh, types)];
  if (one !== other) say("serialization-changed", `is written as ${other} now, and before as ${one}`);
  if (before.content ?? after.content) return;
  scene.schemas(about, schemaBelow(old.place), schemaBelow(fresh.place));
}

type Told = [change: string, says: string];
const flags: [key: string, came: Told, went: Told][] = [
  ["required", ["became-required", "is required now"], ["became-optional", "is no longer required"]],
  ["deprecated", ["deprecated", "is deprecated now"], ["no-longer-deprecated", "is no longer deprecated"]],
  [
    "allowReserved",
    ["reserved-characters-allowed", "may have reserved characters as they are now"],
    ["reserved-characters-refused", "may no longer have reserved characters as they are"],
  ],
  ["allowEmptyValue", ["empty-value-allowed", "may be empty now"], ["empty-value-refused", "may no longer be empty"]],
];

const styles: Record<string, string> = { query: "form", cookie: "form", path: "simple", header: "simple" };

/** How a value of some types is written: its media type, or its style; and whether it is exploded, which matters to lists and objects alone, and in the simple style to objects. */
function styleOf(field: Field, types: readonly unknown[]): string {
  const { content, style = styles[field.in], explode = style === "form" } = fieldsOf(field.place);
  if (content) return Object.keys(content).join(" or ");
  const isShown = types.some((type) => type === "object" || (type === "array" && style !== "simple"));
  return `${String(style)}${isShown && explode ? ", exploded" : ""}`;
}

/** The types that a parameter may have. */
function writtenTypes(sources: Sources, field: Field): unknown[] {
  const schema = sources.follow(schemaBelow(field.place));
  const { type } = isRecord(schema.node) ? schema.node : {};
  return type === undefined ? ["object", "array"] : [type].flat();
}
