import { createHash } from "node:crypto";
import { bundle } from "./documents.ts";
import { type Files, specificationFiles } from "./files.ts";

/** Which specification results speak of: its name, its version and a digest of its data. */
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
      .update(JSON.stringify(sorted(files)))
      .digest("hex")}`,
  };
}

/** A copy whose keys stand in one order, so that the digest does not depend on how a file was written. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
