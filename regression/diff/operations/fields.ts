import type { ExchangePart } from "../differences/rules.ts";
import type { OpenDocument } from "../documents/document.ts";
import type { DocumentOperation } from "../documents/operations.ts";
import { type DocumentPlace, fieldsAt, listBelow, namedBelow, type PlacePair } from "../documents/place.ts";
import { type ComparedValue, type DocumentComparison, reportValue } from "./document-comparison.ts";
import { compareField, type Field } from "./field.ts";
import { optionsOf } from "./security.ts";

/** The facts that some parameters or headers share. */
interface FieldGroup {
  /** The parents on either side, where a field that is gone or new would stand. */
  holders: PlacePair;
  valueOf: (field: Field) => ComparedValue;
}

/** Compares the parameters of two versions of an operation. */
export function compareParameters(
  comparison: DocumentComparison,
  old: DocumentOperation,
  fresh: DocumentOperation,
  part: ExchangePart,
): void {
  const [before, after] = [parametersOf(comparison.old, old), parametersOf(comparison.new, fresh)];
  for (const [key, oldField] of before) {
    const newField = after.get(key);
    if (oldField.in === "path" && newField && oldField.name !== newField.name) {
      comparison.differences.add({
        rule: "path-parameter-renamed",
        about: `The path parameter ${oldField.name}`,
        says: `is now called ${newField.name}`,
        old: oldField.place,
        new: newField.place,
        names: [oldField.name, newField.name],
        operation: fresh.label,
      });
    }
  }
  compareFields(comparison, before, after, {
    holders: { old: old.place, new: fresh.place },
    valueOf: ({ name, in: location }) => ({
      part,
      about: `The ${location} parameter ${name}`,
      names: [name],
      operation: fresh.label,
    }),
  });
}

/** Compares the headers of two versions of an answer. */
export function compareHeaders(
  comparison: DocumentComparison,
  old: DocumentPlace,
  fresh: DocumentPlace,
  { part, status, operation }: { part: ExchangePart; status: string; operation: string },
): void {
  compareFields(comparison, headersOf(comparison.old, old), headersOf(comparison.new, fresh), {
    holders: { old, new: fresh },
    valueOf: ({ name }) => ({
      part,
      about: `The header ${name} of the ${status} answer`,
      names: [name, status],
      operation,
    }),
  });
}

function headersOf(document: OpenDocument, answer: DocumentPlace): Map<string, Field> {
  return new Map(
    namedBelow(answer, "headers")
      // By OpenAPI a header of this name is passed over; the media types stand for it.
      .filter(([name]) => name.toLowerCase() !== "content-type")
      .map(([name, place]) => {
        const key = name.toLowerCase();
        return [key, { name, in: "header", key, place: document.follow(place) }];
      }),
  );
}

/**
 * The parameters of an operation, of which its own override those of its path; parameters in the path go by their position. Where schemes of security say
 * who is let in, a parameter called Authorization is passed over, as OpenAPI wants it.
 */
function parametersOf(document: OpenDocument, operation: DocumentOperation): Map<string, Field> {
  const { item, place, path } = operation;
  const isSecured = optionsOf(document, operation).options.some((option) => option.size > 0);
  const positions = new Map([...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""], index) => [name, index]));
  const fields = [...listBelow(item, "parameters"), ...listBelow(place, "parameters")].map((reference): Field => {
    const parameter = document.follow(reference);
    const { name: given, in: location } = fieldsAt(parameter);
    const name = String(given);
    const key =
      location === "path" && positions.has(name)
        ? `path ${positions.get(name)}`
        : `${String(location)} ${location === "header" ? name.toLowerCase() : name}`;
    return { name, in: String(location), key, place: parameter };
  });
  const counting = fields.filter(({ key }) => !(isSecured && key === "header authorization"));
  return new Map(counting.map((field) => [field.key, field]));
}

function compareFields(
  comparison: DocumentComparison,
  before: ReadonlyMap<string, Field>,
  after: ReadonlyMap<string, Field>,
  { holders, valueOf }: FieldGroup,
): void {
  const report = (change: string, says: string, field: Field, where: Partial<PlacePair>) =>
    reportValue(comparison, valueOf(field), change, says, { ...holders, ...where });
  const moved = new Set<string>();
  for (const [key, oldField] of before) {
    const newField = after.get(key);
    if (newField) {
      compareField(comparison, oldField, newField, valueOf(newField));
      continue;
    }
    const elsewhere = [...after.values()].find((field) => field.name === oldField.name && !before.has(field.key));
    if (elsewhere) {
      moved.add(elsewhere.key);
      const says = `is now in the ${elsewhere.in} instead of the ${oldField.in}`;
      report("moved", says, elsewhere, { old: oldField.place, new: elsewhere.place });
    } else report(isRequired(oldField) ? "required-removed" : "removed", "is gone", oldField, { old: oldField.place });
  }
  for (const [key, newField] of after) {
    if (before.has(key) || moved.has(key)) continue;
    if (isRequired(newField)) report("required-added", "is new, and required", newField, { new: newField.place });
    else report("added", "is new", newField, { new: newField.place });
  }
}

const isRequired = ({ place }: Field): boolean => fieldsAt(place).required === true;
