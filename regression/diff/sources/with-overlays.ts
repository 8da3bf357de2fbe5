import { parseDocument } from "../../../base/files/read-document.ts";
import { isRecord } from "../../../base/json.ts";
import { applyAction } from "../../../specs/overlays/overlay-actions.ts";
import { readOverlays } from "../../../specs/overlays/overlays.ts";
import type { VersionPath } from "./locate-version.ts";

/** Versions whose OpenAPI documents have what overlays supply; an action whose target a document lacks changes nothing there. */
export function withOverlays<T extends readonly VersionPath[]>(versions: T, files: readonly string[]): T {
  if (files.length === 0) return versions;
  const overlays = readOverlays(files);
  const overlaid = (text: string, file: string): string => {
    const document = parseDocument(text, file);
    if (!isRecord(document) || document.openapi === undefined) return text;
    for (const { file: overlay, actions } of overlays)
      for (const [index, action] of actions.entries()) applyAction(document, action, `${overlay}: actions.${index}`);
    return JSON.stringify(document);
  };
  return versions.map(({ source, ...version }) => ({
    ...version,
    source: { ...source, readText: (file: string) => overlaid(source.readText(file), file) },
  })) as unknown as T;
}
