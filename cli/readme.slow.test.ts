import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";

interface Transcripts {
  transcripts: () => Promise<Record<string, string>>;
}

test("the README shows what the program prints, for a target that conforms and for one that does not", async () => {
  const { transcripts } = (await import(packageFile("scripts/transcripts.mjs"))) as Transcripts;
  const readme = readFileSync(packageFile("README.md"), "utf8");
  for (const [line, output] of Object.entries(await transcripts()))
    expect(readme).toContain(`\`\`\`text\n$ ${line}\n${output}\`\`\``);
});
