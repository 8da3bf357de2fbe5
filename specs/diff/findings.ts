import { type Place, pointerOf } from "./place.ts";
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
  /** Where it shows on either side; for what came or went, the other side has the place around it, or none. */
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
  /** Instead of one operation: those that share it; more may come to them later. */
  users?: ReadonlySet<string>;
}

/** Collects differences; one that several operations share is told once. */
export interface Findings {
  tell(telling: Telling): void;
  /** All of them, what breaks first. */
  list(): Finding[];
}

export function createFindings(): Findings {
  const found = new Map<string, { finding: Finding; own: Set<string>; shared: Set<ReadonlySet<string>> }>();
  const listed = new Map<ReadonlySet<string>, string[]>();
  /** Thousands of differences may be shared by the same thousands of operations, so these are one list. */
  const listOf = (users: ReadonlySet<string>): string[] => {
    const known = listed.get(users) ?? [...users];
    listed.set(users, known);
    return known;
  };
  const operationsOf = (own: Set<string>, shared: Set<ReadonlySet<string>>): string[] => {
    const [first = own, ...more] = own.size > 0 ? [own, ...shared] : shared;
    return more.length === 0 ? listOf(first) : [...new Set([first, ...more].flatMap(listOf))];
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
        shared: new Set<ReadonlySet<string>>(),
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

/** Names and values come from documents; none of them may move a terminal's cursor. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, " ");
