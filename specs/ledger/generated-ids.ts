import { readFileSync, writeFileSync } from "node:fs";
import { packageFile } from "../../base/package-file.ts";
import { loadLedger } from "../ledger.ts";

const file = packageFile("specs/ledger/requirement-ids.ts");

/** The type of the ids, as it follows from the ledger. */
export const generatedIds = (): string =>
  `/** The ids of the ledger; \`npm run build\` generates this file from it. */\nexport type RequirementId =\n${loadLedger()
    .map(({ id }) => `  | "${id}"`)
    .join("\n")};\n`;

export const writtenIds = (): string => readFileSync(file, "utf8");

/** Writes the type anew where the ledger has changed. */
export function writeRequirementIds(): void {
  if (writtenIds() !== generatedIds()) writeFileSync(file, generatedIds());
}
