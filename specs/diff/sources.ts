import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { UsageError } from "../blame.ts";
import { at } from "../references.ts";
import { checkFacts } from "./check-facts.ts";
import { checkReferences } from "./check-references.ts";
import { checkDocument } from "./document-shape.ts";
import { isObject, misfit, type Place, spot } from "./place.ts";

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
    const key = `${place.file}\n${reference}`;
    const known = found.get(key) ?? locate(place, reference);
    found.set(key, known);
    return known;
  };
  const locate = (place: Place, reference: string): Place => {
    const [path = "", fragment = ""] = reference.split("#", 2);
    const inside = path === "" ? undefined : anchorsOf(place.file).get(path);
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
    while (isObject(here.node) && typeof here.node.$ref === "string") {
      if (seen.has(here.node)) throw new UsageError(`${spot(place)}: this reference leads back to itself`);
      seen.add(here.node);
      here = target(here, here.node.$ref);
    }
    return here;
  };

  const root = open(normalize(file));
  const version = isObject(root.node) ? root.node.openapi : undefined;
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

const beside = (file: string, path: string): string => normalize(join(dirname(file), decodeURIComponent(path)));

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

function walk(start: Place, pointer: string): Place | undefined {
  if (at(start.node, pointer) === undefined) return undefined;
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

const yaml = { schema: CORE_SCHEMA.withTags(mergeTag) };

/** Reads a file of JSON or YAML. */
export function readDocument(file: string, wish = "an OpenAPI file or a specs folder"): unknown {
  const text = readText(file, wish);
  if (/^\s*</.test(text)) throw new UsageError(`${file}: this is HTML or XML; give JSON or YAML`);
  // JSON is a tenth of the work of YAML, which a document of megabytes makes felt.
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // It may still be YAML that begins with a brace, and YAML tells the line.
    }
  }
  try {
    const node = load(text, yaml);
    if (!isObject(node)) throw misfit({ file, node }, "an object");
    checkAliases(file, node);
    return node;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${file}: it is nested too deeply to be read; mend it`);
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? `:${error.mark.line + 1}` : "";
    throw new UsageError(`${file}${line}: this is neither JSON nor YAML: ${error.reason}`);
  }
}

/** As many values as aliases may make of a document; one of 5 MB has some hundred thousand. */
const mostValues = 5_000_000;

/** Refuses a document whose aliases stand for so much that nobody could have meant it. */
function checkAliases(file: string, root: unknown): void {
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    if (typeof node !== "object" || node === null) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    // An alias inside of what it names is told later, with its place.
    sizes.set(node, 1);
    const size = Object.values(node).reduce<number>((sum, one) => sum + sizeOf(one), 1);
    sizes.set(node, size);
    return size;
  };
  if (sizeOf(root) > mostValues)
    throw new UsageError(
      `${file}: its YAML aliases stand for more than ${mostValues / 1e6} million values; write it out`,
    );
}

function readText(file: string, wish: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}; give ${wish}`);
  }
}
