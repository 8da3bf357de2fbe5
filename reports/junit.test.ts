import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { exchange, finding, runOf } from "../record/testing/runs.ts";
import { junitSchema } from "./junit.test-data.ts";
import { junit } from "./junit.ts";

const { results } = runOf(
  exchange("e-1"),
  { kind: "judged", ids: ["DICT-1", "DICT-2"] },
  finding("DICT-2", "e-1", 'the string "<\u0000&]]>\ud800 é"'),
  { kind: "judged", ids: ["ACT-4/service_ids", "ACT-4/staff_ids", "ACT-4/resource_ids"] },
  { kind: "untestable", ids: ["CUR-3"], why: "the profile lacks <control>", applies: true },
);

test("JUnit XML fits the schema that its readers share, whatever was found", async () => {
  const contracts = [
    {
      pact: "p.json",
      consumer: "reader & co",
      provider: "api",
      interaction: "reads",
      states: ["it is so"],
      kind: "http" as const,
      requirements: [],
      outcome: "fail" as const,
      reason: "<no>",
      mismatches: [],
      evidence: [],
    },
  ];
  const { valid, errors } = await validateXML({
    xml: [{ fileName: "junit.xml", contents: junit({ ...results, contracts }) }],
    schema: [{ fileName: "junit.xsd", contents: junitSchema }],
  });
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(valid).toBe(true);
});

test("what failed is a failure with its curl line, what could not be judged is skipped with its reason, and every requirement is a case", () => {
  const xml = junit(results);
  expect(xml.match(/<testcase /g)).toHaveLength(results.requirements.length);
  expect(xml.match(/<failure /g)).toHaveLength(1);
  expect(xml).toMatch(
    /<testcase name="DICT-2: [^"]+" classname="Dictionaries" time="0">\s*<failure message="found the string/,
  );
  expect(xml).toContain("curl -sS &#39;http://127.0.0.1:8080/&#39;");
  expect(xml).toContain('<skipped message="the profile lacks &lt;control&gt;"/>');
});

test("cells are a property of the run, and a line for each requirement that has several", () => {
  const xml = junit(results);
  expect(xml).toMatch(/<property name="cells" value="\d+ of \d+"\/>/);
  expect(xml).toMatch(/<system-out>(?:.*\n)*cells: ACT-4: .*: 3 of 3 cells judged\n/);
});
