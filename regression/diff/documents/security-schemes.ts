import { isRecord } from "../../../base/json.ts";
import type { OpenDocument } from "./document.ts";
import { below, type DocumentPlace, namedBelow } from "./place.ts";

/** The security schemes of a document by name. */
export function schemesOf({ root }: OpenDocument): [name: string, place: DocumentPlace][] {
  const components = below(root, "components");
  return components && isRecord(components.node) ? namedBelow(components, "securitySchemes") : [];
}
