import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";

const root = dirname(packageFile("package.json"));

test("the partner's example asks for the version of Pact that this project uses", () => {
  const dependencies = (file: string) =>
    (JSON.parse(readFileSync(join(root, file), "utf8")) as { devDependencies: Record<string, string> }).devDependencies;
  const { "@pact-foundation/pact": version } = dependencies("package.json");
  expect(dependencies("examples/partner-contract/package.json")).toEqual({ "@pact-foundation/pact": version });
});
