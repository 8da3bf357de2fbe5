import { writeFileSync } from "node:fs";
import { packageFile } from "./package-file.ts";
import { compiledFile, parseFolder } from "./files.ts";
import { dirname } from "node:path";

// A step of the build: turns the YAML into the one JSON file that built code reads.
writeFileSync(compiledFile, JSON.stringify(parseFolder(dirname(packageFile("specs/limits.yaml")))));
