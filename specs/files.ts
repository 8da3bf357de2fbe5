import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** The parsed YAML files of a specs folder by their path in it, such as `openapi/v1.yaml`. */
export type Files = Readonly<Record<string, unknown>>;

/** Where the built code keeps the parsed files: parsing the YAML takes a third of a second, at every start. */
export const compiledFile = fileURLToPath(new URL("./specification.json", import.meta.url));

/** The folders of a specification that hold YAML. */
const folders = ["", "openapi", "requirements", "revisions"];

/** Reads and parses every YAML file of a specs folder. */
export function parseFolder(folder: string): Files {
  const paths = folders
    .filter((sub) => existsSync(join(folder, sub)))
    .flatMap((sub) => readdirSync(join(folder, sub)).map((name) => (sub ? `${sub}/${name}` : name)))
    .filter((path) => path.endsWith(".yaml"))
    .toSorted();
  return Object.fromEntries(paths.map((path) => [path, parse(readFileSync(join(folder, path), "utf8"))]));
}

let own: Files | undefined;

/** The files of the specification that this package carries. */
export function specificationFiles(): Files {
  own ??= existsSync(compiledFile)
    ? (JSON.parse(readFileSync(compiledFile, "utf8")) as Files)
    : parseFolder(fileURLToPath(new URL(".", import.meta.url)));
  return own;
}

/** One file of the specification, or of another version of it. */
export function specificationFile<T>(path: string, files: Files = specificationFiles()): T {
  return files[path] as T;
}
