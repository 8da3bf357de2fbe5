import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { loadLedger } from "./ledger.ts";

const file = packageFile("specs/requirement-ids.ts");

/** The type of the ids, as it follows from the ledger. */
const generated = (): string =>
  `/** The ids of the ledger; this file is generated from it (\`npm run requirement-ids\`). */\nexport type RequirementId =\n${loadLedger()
    .map(({ id }) => `  | "${id}"`)
    .join("\n")};\n`;

test("the type of requirements' ids is that of the ledger", () => {
  if (process.env.WRITE_IDS) writeFileSync(file, generated());
  expect(readFileSync(file, "utf8")).toBe(generated());
});
