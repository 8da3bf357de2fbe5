import type { SchemaChangeName } from "../../differences/rules.ts";
import type { DocumentPlace } from "../../documents/place.ts";

/** One change between two schemas; `says` goes on after the name of the value. */
interface SchemaChange {
  name: SchemaChangeName;
  says: string;
  old: DocumentPlace;
  new: DocumentPlace;
  /** The properties that it concerns, besides the value itself. */
  names: readonly string[];
}

/** Two schemas that were compared: their own changes, and the pairs inside them by the step that leads there. */
export interface SchemaPair {
  changes: SchemaChange[];
  children: SchemaPairChild[];
}
export type SchemaPairChild = [step: string, pair: SchemaPair];

/** The way from a value to one inside it, as a chain that begins with the last step: chains share their beginnings, and there may be thousands. */
export interface ValuePath {
  readonly step: string;
  readonly parent: ValuePath | undefined;
}

/** A path and one more step; what holds for a value as a whole adds none. */
export const extendPath = (parent: ValuePath | undefined, step: string): ValuePath | undefined =>
  step === "" ? parent : { step, parent };

/** The steps of a path, the first one first. */
export function stepsOf(path: ValuePath | undefined): string[] {
  const steps: string[] = [];
  for (let here = path; here; here = here.parent) steps.push(here.step);
  return steps.toReversed();
}

/** Every pair that a pair contains, itself first, each with the path of the value; a chain of references may be long, so this does not recurse. */
export function* pairsIn(
  top: SchemaPair,
  childrenOf: (pair: SchemaPair) => SchemaPairChild[] = ({ children }) => children,
): Generator<[path: ValuePath | undefined, pair: SchemaPair]> {
  const seen = new Set<SchemaPair>();
  const stack: [ValuePath | undefined, SchemaPair][] = [[undefined, top]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [path, pair] = next;
    if (seen.has(pair)) continue;
    seen.add(pair);
    yield next;
    for (const [step, child] of childrenOf(pair).toReversed()) {
      if (!seen.has(child)) stack.push([extendPath(path, step), child]);
    }
  }
}

/** True if neither a pair nor what it contains has changed. */
export function isUnchanged(top: SchemaPair): boolean {
  for (const [, { changes }] of pairsIn(top)) if (changes.length > 0) return false;
  return true;
}
