import { printable } from "../../../base/text/printable.ts";
import { type DocumentPlace, pointerTo } from "../documents/place.ts";
import type { Difference, DifferenceDraft, FilePointer, SharedOperations } from "./difference.ts";
import { type DifferenceIdentity, fingerprintOf, steadyPointer } from "./fingerprint.ts";
import { differenceLevels, rules } from "./rules.ts";

/** Collects differences; one that several operations share is listed once. */
export interface Differences {
  add(draft: DifferenceDraft): void;
  /** All of them, what breaks first. */
  list(): Difference[];
}

/** A difference, the operations that it was found at, and those that share it. */
interface Collected {
  difference: Omit<Difference, "operations" | "fingerprint">;
  identity: Pick<DifferenceIdentity, "says" | "places">;
  own: Set<string>;
  shared: Set<SharedOperations>;
}

export function createDifferences(): Differences {
  const collected = new Map<string, Collected>();
  return {
    add({ rule, about, says, old: oldPlace, new: newPlace, names = [], operation, sharedBy }) {
      const level = rules[rule];
      if (!level) throw new RangeError(`no rule is called ${rule}`);
      const [old, fresh] = [oldPlace && filePointerTo(oldPlace), newPlace && filePointerTo(newPlace)];
      const key = [rule, old?.file, old?.pointer, fresh?.file, fresh?.pointer, says].join("\n");
      const known = collected.get(key) ?? {
        difference: {
          rule,
          level,
          says: printable(`${about} ${says.replace(/\.$/, "")}.`),
          ...(old ? { old } : {}),
          ...(fresh ? { new: fresh } : {}),
          names: [...names],
        },
        identity: { says, places: [steadyPointer(oldPlace), steadyPointer(newPlace)] },
        own: new Set<string>(),
        shared: new Set<SharedOperations>(),
      };
      collected.set(key, known);
      if (operation) known.own.add(operation);
      if (sharedBy) known.shared.add(sharedBy);
    },
    list: () =>
      byLevel(
        [...collected.values()].map((entry): Difference => {
          const { difference, identity } = entry;
          const operations = operationsOf(entry);
          const fingerprint = fingerprintOf({ ...identity, rule: difference.rule, operations });
          return { fingerprint, ...difference, operations };
        }),
      ),
  };
}

/** Differences with what breaks first. */
export const byLevel = (differences: readonly Difference[]): Difference[] =>
  differences.toSorted((a, b) => differenceLevels.indexOf(a.level) - differenceLevels.indexOf(b.level));

/** Every operation of a difference; where a single list names them all, that list itself. */
function operationsOf({ own, shared }: Collected): string[] {
  const [first, ...more] = shared;
  const operations = first?.() ?? [];
  if (own.size + more.length === 0) return operations;
  return [...new Set([...own, ...operations, ...more.flatMap((list) => list())])];
}

const filePointers = new WeakMap<DocumentPlace, FilePointer>();

function filePointerTo(place: DocumentPlace): FilePointer {
  const known = filePointers.get(place) ?? { file: place.file, pointer: pointerTo(place) };
  filePointers.set(place, known);
  return known;
}
