import { join } from "node:path";
import { stringify } from "yaml";
import { writeWhole } from "../../base/files/write-whole.ts";
import { bundle, type Surface, surfaces } from "../../specs/documents.ts";
import { identify } from "../../specs/identity.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { loadOperations } from "../../specs/operations.ts";
import { exportSchemas } from "../../specs/schemas/export-schemas.ts";
import { prepareOut } from "../folders/out-folder.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";

export interface SpecOptions {
  surface?: Surface;
  out?: string;
  json?: true;
}

/** Prints or exports the specification. */
export function spec(options: SpecOptions, io: Io): number {
  io.stdout.write(textOf(options));
  return exits.fine;
}

function textOf({ surface, out, json }: SpecOptions): string {
  if (out) return exportAll(out);
  if (surface) return json ? jsonText(bundle(surface)) : yamlText(bundle(surface));
  return json ? jsonText(everything()) : overview();
}

const yamlText = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false });

const everything = () => ({
  specification: identify(),
  documents: Object.fromEntries(surfaces.map((surface) => [surface, bundle(surface)])),
  schemas: Object.fromEntries(exportSchemas().map(({ name, schema }) => [name, schema])),
  requirements: loadLedger(),
});

/** Writes a bundled OpenAPI file per surface, a JSON Schema per operation, status and direction, and the ledger. */
function exportAll(folder: string): string {
  const files = [
    ...surfaces.map((surface): [string, string] => [`openapi/${surface}.yaml`, yamlText(bundle(surface))]),
    ...exportSchemas().map(({ name, schema }): [string, string] => [`schemas/${name}.json`, jsonText(schema)]),
    ["requirements.json", jsonText(loadLedger())] as [string, string],
  ];
  for (const sub of ["openapi", "schemas"]) prepareOut(join(folder, sub));
  for (const [name, text] of files) writeWhole(join(folder, name), text);
  return `${files.length} files written to ${folder}\n`;
}

function overview(): string {
  const { name, version, digest } = identify();
  const ledger = loadLedger();
  const areas = [...new Set(ledger.map((requirement) => requirement.area))];
  const lines = [
    `${name} ${version} (${digest})`,
    "",
    ...loadOperations().map(
      ({ method, address, path, summary }) =>
        `${method.padEnd(5)}{${address}}${path.startsWith("/") ? "" : " "}${path}  ${summary}`,
    ),
    "",
    ...areas.map((area) => {
      const own = ledger.filter((requirement) => requirement.area === area);
      return `${area.padEnd(5)}${String(own.length).padStart(3)} requirements: ${own.map(({ id }) => id.slice(area.length + 1)).join(" ")}`;
    }),
    "",
    `${ledger.length} requirements; --surface NAME prints a document, --out DIR exports everything`,
    "",
  ];
  return lines.join("\n");
}
