import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buildCheck } from "../base/build-check.ts";
import { packageFile } from "../base/package-file.ts";
import { compiledFile, parseFolder } from "./files.ts";
import { writeRequirementIds } from "./ledger/generated-ids.ts";
import { loadOperations } from "./operations.ts";
import { operationsWith } from "./overlays/overlays.ts";
import { heldSchemas } from "./schemas/held-schemas.ts";
import { digestFile, digestOfSources } from "./suite.ts";

// A step of the build: turns the YAML into the one JSON file that built code reads, compiles its schemas and those of the sandbox, writes the type of the ledger's ids, and stores the digest of the suite.
writeFileSync(compiledFile, JSON.stringify(parseFolder(dirname(packageFile("specs/limits.yaml")))));
const operations = [...loadOperations(), ...operationsWith([packageFile("examples/sandbox-payloads.overlay.yaml")])];
for (const schema of heldSchemas(operations)) buildCheck(schema);
writeRequirementIds();
writeFileSync(digestFile, digestOfSources());
