import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { bundle, type Surface, surfaces } from "../../specs/documents.ts";
import { exportSchemas } from "../../specs/export-schemas.ts";
import { identify } from "../../specs/identity.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { loadOperations } from "../../specs/operations.ts";
import { exits } from "../exits.ts";
import { prepareOut } from "../out-folder.ts";

export interface SpecOptions {
  surface?: Surface;
  out?: string;
  json?: true;
}

/** Prints or exports the specification. */
export function spec({ surface, out, json }: SpecOptions): number {
  const print = (value: unknown): string =>
    json ? `${JSON.stringify(value, null, 2)}\n` : stringify(value, { aliasDuplicateObjects: false });
  if (out) process.stdout.write(exportAll(out));
  else if (surface) process.stdout.write(print(bundle(surface)));
  else process.stdout.write(json ? print(everything()) : overview());
  return exits.fine;
}

const everything = () => ({
  specification: identify(),
  documents: Object.fromEntries(surfaces.map((surface) => [surface, bundle(surface)])),
  schemas: Object.fromEntries(exportSchemas().map(({ name, schema }) => [name, schema])),
  requirements: loadLedger(),
});

/** Writes a bundled OpenAPI file per surface, a JSON Schema per operation, status and direction, and the ledger. */
function exportAll(folder: string): string {
  const files = [
    ...surfaces.map((surface): [string, string] => [
      `openapi/${surface}.yaml`,
      stringify(bundle(surface), { aliasDuplicateObjects: false }),
    ]),
    ...exportSchemas().map(({ name, schema }): [string, string] => [
      `schemas/${name}.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
    ["requirements.json", `${JSON.stringify(loadLedger(), null, 2)}\n`] as [string, string],
  ];
  for (const sub of ["openapi", "schemas"]) prepareOut(join(folder, sub));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  return `${files.length} files written to ${folder}\n`;
}

function overview(): string {
  const { name, version, digest } = identify();
  const ledger = loadLedger();
  const areas = [...new Set(ledger.map((one) => one.area))];
  const lines = [
    `${name} ${version} (${digest})`,
    "",
    ...loadOperations().map(
      ({ method, address, path, summary }) =>
        `${method.padEnd(5)}{${address}}${path.startsWith("/") ? "" : " "}${path}  ${summary}`,
    ),
    "",
    ...areas.map((area) => {
      const own = ledger.filter((one) => one.area === area);
      return `${area.padEnd(5)}${String(own.length).padStart(3)} requirements: ${own.map((one) => one.id.slice(area.length + 1)).join(" ")}`;
    }),
    "",
    `${ledger.length} requirements; --surface NAME prints a document, --out DIR exports everything`,
    "",
  ];
  return lines.join("\n");
}
