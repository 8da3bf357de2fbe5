import { createHash } from "node:crypto";
import { bundle } from "./documents.ts";
import { type Files, specificationFiles } from "./files.ts";

/** The specification that results are about: its name, its version and a digest of its data. */
export interface SpecificationIdentity {
  name: string;
  version: string;
  digest: string;
}

export function identify(files: Files = specificationFiles()): SpecificationIdentity {
  const { title, version } = bundle("v1", files).info;
  return {
    name: title.replace(/,.*$/, ""),
    version,
    digest: `sha256:${createHash("sha256")
      .update(JSON.stringify(sortKeys(files)))
      .digest("hex")}`,
  };
}

/** A copy with sorted keys, so that the digest does not depend on the order in a file. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
