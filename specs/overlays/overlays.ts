import { UsageError } from "../../base/errors.ts";
import { largestDocument, parseDocument } from "../../base/files/read-document.ts";
import { readTextFile } from "../../base/files/read-text.ts";
import { fieldsOf, isDeeperThan, isRecord } from "../../base/json.ts";
import { valueAt } from "../../base/pointer.ts";
import { bundle, type Document, surfaces } from "../documents.ts";
import { loadOperations, type Operation, operationsOf } from "../operations.ts";
import { applyAction, type OverlayAction } from "./overlay-actions.ts";

/** An OpenAPI Overlay document, as far as it is read. */
interface Overlay {
  overlay: string;
  actions: OverlayAction[];
}

/** An overlay as it stands in its file. */
export interface OverlayFile {
  file: string;
  text: string;
}

const overlaid = new Map<string, Operation[]>();

/** The operations of the specification, with the payloads that overlays supply where it shows none; the same objects for the same overlays. */
export const operationsWith = (files: readonly string[]): Operation[] => operationsOverlaid(readOverlayFiles(files));

/** The same with overlays that were read already. */
export function operationsOverlaid(overlays: readonly OverlayFile[]): Operation[] {
  const key = JSON.stringify(overlays);
  const operations = overlaid.get(key) ?? overlayAll(overlays);
  overlaid.set(key, operations);
  return operations;
}

/** The actions of overlays, file by file. */
export const readOverlays = (files: readonly string[]): { file: string; actions: OverlayAction[] }[] =>
  readOverlayFiles(files).map(({ file, text }) => ({ file, actions: readOverlay(text, file).actions }));

/** Overlays as they stand in their files. */
export const readOverlayFiles = (files: readonly string[]): OverlayFile[] =>
  files.map((file) => ({
    file,
    text: readTextFile(file, { fix: "give an OpenAPI Overlay", largest: largestDocument }),
  }));

function overlayAll(overlays: readonly OverlayFile[]): Operation[] {
  const documents = surfaces.map((surface) => ({ surface, document: bundle(surface) }));
  for (const { file, text } of overlays) {
    for (const [index, action] of readOverlay(text, file).actions.entries()) {
      const isUsed = documents
        .map(({ document }) => apply(document, action, `${file}: actions.${index}`))
        .some(Boolean);
      if (!isUsed)
        throw new UsageError(
          `${file}: actions.${index}.target: ${action.target} is in no document of the specification; \`assay spec --surface v1\` prints one`,
        );
    }
  }
  return withAdded(documents.flatMap(({ surface, document }) => operationsOf(document, surface)));
}

/** Marks the operations that overlays add to those of the specification; one that is added to the paths of every document counts once. */
function withAdded(operations: readonly Operation[]): Operation[] {
  const specified = new Set(loadOperations().map(({ id }) => id));
  return operations
    .filter(({ id }, index) => specified.has(id) || operations.findIndex((operation) => operation.id === id) === index)
    .map((operation) => (specified.has(operation.id) ? operation : { ...operation, isOverlaid: true }));
}

/** How deep an overlay may be nested. */
const deepest = 200;

function readOverlay(text: string, file: string): Overlay {
  const overlay = parseDocument(text, file) as Partial<Overlay>;
  if (isDeeperThan(overlay, deepest))
    throw new UsageError(`${file}: it is nested too deeply, or its YAML aliases lead back to themselves; flatten it`);
  if (typeof overlay.overlay !== "string" || !overlay.overlay.startsWith("1."))
    throw new UsageError(`${file}: overlay: this is not an OpenAPI Overlay 1.x, which begins with \`overlay: 1.0.0\``);
  if (!Array.isArray(overlay.actions) || overlay.actions.some((action) => typeof action?.target !== "string"))
    throw new UsageError(`${file}: actions: expected a list of actions, each with a target`);
  return overlay as Overlay;
}

/** Carries out one action, and marks the operations that it updates, and those whose responses it shows; whether it found its target. */
function apply(document: Document, action: OverlayAction, place: string): boolean {
  const pointers = applyAction(document, action, place);
  const targets = action.remove ? [] : pointers.map((pointer) => valueAt(document, pointer));
  for (const target of targets.filter((each) => isRecord(each) && "operationId" in each) as Record<string, unknown>[]) {
    target["x-overlaid"] = true;
    if ("responses" in fieldsOf(action.update)) target["x-shown-by-overlay"] = true;
  }
  return pointers.length > 0;
}
