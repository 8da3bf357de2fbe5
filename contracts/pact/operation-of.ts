import { loadOperations, type Operation } from "../../specs/operations.ts";

/** An operation and the segments of its path. */
interface Candidate {
  operation: Operation;
  segments: string[];
}

/** Candidates by method and number of segments. */
type CandidateIndex = ReadonlyMap<string, readonly Candidate[]>;

const indexes = new WeakMap<readonly Operation[], CandidateIndex>();

/** The operation that a method and a path mean, relative to whichever surface has it. */
export function operationOf(
  method: string,
  path: string,
  operations: readonly Operation[] = loadOperations(),
): Operation | undefined {
  const index = indexes.get(operations) ?? indexOf(operations);
  indexes.set(operations, index);
  const asked = path.split("/");
  const isMatch = ({ segments }: Candidate): boolean =>
    segments.every((segment, at) => (segment.startsWith("{") ? asked[at] !== "" : segment === asked[at]));
  return index.get(`${method.toUpperCase()} ${asked.length}`)?.find(isMatch)?.operation;
}

/** Operations with fewer parameters come first, because a fixed segment is a closer match than a parameter. */
function indexOf(operations: readonly Operation[]): CandidateIndex {
  const parameters = ({ path }: Operation): number => path.split("{").length;
  const index = new Map<string, Candidate[]>();
  for (const operation of operations.toSorted((a, b) => parameters(a) - parameters(b))) {
    if (operation.surface === "webhooks") continue;
    const segments = operation.path.split("/");
    const key = `${operation.method} ${segments.length}`;
    index.set(key, [...(index.get(key) ?? []), { operation, segments }]);
  }
  return index;
}
