import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";

/** What says that a cell of a requirement holds or does not. */
const judging = /kind: "judged"|\bholds: [^(]/;

/** The drivers of providers, and what they run in. */
const driving = /^(?:drivers|schedule)\//;

test("drivers judge nothing", () => {
  const files = readdirSync(packageFile("suites"), { recursive: true, encoding: "utf8" }).filter(
    (file) => driving.test(file) && file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const judges = files.filter((file) => judging.test(readFileSync(packageFile(`suites/${file}`), "utf8")));
  expect(files.length).toBeGreaterThan(60);
  expect(judges).toEqual([]);
});
