import { dirname, join, normalize } from "node:path";
import { UsageError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { type Place, spot } from "../../base/place.ts";
import { valueAt } from "../../base/pointer.ts";
import { readDocument } from "../../base/read-document.ts";
import { checkFacts } from "./check-facts.ts";
import { checkReferences } from "./check-references.ts";
import { checkDocument } from "./document-shape.ts";

/** One side of a comparison: a document, and whatever it refers to. */
export interface Sources {
  root: Place;
  /** OpenAPI 3.0: nullable, exclusive bounds as booleans, nothing counts beside a reference. */
  legacy: boolean;
  /** The place that a reference at a place names. */
  target(place: Place, reference: string): Place;
  /** The place itself, or what its references lead to in the end. */
  follow(place: Place): Place;
}

/** Opens an OpenAPI document and checks that it can be compared. */
export function openDocument(file: string, read: (file: string) => unknown = readDocument): Sources {
  const files = new Map<string, Place>();
  const open = (path: string): Place => {
    const known = files.get(path) ?? { file: path, node: read(path) };
    files.set(path, known);
    return known;
  };
  const anchors = new Map<string, Map<string, Place>>();
  const anchorsOf = (path: string): Map<string, Place> => {
    const known = anchors.get(path) ?? collectAnchors(open(path));
    anchors.set(path, known);
    return known;
  };

  const found = new Map<string, Place>();
  const target = (place: Place, reference: string): Place => {
    const base = reference.startsWith("#") ? undefined : baseOf(place);
    const key = `${base ?? place.file}\n${reference}`;
    const known = found.get(key) ?? locate(place, reference, base);
    found.set(key, known);
    return known;
  };
  const locate = (place: Place, reference: string, base: string | undefined): Place => {
    const [path = "", fragment = ""] = reference.split("#", 2);
    const ids = path === "" ? undefined : anchorsOf(place.file);
    const inside = ids?.get(path) ?? (base ? ids?.get(new URL(path, base).href) : undefined);
    if (!inside && /^[a-z][a-z\d+.-]+:/i.test(path)) {
      throw new UsageError(
        `${spot(place)}: refers to ${reference}, which is not fetched; bundle the document, or keep a copy beside it`,
      );
    }
    const start = inside ?? openFrom(place, reference, path === "" ? place.file : beside(place.file, path));
    const named =
      fragment === "" || fragment.startsWith("/")
        ? walk(start, decoded(fragment))
        : anchorsOf(start.file).get(`#${fragment}`);
    if (!named) throw new UsageError(`${spot(place)}: refers to ${reference}, which is not there`);
    return named;
  };
  const openFrom = (place: Place, reference: string, path: string): Place => {
    try {
      return open(path);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`${spot(place)}: refers to ${reference}: ${error.message}`);
    }
  };
  const follow = (place: Place): Place => {
    const seen = new Set<unknown>();
    let here = place;
    while (isRecord(here.node) && typeof here.node.$ref === "string") {
      if (seen.has(here.node)) throw new UsageError(`${spot(place)}: this reference leads back to itself`);
      seen.add(here.node);
      here = target(here, here.node.$ref);
    }
    return here;
  };

  const root = open(normalize(file));
  const version = isRecord(root.node) ? root.node.openapi : undefined;
  if (version === undefined) throw new UsageError(`${file}#: openapi is missing; give an OpenAPI 3.0 or 3.1 document`);
  if (typeof version !== "string" || !/^3\.[01]\./.test(version)) {
    throw new UsageError(`${file}#/openapi: found ${JSON.stringify(version)}, expected a version 3.0.x or 3.1.x`);
  }
  const sources = { root, legacy: version.startsWith("3.0"), target, follow };
  checkReferences(sources);
  checkDocument(root);
  checkFacts(sources);
  return sources;
}

/** The address by which the schema around a place calls itself. */
function baseOf(place: Place): string | undefined {
  for (let here: Place | undefined = place; here; here = here.parent) {
    const id = isRecord(here.node) ? here.node.$id : undefined;
    if (typeof id === "string" && URL.canParse(id)) return id;
  }
  return undefined;
}

const beside = (file: string, path: string): string => normalize(join(dirname(file), decodeURIComponent(path)));

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

function walk(start: Place, pointer: string): Place | undefined {
  if (valueAt(start.node, pointer) === undefined) return undefined;
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Place>(
      (parent, key) => ({ file: parent.file, node: (parent.node as Record<string, unknown>)[key], parent, key }),
      start,
    );
}

/** Every place that has a name of its own: `$id` as it stands, `$anchor` after a `#`. */
function collectAnchors(place: Place, found: Map<string, Place> = new Map()): Map<string, Place> {
  if (typeof place.node !== "object" || place.node === null) return found;
  const { $id, $anchor, $dynamicAnchor } = place.node as Record<string, unknown>;
  if (typeof $id === "string") found.set($id, place);
  for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === "string") found.set(`#${anchor}`, place);
  for (const [key, node] of Object.entries(place.node)) {
    collectAnchors({ file: place.file, node, parent: place, key }, found);
  }
  return found;
}
