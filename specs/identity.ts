import { digestOf } from "./digest.ts";
import type { Document } from "./documents.ts";
import { type Files, specificationFile, specificationFiles } from "./files.ts";

/** The specification that results are about: its name, its version and a digest of its data. */
export interface SpecificationIdentity {
  name: string;
  version: string;
  digest: string;
}

const infoIn = (files: Files): Document["info"] => specificationFile<Document>("openapi/v1.yaml", files).info;

/** The name of the specification, whatever its version. */
export const specificationName = (files: Files = specificationFiles()): string =>
  infoIn(files).title.replace(/,.*$/, "");

const digests = new WeakMap<Files, string>();

export function identify(files: Files = specificationFiles()): SpecificationIdentity {
  const digest = digests.get(files) ?? digestOf(files);
  digests.set(files, digest);
  return { name: specificationName(files), version: infoIn(files).version, digest };
}
