import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CORE_SCHEMA, load } from "js-yaml";

/** The parsed YAML files of a specs folder by their path in it, such as `openapi/v1.yaml`. */
export type Files = Readonly<Record<string, unknown>>;

/** Where the built code keeps the parsed files: parsing the YAML takes a third of a second, at every start. Each room may ask for it, as the file that a thread loads does. */
export const compiledFile = fileURLToPath(new URL("../specs/specification.json", import.meta.url));

/** The folders of a specification that hold YAML. */
const folders = ["", "openapi", "requirements", "revisions"];

/** Reads and parses every YAML file of a specs folder. */
export function parseFolder(folder: string): Files {
  const paths = folders
    .filter((sub) => existsSync(join(folder, sub)))
    .flatMap((sub) => readdirSync(join(folder, sub)).map((name) => (sub ? `${sub}/${name}` : name)))
    .filter((path) => path.endsWith(".yaml"))
    .toSorted();
  return Object.fromEntries(
    paths.map((path) => [path, load(readFileSync(join(folder, path), "utf8"), { schema: CORE_SCHEMA })]),
  );
}

let own: Files | undefined;

/** The files of the specification that this package carries. */
export function specificationFiles(): Files {
  own ??= existsSync(compiledFile)
    ? (JSON.parse(readFileSync(compiledFile, "utf8")) as Files)
    : parseFolder(dirname(compiledFile));
  return own;
}

/** One file of the specification, or of another version of it. */
export function specificationFile<T>(path: string, files: Files = specificationFiles()): T {
  return files[path] as T;
}
