import { UsageError } from "../../../base/errors.ts";
import { parseDocument } from "../../../base/files/read-document.ts";
import { isRecord } from "../../../base/json.ts";
import { printable } from "../../../base/text/printable.ts";
import { diskFiles } from "../sources/disk-files.ts";
import type { OpenDocument } from "./document.ts";
import { checkShape } from "./document-shape.ts";
import { checkFacts } from "./fact-check.ts";
import { checkReferences } from "./reference-check.ts";
import { createReferences, type DocumentFiles } from "./references.ts";

/** Opens an OpenAPI document and checks that it can be compared. */
export function openDocument(
  file: string,
  read?: (file: string) => unknown,
  files: DocumentFiles = { source: diskFiles },
): OpenDocument {
  const readText = (path: string): unknown => parseDocument(files.source.readText(path), path);
  const references = createReferences(file, read ?? readText, files);
  const { root } = references;
  const { openapi: version, swagger } = isRecord(root.node) ? root.node : {};
  if (version === undefined && swagger !== undefined) {
    const named = `Swagger ${printable(String(swagger))}`;
    throw new UsageError(`${file}#/swagger: this is ${named}; OpenAPI 3.0, 3.1 and 3.2 are read, so convert it`);
  }
  if (version === undefined)
    throw new UsageError(`${file}#: openapi is missing; give an OpenAPI document of version 3.0, 3.1 or 3.2`);
  if (typeof version !== "string" || !/^3\.[012]\./.test(version)) {
    throw new UsageError(
      `${file}#/openapi: found ${JSON.stringify(version)}, expected a version 3.0.x, 3.1.x or 3.2.x`,
    );
  }
  const document = { ...references, isLegacy: version.startsWith("3.0") };
  checkReferences(document);
  checkShape(root);
  checkFacts(document);
  return document;
}
