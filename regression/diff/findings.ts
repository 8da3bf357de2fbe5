import { type Place, pointerOf } from "../../base/place.ts";
import { printable } from "../../base/printable.ts";
import { type Level, levels, rules } from "./rules.ts";

/** A place in a file, as results name it. */
export interface Spot {
  file: string;
  pointer: string;
}

/** One difference between two versions. */
export interface Finding {
  rule: string;
  level: Level;
  /** What is different, as a sentence. */
  says: string;
  /** Where it shows on either side; for what came or went, the other side has the place around it; a file that is not there has none. */
  old?: Spot;
  new?: Spot;
  /** The operations that it touches; empty where it belongs to none. */
  operations: string[];
}

/** A difference as it is told: what it is about, and what became of it. */
export interface Telling {
  rule: string;
  about: string;
  says: string;
  old?: Place | undefined;
  new?: Place | undefined;
  operation?: string;
  /** Instead of one operation: those that share it. */
  users?: Users;
}

/** Tells in the end which operations share something; the same ones are the same list, since there may be thousands. */
export type Users = () => string[];

/** Collects differences; one that several operations share is told once. */
export interface Findings {
  tell(telling: Telling): void;
  /** All of them, what breaks first. */
  list(): Finding[];
}

export function createFindings(): Findings {
  const found = new Map<string, { finding: Finding; own: Set<string>; shared: Set<Users> }>();
  const operationsOf = (own: Set<string>, shared: Set<Users>): string[] => {
    const [first, ...more] = shared;
    const operations = first?.() ?? [];
    return own.size + more.length > 0
      ? [...new Set([...own, ...operations, ...more.flatMap((one) => one())])]
      : operations;
  };
  return {
    tell({ rule, about, says, old: oldPlace, new: newPlace, operation, users }) {
      const level = rules[rule];
      if (!level) throw new RangeError(`no rule is called ${rule}`);
      const [old, fresh] = [oldPlace && spotOf(oldPlace), newPlace && spotOf(newPlace)];
      const key = [rule, old?.file, old?.pointer, fresh?.file, fresh?.pointer, says].join("\n");
      const known = found.get(key) ?? {
        finding: {
          rule,
          level,
          says: printable(`${about} ${says.replace(/\.$/, "")}.`),
          ...(old ? { old } : {}),
          ...(fresh ? { new: fresh } : {}),
          operations: [],
        },
        own: new Set<string>(),
        shared: new Set<Users>(),
      };
      found.set(key, known);
      if (operation) known.own.add(operation);
      if (users) known.shared.add(users);
    },
    list: () =>
      [...found.values()]
        .map(({ finding, own, shared }) => ({ ...finding, operations: operationsOf(own, shared) }))
        .toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level)),
  };
}

const spots = new WeakMap<Place, Spot>();

function spotOf(place: Place): Spot {
  const known = spots.get(place) ?? { file: place.file, pointer: pointerOf(place) };
  spots.set(place, known);
  return known;
}
