import { loadOperations, type Operation } from "../../specs/operations.ts";

/** The operations of one method whose paths have one number of steps, with those steps; a path with fewer parameters first, since a fixed step is nearer. */
type Shelf = { operation: Operation; steps: string[] }[];

const shelves = new WeakMap<readonly Operation[], Map<string, Shelf>>();

/** The operation that a path means, relative to whichever surface has it. */
export function operationOf(
  method: string,
  path: string,
  operations: readonly Operation[] = loadOperations(),
): Operation | undefined {
  const known = shelves.get(operations) ?? shelve(operations);
  shelves.set(operations, known);
  const steps = path.split("/");
  return known
    .get(`${method.toUpperCase()} ${steps.length}`)
    ?.find((one) =>
      one.steps.every((step, index) => (step.startsWith("{") ? steps[index] !== "" : step === steps[index])),
    )?.operation;
}

function shelve(operations: readonly Operation[]): Map<string, Shelf> {
  const parameters = ({ path }: Operation): number => path.split("{").length;
  const found = new Map<string, Shelf>();
  for (const operation of operations.toSorted((one, other) => parameters(one) - parameters(other))) {
    if (operation.surface === "webhooks") continue;
    const steps = operation.path.split("/");
    const key = `${operation.method} ${steps.length}`;
    found.set(key, [...(found.get(key) ?? []), { operation, steps }]);
  }
  return found;
}
