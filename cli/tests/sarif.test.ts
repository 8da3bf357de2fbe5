import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { sarifShape } from "../../reports/sarif.test-data.ts";
import { assay } from "../testing/assay.ts";

interface SarifPlaces {
  physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
}
interface SarifLog {
  runs: {
    tool: { driver: { rules: { id: string }[] } };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      locations: SarifPlaces[];
      relatedLocations?: SarifPlaces[];
      partialFingerprints: Record<string, string>;
      suppressions?: { justification: string }[];
    }[];
  }[];
}

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(sarifShape);
const folder = mkdtempSync(join(tmpdir(), "assay-sarif-"));

async function sarifOf(...args: string[]) {
  const { stdout, code } = await assay([...args, "--sarif"]);
  const log = JSON.parse(stdout) as SarifLog;
  expect([validate(log), validate.errors]).toEqual([true, null]);
  const [run] = log.runs;
  for (const { ruleId, ruleIndex } of run?.results ?? []) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  return { code, results: run?.results ?? [] };
}

/** The text of a line of a file of the repository. */
const lineAt = ({ physicalLocation: { artifactLocation, region } }: SarifPlaces): string =>
  readFileSync(artifactLocation.uri.replace("file://", ""), "utf8").split("\n")[region.startLine - 1]?.trim() ?? "";

describe("SARIF", () => {
  test("of a diff has each difference at its line in the new version, and what was accepted with its reason", async () => {
    const { code, results } = await sarifOf(
      "diff",
      "examples/regression/before.yaml",
      "examples/regression/after.yaml",
      "--ignore",
      "examples/regression/ignore.yaml",
    );
    expect(code).toBe(1);
    const shown = results.map(({ ruleId, level, locations: [place] }) => [ruleId, level, place && lineAt(place)]);
    expect(shown).toContainEqual([
      "parameter-maximum-lowered",
      "error",
      expect.stringContaining("maximum: 50") as unknown as string,
    ]);
    expect(shown).toContainEqual([
      "response-property-added",
      "note",
      expect.stringContaining("capital:") as unknown as string,
    ]);
    expect(results.flatMap(({ suppressions = [] }) => suppressions)).toMatchObject([
      { justification: "Announced in the changelog a year ago; nobody calls it any more." },
    ]);
    expect(new Set(results.map(({ partialFingerprints }) => partialFingerprints["assay/1"])).size).toBe(results.length);
  });

  test("of an impact has each broken expectation at its line in the pact, and the difference behind it", async () => {
    const { code, results } = await sarifOf(
      "impact",
      "--against",
      "examples/regression/callback-next.yaml",
      "--pacts",
      "contracts/pacts",
    );
    expect([code, results.length]).toEqual([1, 1]);
    const [place] = results[0]?.locations ?? [];
    const lines = readFileSync("contracts/pacts/installer.json", "utf8").split("\n");
    const line = place?.physicalLocation.region.startLine ?? 0;
    expect(place?.physicalLocation.artifactLocation.uri).toBe("contracts/pacts/installer.json");
    expect(lines.slice(line, line + 12).join("")).toContain("the callback of the partner");
    expect(results[0]?.relatedLocations?.map(lineAt)).toEqual([expect.stringContaining("locale:")]);
  });

  test("of a contract check has each mismatch at its interaction", async () => {
    const request = {
      method: "GET",
      path: "/countries",
      headers: { Accept: "application/vnd.api.v2+json", Authorization: "Bearer x" },
    };
    const interactions = [
      { description: "fine", request, response: { status: 200 } },
      { description: "moons", request, response: { status: 200, body: { data: [{ moons: 1 }] } } },
      { description: "torn" },
    ];
    const file = join(folder, "a pact#1.json");
    const pact = { consumer: { name: "me" }, provider: { name: "api" }, interactions };
    writeFileSync(file, JSON.stringify(pact, null, 1));
    const { code, results } = await sarifOf("contracts", "check", "--pact", file, "--out", folder);
    expect(code).toBe(1);
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["DICT-1", "error"],
      ["unreadable", "error"],
    ]);
    const text = readFileSync(file, "utf8").split("\n");
    const lines = results.map(({ locations: [place] }) => place?.physicalLocation.region.startLine ?? 0);
    expect(lines.map((line) => text[line]?.trim())).toEqual(['"description": "moons",', '"description": "torn"']);
    expect(results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^file:.*a%20pact%231\.json$/);
  });
});
