import { createRequire } from "node:module";

/** The path of a file of this package, from its root, whether the code runs built or from source. */
export const packageFile = (path: string): string => createRequire(import.meta.url).resolve(`#root/${path}`);
