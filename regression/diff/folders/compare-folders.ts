import { join } from "node:path";
import type { Differences } from "../differences/differences.ts";
import type { OpenDocument } from "../documents/document.ts";
import { childOf, type DocumentPlace, fieldsAt, type PlacePair } from "../documents/place.ts";
import type { factFiles, SpecsFolder, Surfaces } from "../documents/specs-folder.ts";
import { compareDocuments } from "../operations/compare-documents.ts";
import { compareErrors } from "./errors.ts";
import { compareInstallMachines } from "./install-machine.ts";
import { compareLimits } from "./limits.ts";
import { compareRequirements, type Requirements } from "./requirements.ts";
import { compareVersioning } from "./versioning.ts";

/** How each file of facts is compared. */
const comparers: Record<(typeof factFiles)[number], (files: PlacePair, differences: Differences) => void> = {
  "limits.yaml": compareLimits,
  "install-machine.yaml": compareInstallMachines,
  "versioning.yaml": compareVersioning,
  "errors.yaml": compareErrors,
};

/** Compares the facts that stand in two specs folders beside the documents. */
export function compareFacts(old: SpecsFolder, fresh: SpecsFolder, differences: Differences): void {
  for (const [name, compare] of Object.entries(comparers)) {
    const [before, after] = [old.files.get(name), fresh.files.get(name)];
    if (before && after) compare({ old: before, new: after }, differences);
  }
  compareRequirements(requirementsIn(old), requirementsIn(fresh), differences);
}

/** Every requirement of a folder by its id. */
const requirementsIn = ({ files }: SpecsFolder): Requirements =>
  new Map(
    [...files]
      .filter(([name]) => name.startsWith("requirements"))
      .flatMap(([, file]) =>
        Object.entries(fieldsAt(file)).map(([id, node]): [string, DocumentPlace] => [id, childOf(file, id, node)]),
      ),
  );

/** The documents of one side, and the folder or file that they come from. */
interface SurfacesAt {
  path: string;
  surfaces: Surfaces;
}

/** Compares the documents of two versions, surface by surface; a document that both share is passed over. */
export function compareSurfaces(old: SurfacesAt, fresh: SurfacesAt, differences: Differences): void {
  for (const name of new Set([...old.surfaces.keys(), ...fresh.surfaces.keys()])) {
    const [before, after] = [old.surfaces.get(name), fresh.surfaces.get(name)];
    if (before === after) continue;
    if (before && after) compareDocuments(before, after, differences, name);
    else if (before) compareDocuments(before, withoutOperations(before, fresh.path), differences, name);
    else if (after) compareDocuments(withoutOperations(after, old.path), after, differences, name);
  }
}

/** A document like another, in the folder of a version that does not have it. */
const withoutOperations = ({ root, ...document }: OpenDocument, path: string): OpenDocument => ({
  ...document,
  root: { file: join(path, "openapi"), node: { ...fieldsAt(root), paths: {}, webhooks: {} } },
});
