import type { RequirementTimes } from "../record/results/requirement-times.ts";
import type { Outcome, Results } from "../record/results.ts";
import { type SuiteCase, suitesOf, traceOf } from "./parts/suites.ts";

type CtrfStatus = "passed" | "failed" | "skipped" | "other";

/** Outcomes as the format knows them; a warning is neither passed nor failed there. */
const statuses: Record<Outcome, CtrfStatus> = {
  pass: "passed",
  fail: "failed",
  warn: "other",
  untestable: "skipped",
  "not-applicable": "skipped",
};

/** The version of the format that is written. */
const specVersion = "0.0.0";

/** Results in the Common Test Report Format (ctrf.io), for tools that read it in place of JUnit. */
export function ctrf(results: Results, times: RequirementTimes, version: string): string {
  const suites = suitesOf(results, times);
  const tests = suites.flatMap(({ name, cases }) => cases.map((each) => testOf(each, name)));
  const count = (status: CtrfStatus) => tests.filter((test) => test.status === status).length;
  const [start, stop] = [Date.parse(results.started), Date.parse(results.finished)];
  const report = {
    reportFormat: "CTRF",
    specVersion,
    timestamp: results.finished,
    generatedBy: `assay ${version}`,
    results: {
      tool: { name: "assay", version },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        suites: suites.length,
        start,
        stop,
        extra: { verdict: results.verdict, complete: results.complete ?? true },
      },
      tests,
      environment: { appName: results.subject.name },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function testOf(each: SuiteCase, suite: string) {
  const { name, outcome, reason, took } = each;
  return {
    name,
    status: statuses[outcome],
    duration: took,
    suite: [suite],
    rawStatus: outcome,
    ...(reason ? { message: reason } : {}),
    ...(outcome === "fail" ? { trace: traceOf(each) } : {}),
  };
}
