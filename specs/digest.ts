import { createHash } from "node:crypto";

/** The digest of a JSON value, whatever the order of its keys. */
export const digestOf = (value: unknown): string =>
  `sha256:${createHash("sha256")
    .update(JSON.stringify(sortKeys(value)))
    .digest("hex")}`;

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
