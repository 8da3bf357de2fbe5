import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { packageFile } from "../base/package-file.ts";
import { compiledFile, parseFolder } from "./files.ts";

// A step of the build: turns the YAML into the one JSON file that built code reads.
writeFileSync(compiledFile, JSON.stringify(parseFolder(dirname(packageFile("specs/limits.yaml")))));
