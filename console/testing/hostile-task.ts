import { pathToFileURL } from "node:url";
import { packageFile } from "../../base/package-file.ts";

/** The environment of a console whose judges a subject by a hostile name stops. */
export const hostileEnvironment = {
  NODE_OPTIONS: `--import=${pathToFileURL(packageFile("console/testing/hostile-task.mjs")).href}`,
};
