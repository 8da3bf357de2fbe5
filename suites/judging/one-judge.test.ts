import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";

/** Code that decides about a cell of a requirement, or writes a finding. */
const judging = /kind: "(?:judged|finding)"|\bholds: [^(]/;

/** The drivers of providers, what they run in, and what is only observed. */
const driving = /^(?:drivers|observations|schedule)\//;

test("drivers, the schedule and observations judge nothing", () => {
  const files = readdirSync(packageFile("suites"), { recursive: true, encoding: "utf8" }).filter(
    (file) => driving.test(file) && file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const judges = files.filter((file) => judging.test(readFileSync(packageFile(`suites/${file}`), "utf8")));
  expect(files.length).toBeGreaterThan(60);
  expect(judges).toEqual([]);
});
