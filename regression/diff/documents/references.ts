import { UsageError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { pathOf, valueAt } from "../../../base/pointer.ts";
import type { FileSource } from "../sources/file-source.ts";
import type { References } from "./document.ts";
import { childOf, type DocumentPlace, formatPlace } from "./place.ts";
import { dropEmptyKeywords } from "./walk.ts";

/** Where a document and the files that it refers to are read from, and the folder that they stay in; without one, the document's own. */
export interface DocumentFiles {
  source: FileSource;
  root?: string | undefined;
}

/** Follows the references of a document, also into other files, each of which is read once. */
export function createReferences(
  file: string,
  read: (file: string) => unknown,
  { source, root = source.folderOf(file) }: DocumentFiles,
): References {
  const files = new Map<string, DocumentPlace>();
  const open = (path: string): DocumentPlace => {
    const known = files.get(path) ?? { file: path, node: dropEmptyKeywords(read(path)) };
    files.set(path, known);
    return known;
  };
  const anchors = new Map<string, Map<string, DocumentPlace>>();
  const anchorsOf = (path: string): Map<string, DocumentPlace> => {
    const known = anchors.get(path) ?? collectAnchors(open(path));
    anchors.set(path, known);
    return known;
  };

  const targets = new Map<string, DocumentPlace>();
  const target = (place: DocumentPlace, reference: string): DocumentPlace => {
    const base = reference.startsWith("#") ? undefined : baseOf(place);
    const key = `${base ?? place.file}\n${reference}`;
    const known = targets.get(key) ?? locate(place, reference, base);
    targets.set(key, known);
    return known;
  };
  const locate = (place: DocumentPlace, reference: string, base: string | undefined): DocumentPlace => {
    const [path = "", fragment = ""] = reference.split("#", 2);
    const ids = path === "" ? undefined : anchorsOf(place.file);
    const inside = ids?.get(path) ?? (base ? ids?.get(new URL(path, base).href) : undefined);
    if (!inside && /^[a-z][a-z\d+.-]+:/i.test(path)) {
      throw new UsageError(
        `${formatPlace(place)}: refers to ${reference}, which is not fetched; bundle the document, or keep a copy beside it`,
      );
    }
    const start = inside ?? openFrom(place, reference, path === "" ? place.file : beside(place, reference, path));
    const isPointer = fragment === "" || fragment.startsWith("/");
    const named = isPointer ? placeAt(start, decode(fragment)) : anchorsOf(start.file).get(`#${fragment}`);
    if (!named) throw new UsageError(`${formatPlace(place)}: refers to ${reference}, which is not there`);
    return named;
  };
  const beside = (place: DocumentPlace, reference: string, path: string): string => {
    const other = source.join(source.folderOf(place.file), decode(path));
    if (!files.has(other) && !source.isInside(other, root)) {
      throw new UsageError(
        `${formatPlace(place)}: refers to ${reference}, which lies outside of ${root}; move it, or name a folder that holds both with --root`,
      );
    }
    return other;
  };
  const openFrom = (place: DocumentPlace, reference: string, path: string): DocumentPlace => {
    try {
      return open(path);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`${formatPlace(place)}: refers to ${reference}: ${error.message}`);
    }
  };
  const follow = (place: DocumentPlace): DocumentPlace => {
    const seen = new Set<unknown>();
    let here = place;
    while (isRecord(here.node) && typeof here.node.$ref === "string") {
      if (seen.has(here.node)) throw leadsBack(place);
      seen.add(here.node);
      here = target(here, here.node.$ref);
    }
    return here;
  };
  return { root: open(file), target, follow };
}

/** The error for a reference that leads back to itself by way of nothing but references. */
export const leadsBack = (place: DocumentPlace): UsageError =>
  new UsageError(`${formatPlace(place)}: this reference leads back to itself`);

/** The last step of a reference, by which people know what it names. */
export const nameIn = (reference: string): string | undefined =>
  pathOf(`/${decode(reference.replace("#", "/"))}`).at(-1);

/** The `$id` of the nearest schema around a place that is an absolute address. */
function baseOf(place: DocumentPlace): string | undefined {
  for (let here: DocumentPlace | undefined = place; here; here = here.parent) {
    const id = isRecord(here.node) ? here.node.$id : undefined;
    if (typeof id === "string" && URL.canParse(id)) return id;
  }
  return undefined;
}

/** A fragment without percent-encoding; one that is not encoded may hold a bare percent sign. */
function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function placeAt(start: DocumentPlace, pointer: string): DocumentPlace | undefined {
  if (valueAt(start.node, pointer) === undefined) return undefined;
  return pathOf(pointer).reduce(
    (parent, key) => childOf(parent, key, (parent.node as Record<string, unknown>)[key]),
    start,
  );
}

/** Every place that has a name of its own: `$id`, or `$self` of a whole document, as it is written, and `$anchor` after a `#`. */
function collectAnchors(
  place: DocumentPlace,
  found: Map<string, DocumentPlace> = new Map(),
): Map<string, DocumentPlace> {
  if (typeof place.node !== "object" || place.node === null) return found;
  const { $id, $self, $anchor, $dynamicAnchor } = place.node as Record<string, unknown>;
  for (const address of [$id, place.parent ? undefined : $self])
    if (typeof address === "string") found.set(address, place);
  for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === "string") found.set(`#${anchor}`, place);
  for (const [key, node] of Object.entries(place.node)) collectAnchors(childOf(place, key, node), found);
  return found;
}
