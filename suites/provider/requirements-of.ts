import type { Operation } from "../../specs/operations.ts";

/** The requirements that an operation's answers can be held against. */
export const requirementsOf = (operation: Operation): string[] => [
  ...new Set(
    [...JSON.stringify(operation.responses).matchAll(/"(?:x-)?requirement":"([A-Z]+-\d+)"/g)].map(([, id = ""]) => id),
  ),
];
