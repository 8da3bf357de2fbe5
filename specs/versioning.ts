import { type Files, specificationFile } from "./files.ts";

/** How versions are selected, and the media types that requests name. */
export interface Versioning {
  accept: string;
  content_type: string;
  description_versions: Record<string, string>;
  deprecated: string[];
}

export const loadVersioning = (files?: Files): Versioning => specificationFile("versioning.yaml", files);
