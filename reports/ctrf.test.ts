import { Ajv2020 as Ajv } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { ExchangeEntry } from "../record/journal.ts";
import { timesOf } from "../record/results/requirement-times.ts";
import { exchange, finding, runOf } from "../record/testing/runs.ts";
import { ctrf } from "./ctrf.ts";
import { junit } from "./junit.ts";

const count = { type: "integer", minimum: 0 };
const text = { type: "string" };
const strict = (properties: object, required: string[]) => ({
  type: "object",
  required,
  properties: { ...properties, extra: { type: "object" } },
  additionalProperties: false,
});

/** The part of the format's published schema that is used, and as strict as it is. */
const schema = strict(
  {
    reportFormat: { const: "CTRF" },
    specVersion: { type: "string", pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+$" },
    timestamp: text,
    generatedBy: text,
    results: strict(
      {
        tool: strict({ name: { type: "string", minLength: 1 }, version: text }, ["name"]),
        summary: strict(
          {
            tests: count,
            passed: count,
            failed: count,
            skipped: count,
            pending: count,
            other: count,
            suites: count,
            start: count,
            stop: count,
          },
          ["tests", "passed", "failed", "skipped", "pending", "other", "start", "stop"],
        ),
        tests: {
          type: "array",
          items: strict(
            {
              name: { type: "string", minLength: 1 },
              status: { enum: ["passed", "failed", "skipped", "pending", "other"] },
              duration: count,
              suite: { type: "array", minItems: 1, items: text },
              rawStatus: text,
              message: text,
              trace: text,
            },
            ["name", "status", "duration"],
          ),
        },
        environment: strict({ appName: text }, []),
      },
      ["tool", "summary", "tests"],
    ),
  },
  ["results", "reportFormat", "specVersion"],
);

const run = runOf(
  { kind: "proof", title: "countries are listed", ids: ["DICT-1", "DICT-2"] },
  { ...(exchange("e-1") as ExchangeEntry), took: 3000 },
  { kind: "judged", ids: ["DICT-1", "DICT-2"] },
  finding("DICT-2", "e-1"),
  { kind: "untestable", ids: ["CUR-3"], why: "the profile lacks a clock", applies: true },
);
const times = timesOf(run.entries, run.results);

test("CTRF keeps to its schema, counts every requirement, and says why one failed", () => {
  const report = JSON.parse(ctrf(run.results, times, "1.2.3")) as {
    results: {
      summary: Record<string, number>;
      tests: { name: string; status: string; duration: number; trace?: string }[];
    };
  };
  const validate = new Ajv({ strict: false }).compile(schema);
  validate(report);
  expect(validate.errors).toBeNull();
  const { summary, tests } = report.results;
  expect(tests).toHaveLength(run.results.requirements.length);
  expect(summary).toMatchObject({ tests: tests.length, passed: 1, failed: 1 });
  const failed = tests.find(({ status }) => status === "failed");
  expect(failed).toMatchObject({ name: expect.stringMatching(/^DICT-2: /) as string, duration: 1500 });
  expect(failed?.trace).toContain("curl ");
});

test("JUnit carries the same times, in seconds, and a suite has the sum of its cases", () => {
  const xml = junit(run.results, times);
  expect(xml).toMatch(/<testcase name="DICT-1: [^"]*" classname="Dictionaries" time="1.5"/);
  expect(xml).toMatch(/<testsuite [^>]*name="Dictionaries"[^>]* time="3">/);
});
