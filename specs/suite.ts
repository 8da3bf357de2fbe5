import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../base/package-file.ts";
import { packageManifest } from "../base/package-manifest.ts";
import { compiledFile } from "./files.ts";

/** The suite that judged: this package, its version, and a digest of everything that decides a verdict. */
export interface SuiteIdentity {
  name: string;
  version: string;
  digest: string;
}

/** The file in which the build stores the digest. */
export const digestFile = compiledFile.replace("specification.json", "suite-digest.txt");

/** The folders that decide a verdict: the specification as data, and the code that sends and judges. */
const deciding = ["specs", "suites", "generators"];

const isDeciding = (path: string): boolean =>
  /\.(ts|yaml)$/.test(path) && !/\.test(-data)?\.ts$|(^|\/)testing\//.test(path);

/** The digest of the sources below a folder that decide a verdict, whatever the system's order of files and ends of lines. */
export function digestOfSources(root = packageFile("")): string {
  const hash = createHash("sha256");
  const paths = deciding.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path).replaceAll("\\", "/"),
    ),
  );
  for (const path of paths.filter(isDeciding).toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n")}\0`);
  return `sha256:${hash.digest("hex")}`;
}

let own: SuiteIdentity | undefined;

/** The suite that judges now. */
export function identifySuite(): SuiteIdentity {
  const { name, version } = packageManifest();
  own ??= { name, version, digest: existsSync(digestFile) ? readFileSync(digestFile, "utf8") : digestOfSources() };
  return own;
}

/** A suite in a few words: its name and version, and the beginning of its digest. */
export const describeSuite = ({ name, version, digest }: SuiteIdentity): string =>
  `${name} ${version} (${digest.replace("sha256:", "").slice(0, 12)})`;
