import { digestOf } from "./digest.ts";
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
  return { name: title.replace(/,.*$/, ""), version, digest: digestOf(files) };
}
