import { loadOperations, type Operation } from "../specs/operations.ts";

/** The operation that a path means, relative to whichever surface has it; a fixed segment is nearer than a parameter. */
export function operationOf(
  method: string,
  path: string,
  operations: readonly Operation[] = loadOperations(),
): Operation | undefined {
  const segments = path.split("/");
  const fits = ({ method: own, path: template, surface }: Operation): boolean => {
    const parts = template.split("/");
    return (
      surface !== "webhooks" &&
      own === method.toUpperCase() &&
      parts.length === segments.length &&
      parts.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
    );
  };
  const parameters = ({ path: template }: Operation): number => template.split("{").length;
  return operations.filter(fits).toSorted((one, other) => parameters(one) - parameters(other))[0];
}
